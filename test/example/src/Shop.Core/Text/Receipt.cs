using System.Text;
using Shop.Core.Orders;

namespace Shop.Core.Text;

/// <summary>What the customer takes home; this file has the line ends of Windows.</summary>
public static class Receipt
{
    public static string Print(Order order)
    {
        var text = new StringBuilder();
        text.AppendLine(Banner.For(order));
        foreach (var line in order.Lines)
        {
            text.AppendLine(Row(line));
        }

        return text.Append(order.Total).ToString();

        static string Row(OrderLine line) => $"{line.Quantity} x {line.Product.Name}: {line.Total}";
    }
}

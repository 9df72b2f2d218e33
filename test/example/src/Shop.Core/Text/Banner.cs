using Shop.Core.Orders;

namespace Shop.Core.Text;

/// <summary>Emoji take two UTF-16 code units: columns after them are easily wrong.</summary>
public static class Banner
{
    public static string Title => "🛒 Shop";

    public static string For(Order order) => "🛒🎉 " + Title + " 👩‍👩‍👧 " + order.Customer + ": " + order.Total;

    public static string Closed(Order order) => order.IsOpen() ? "🟢" + Title : "🔴" + Title + /* 🛑 */ order.Status;
}

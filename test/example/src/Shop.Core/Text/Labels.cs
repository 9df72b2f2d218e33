using Shop.Core.Catalog; using Shop.Core.Orders; // this file begins with a byte-order mark

namespace Shop.Core.Text;

public static class Labels
{
    public static string Of(Größe größe) => größe switch
    {
        Größe.Klein => "klein",
        Größe.Groß => "groß",
        _ => "mittel",
    };

    public static string Of(OrderStatus status) => status == OrderStatus.Paid ? "bezahlt" : status.ToString();

    public static string Of(Stock stock) => $"数量: {stock.数量}";
}

using Shop.Core.Catalog;

namespace Shop.Core.Orders;

/// <summary>One product in an order.</summary>
public sealed record OrderLine(Product Product, int Quantity)
{
    public Money Total => Product.Price * Quantity;
}

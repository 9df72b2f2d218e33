using Shop.Core.Orders;

namespace Shop.Core.Pricing;

/// <summary>Changes the price of an order.</summary>
public interface IPriceRule
{
    string Name { get; }

    Money Apply(Order order, Money total);
}

using Shop.Core.Orders;

namespace Shop.Core.Pricing;

/// <summary>Stands in a folder with a percent sign in its name.</summary>
public sealed class HalfPrice : PriceRule
{
    public override string Name => "half price";

    public override Money Apply(Order order, Money total) => new(total.Amount / 2, total.Currency);
}

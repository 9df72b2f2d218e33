using Shop.Core.Orders;

namespace Shop.Core.Pricing;

/// <summary>What all rules have in common.</summary>
public abstract class PriceRule : IPriceRule
{
    public abstract string Name { get; }

    public virtual Money Apply(Order order, Money total) => total;

    public override string ToString() => Name;
}

/// <summary>Leaves the price as it is.</summary>
public sealed class NoRule : PriceRule
{
    public override string Name => "none";
}

/// <summary>Takes a fixed amount off every order that is still open.</summary>
public sealed class Voucher(Money value) : PriceRule
{
    public override string Name => "voucher";

    public override Money Apply(Order order, Money total) => order.IsOpen() ? base.Apply(order, total) - value : total;
}

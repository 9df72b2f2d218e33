using Shop.Core;
using Shop.Core.Orders;
using Shop.Core.Pricing;
using Shop.Core.Storage;

namespace Shop.Sample;

/// <summary>Stands in an excluded folder; it is the last user of the old prices.</summary>
public static class Sample
{
    public static Money OldBread => OldPrices.Bread;

    public static Repo<Order> Orders() => Repo.Of(new Order("Ada"));
}

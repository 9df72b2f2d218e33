using System.Collections.Generic;
using Shop.Core;
using Shop.Core.Orders;
using Shop.Core.Storage;

namespace Shop.App;

/// <summary>Totals over all that an <see cref="IOrderRepository"/> holds.</summary>
public static class Report
{
    public static Money Turnover(IOrderRepository orders) => orders.All().Matching(order => !order.IsOpen()).Sum();

    public static Money Outstanding(IOrderRepository orders) => orders.All().Matching(new Order.Filter { Status = OrderStatus.Open }).Sum();

    public static IReadOnlyDictionary<string, Money> ByCustomer(IOrderRepository orders)
    {
        var totals = new Dictionary<string, Money>();
        foreach (var order in orders.All())
        {
            totals[order.Customer] = totals.GetValueOrDefault(order.Customer, Money.Zero) + order.Total;
        }

        return totals;
    }
}

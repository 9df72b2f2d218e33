using System;
using System.Collections.Generic;
using System.Linq;

namespace Shop.Core.Orders;

/// <summary>What can be said of orders from outside.</summary>
public static class OrderExtensions
{
    public static bool IsOpen(this Order order) => order.Status == OrderStatus.Open;

    public static Money Sum(this IEnumerable<Order> orders)
    {
        var sum = Money.Zero;
        foreach (var order in orders)
        {
            sum += order.Total;
        }

        return sum;
    }

    public static IEnumerable<Order> Matching(this IEnumerable<Order> orders, Order.Filter filter) => orders.Where(filter.Matches);

    public static IEnumerable<Order> Matching(this IEnumerable<Order> orders, Func<Order, bool> filter) => orders.Where(filter);
}

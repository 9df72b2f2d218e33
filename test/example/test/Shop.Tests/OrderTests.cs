using System;
using Shop.Core;
using Shop.Core.Catalog;
using Shop.Core.Orders;
using Shop.Core.Pricing;

namespace Shop.Tests;

public sealed class OrderTests
{
    private static readonly Product Bread = new(Guid.NewGuid(), "bread", 2.5m);

    private static readonly Product Cake = new(Guid.NewGuid(), "cake", 12m, Größe.Groß);

    public void TheTotalIsTheSumOfTheLines()
    {
        var order = new Order("Ada");
        order.Add(Bread);
        order.Add(Cake, 2);
        order.Add(new OrderLine(Bread, 3));
        Check.Equal(new Money(34m), order.Total);
        Check.Equal(2, order[1].Quantity);
        Check.Equal(order.Lines[2], order[2]);
    }

    public void RulesOnlyMakeItCheaper()
    {
        var order = new Order(Guid.NewGuid(), "Ada");
        order.Add(Cake);
        Check.Equal(new Money(6m), order.TotalWith(new HalfPrice(), new NoRule()));
        Check.Equal(new Money(11m), order.TotalWith(new Voucher(1m)));
        Check.Equal(new Money(10m), new Voucher(2m).Apply(order, order.Total));
    }

    public void EachChangeOfStatusIsTold()
    {
        var order = new Order("Ada");
        OrderStatus? told = null;
        StatusChangedHandler handler = (_, before) => told = before;
        order.StatusChanged += handler;
        order.Status = OrderStatus.Paid;
        order.StatusChanged -= handler;
        order.Status = OrderStatus.Shipped;
        Check.Equal(OrderStatus.Open, told);
        Check.True(!order.IsOpen());
    }
}

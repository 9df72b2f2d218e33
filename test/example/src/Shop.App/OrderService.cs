using System;
using Shop.Core;
using Shop.Core.Orders;
using Shop.Core.Pricing;
using Shop.Core.Storage;
using Shop.Shared;

namespace Shop.App;

/// <summary>What the shop does with orders.</summary>
public sealed class OrderService
{
    private readonly IOrderRepository _orders;

    private readonly IPriceRule _rule;

    public OrderService(IOrderRepository orders)
        : this(orders, new NoRule())
    {
    }

    public OrderService(IOrderRepository orders, IPriceRule rule)
    {
        _orders = orders;
        _rule = rule;
    }

    public event EventHandler<Order>? OrderPaid;

    public Order Open(string customer)
    {
        var order = new Order(Ensure.NotBlank(customer, nameof(customer)));
        order.StatusChanged += OnStatusChanged;
        _orders.Save(order);
        return order;
    }

    public Money Pay(Guid id)
    {
        var order = _orders.Find(id) ?? throw new InvalidOperationException("no such order");
        order.Status = OrderStatus.Paid;
        _orders.Save(order);
        return order.TotalWith(_rule);
    }

    public int CountOf(string customer) => _orders.FindByCustomer(customer).Count;

    private void OnStatusChanged(Order order, OrderStatus before)
    {
        if (before == OrderStatus.Open && order.Status == OrderStatus.Paid)
        {
            OrderPaid?.Invoke(this, order);
        }
    }
}

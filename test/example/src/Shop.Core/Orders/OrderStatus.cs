namespace Shop.Core.Orders;

public enum OrderStatus
{
    Open = 1,
    Paid,
    Shipped,
    Cancelled,
}

/// <summary>Told of each change of an order's status.</summary>
public delegate void StatusChangedHandler(Order order, OrderStatus before);

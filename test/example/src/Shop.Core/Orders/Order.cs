using System;
using System.Collections.Generic;
using Shop.Core.Catalog;
using Shop.Core.Storage;
using Shop.Shared;

namespace Shop.Core.Orders;

/// <summary>An order; its prices are in Order.Pricing.cs.</summary>
public sealed partial class Order : IEntity
{
    private readonly List<OrderLine> _lines = new();

    private OrderStatus _status = OrderStatus.Open;

    public Order(string customer)
        : this(Guid.NewGuid(), customer)
    {
    }

    public Order(Guid id, string customer)
    {
        Id = id;
        Customer = Ensure.NotBlank(customer, nameof(customer));
    }

    public event StatusChangedHandler? StatusChanged;

    public Guid Id { get; }

    public string Customer { get; }

    public IReadOnlyList<OrderLine> Lines => _lines;

    public OrderStatus Status
    {
        get => _status;
        set
        {
            var before = _status;
            _status = value;
            StatusChanged?.Invoke(this, before);
        }
    }

    public OrderLine this[int index] => _lines[index];

    public void Add(Product product) => Add(product, 1);

    public void Add(Product product, int quantity) => Add(new OrderLine(product, Ensure.Positive(quantity, nameof(quantity))));

    public void Add(OrderLine line) => _lines.Add(line);

    /// <summary>What is asked of orders; a type within a type.</summary>
    public sealed class Filter
    {
        public OrderStatus? Status { get; init; }

        public string? Customer { get; init; }

        public bool Matches(Order order) =>
            (Status is null || order.Status == Status) && (Customer is null || order.Customer == Customer);
    }
}

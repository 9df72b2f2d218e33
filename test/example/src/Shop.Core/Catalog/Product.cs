using System;
using Shop.Core.Storage;

namespace Shop.Core.Catalog;

/// <summary>What the shop sells: a record, whose properties stand in its header.</summary>
public record Product(Guid Id, string Name, Money Price, Größe Größe = Größe.Mittel) : IEntity
{
    public bool IsFree => Price == Money.Zero;

    public Product WithPrice(Money price) => this with { Price = price };
}

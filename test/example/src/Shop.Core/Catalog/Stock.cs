using System;
using System.Collections.Generic;

namespace Shop.Core.Catalog;

/// <summary>How many pieces of each product are left.</summary>
public sealed class Stock
{
    private readonly Dictionary<Guid, int> _pieces = new();

    /// <summary>All pieces of all products ("number" in Chinese).</summary>
    public int 数量 { get; private set; }

    public int this[Product product]
    {
        get => _pieces.TryGetValue(product.Id, out var pieces) ? pieces : 0;
        set
        {
            数量 += value - this[product];
            _pieces[product.Id] = value;
        }
    }

    public int this[Guid id] => _pieces[id];

    public bool TryTake(Product product, int count)
    {
        if (this[product] < count)
        {
            return false;
        }

        this[product] -= count;
        return true;
    }
}

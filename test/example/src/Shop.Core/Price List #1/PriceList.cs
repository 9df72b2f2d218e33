using System;
using System.Collections.Generic;
using Shop.Core.Catalog;

namespace Shop.Core.Pricing;

/// <summary>Stands in a folder with spaces and a hash in its name.</summary>
public sealed class PriceList
{
    private readonly Dictionary<string, Money> _prices = new();

    public Money? this[string name]
    {
        get => _prices.TryGetValue(name, out var price) ? price : null;
        set => _prices[name] = value ?? Money.Zero;
    }

    public Product Create(string name, Größe größe) => new(Guid.NewGuid(), name, this[name] ?? Money.Zero, größe);
}

/// <summary>Prices before the euro: only the samples know them still.</summary>
[Obsolete("Use PriceList.")]
public static class OldPrices
{
    public static readonly Money Bread = new(2.5m, "DEM");
}

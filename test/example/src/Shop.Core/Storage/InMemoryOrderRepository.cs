using System;
using System.Collections.Generic;
using Shop.Core.Orders;

namespace Shop.Core.Storage;

/// <summary>The <see cref="IOrderRepository"/> of the tests and of the demonstration.</summary>
public sealed class InMemoryOrderRepository : Repo<Order>, IOrderRepository
{
    private int _saved;

    // Never used, on purpose: the compiler warns of it (CS0169), and a list of problems has something to show.
    private int _unused;

    public int Saved => _saved;

    public override void Save(Order item)
    {
        base.Save(item);
        _saved++;
    }

    IReadOnlyList<Order> IOrderRepository.FindByCustomer(string customer)
    {
        var found = new List<Order>(this.Matching(new Order.Filter { Customer = customer }));
        found.Reverse();
        return found;
    }
}

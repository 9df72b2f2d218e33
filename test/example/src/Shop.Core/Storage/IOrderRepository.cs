using System.Collections.Generic;
using Shop.Core.Orders;

namespace Shop.Core.Storage;

/// <summary>Where orders are kept.</summary>
public interface IOrderRepository : IRepository<Order>
{
    /// <summary>The orders of one customer, the newest first.</summary>
    IReadOnlyList<Order> FindByCustomer(string customer);
}

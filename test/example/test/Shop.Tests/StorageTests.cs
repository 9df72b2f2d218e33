using System;
using System.Linq;
using Shop.App;
using Shop.Core.Catalog;
using Shop.Core.Orders;
using Shop.Core.Storage;

namespace Shop.Tests;

public sealed class StorageTests
{
    public void SavedTwiceIsKeptOnce()
    {
        var bread = new Product(Guid.NewGuid(), "bread", 2.5m);
        var repo = Repo.Of(bread, bread);
        Check.Equal(1, repo.Count);
        Check.Equal(bread, repo[bread.Id]);
        Check.Equal(bread, repo.Take().Items[0]);
        Check.True(bread.WithPrice(0m).IsFree);
    }

    public void OrdersAreFoundByCustomer()
    {
        IOrderRepository orders = Filled(new InMemoryOrderRepository());
        Check.Equal(2, orders.FindByCustomer("Ada").Count);
        Check.Equal(2, new OrderService(orders).CountOf("Ada"));
        Check.Equal(3, orders.All().Count());
        Check.Equal(3, orders.Count);

        static IOrderRepository Filled(IOrderRepository repository)
        {
            repository.Save(new Order("Ada"));
            repository.Save(new Order("Bob"));
            repository.Save(new Order("Ada"));
            return repository;
        }
    }

    public void StockIsCounted()
    {
        var bread = new Product(Guid.NewGuid(), "bread", 2.5m);
        var stock = new Stock { [bread] = 3 };
        Check.True(stock.TryTake(bread, 2));
        Check.Equal(1, stock.数量);
        Check.Equal(1, stock[bread.Id]);
    }
}

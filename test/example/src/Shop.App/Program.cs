using System;
using Shop.App;
using Shop.Core;
using Shop.Core.Catalog;
using Shop.Core.Pricing;
using Shop.Core.Storage;
using Shop.Core.Text;

var prices = new PriceList { ["bread"] = 2.8m, ["cake"] = new Money(12m) };
IOrderRepository orders = new InMemoryOrderRepository();
var service = new OrderService(orders, new HalfPrice());
service.OrderPaid += (_, paid) => Console.WriteLine(Receipt.Print(paid));

var order = service.Open("Ada");
order.Add(Make("bread", Größe.Klein), 2);
order.Add(Make("cake", Größe.Groß));
Console.WriteLine(service.Pay(order.Id));
Console.WriteLine(Report.Turnover(orders));
Console.WriteLine((decimal)Report.Outstanding(orders));

Product Make(string name, Größe größe) => prices.Create(name, größe);

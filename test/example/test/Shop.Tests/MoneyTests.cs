using Shop.Core;

namespace Shop.Tests;

public sealed class MoneyTests
{
    public void SumsAndDifferences()
    {
        Money two = 2m;
        var three = new Money(3m, "EUR");
        Check.Equal(new Money(5m), two + three);
        Check.Equal(new Money(-1m), two - three);
        Check.Equal(new Money(6m), two * 3);
        Check.True(-two == new Money(-2m, Money.DefaultCurrency));
        Check.True(two != three);
        Check.Equal(2m, (decimal)two);
    }
}

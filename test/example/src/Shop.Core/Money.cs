using System;

namespace Shop.Core;

/// <summary>An amount in one currency, with the operators that a shop needs.</summary>
public readonly struct Money : IComparable<Money>, IEquatable<Money>
{
    public static readonly Money Zero = new(0m);

    public const string DefaultCurrency = "EUR";

    public Money(decimal amount)
        : this(amount, DefaultCurrency)
    {
    }

    public Money(decimal amount, string currency)
    {
        Amount = amount;
        Currency = currency;
    }

    public decimal Amount { get; }

    public string Currency { get; }

    public static Money operator +(Money left, Money right) => new(left.Amount + right.Amount, left.Currency);

    public static Money operator -(Money left, Money right) => new(left.Amount - right.Amount, left.Currency);

    public static Money operator -(Money value) => new(-value.Amount, value.Currency);

    public static Money operator *(Money price, int quantity) => new(price.Amount * quantity, price.Currency);

    public static bool operator ==(Money left, Money right) => left.Equals(right);

    public static bool operator !=(Money left, Money right) => !(left == right);

    public static implicit operator Money(decimal amount) => new(amount);

    public static explicit operator decimal(Money money) => money.Amount;

    public int CompareTo(Money other) => Amount.CompareTo(other.Amount);

    public bool Equals(Money other) => Amount == other.Amount && Currency == other.Currency;

    public override bool Equals(object? obj) => obj is Money other && Equals(other);

    public override int GetHashCode() => HashCode.Combine(Amount, Currency);

    public override string ToString() => $"{Amount:0.00} {Currency}";
}

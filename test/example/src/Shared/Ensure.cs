using System;

namespace Shop.Shared;

/// <summary>Checks of arguments; this one file is compiled into Shop.Core and into Shop.App.</summary>
internal static class Ensure
{
    public static string NotBlank(string value, string name) =>
        string.IsNullOrWhiteSpace(value) ? throw new ArgumentException("must not be blank", name) : value;

    public static int Positive(int value, string name) =>
        value > 0 ? value : throw new ArgumentOutOfRangeException(name);
}

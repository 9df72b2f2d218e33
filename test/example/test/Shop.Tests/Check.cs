using System;

namespace Shop.Tests;

/// <summary>Stands in for a test framework, so that the example needs no packages.</summary>
internal static class Check
{
    public static void Equal<T>(T expected, T actual)
    {
        if (!Equals(expected, actual))
        {
            throw new InvalidOperationException($"expected {expected}, got {actual}");
        }
    }

    public static void True(bool condition)
    {
        if (!condition)
        {
            throw new InvalidOperationException("expected to be true");
        }
    }
}

/** A file for the example that has what outlines and descriptions have to tell: documentation, attributes, events, records, `#if`. */
export const shapes = `using System;
using System.Runtime.CompilerServices;

namespace Shop.Core;

[Obsolete("use Money")]
public class Shape
{
#if NET8_0_OR_GREATER
    public event Action? Drawn, Erased;
#else
    public event Action? Painted;
    public record Old(int X);
#endif
    internal readonly record struct Point(int X, [property: Obsolete] int Y = 2)
    {
        public int Y { get; } = Y;
    }

    /// <summary>Scales.</summary>
    /// <typeparam name="T">What is scaled.</typeparam>
    /// <param name="factor">How much.</param>
    /// <returns>The <see cref="Shape"/>.</returns>
    /// <exception cref="ArgumentException">For zero.</exception>
    [MethodImpl(MethodImplOptions.NoInlining)]
    protected internal virtual T Scale<T>(
        T what, // in any unit
        double factor = 1.5)
        where T : class => throw new ArgumentException(factor.ToString());

    public void Scale() { }
    int Scale(int times) => times;

    /// <summary>A pair.</summary>
    /// <param name="Left">The left one.</param>
    public record Pair<T>(T Left, T Right);
}
`;

using System;
using System.Collections;
using System.Collections.Generic;

namespace Shop.Core.Storage;

/// <summary>Things kept in memory, in the order in which they came.</summary>
public class Repo<T> : IRepository<T>, IEnumerable<T>
    where T : IEntity
{
    private readonly List<T> _items = new();

    public int Count => _items.Count;

    public T this[Guid id] => Find(id) ?? throw new KeyNotFoundException(id.ToString());

    public T? Find(Guid id) => _items.Find(item => item.Id == id);

    public virtual void Save(T item)
    {
        _items.RemoveAll(other => other.Id == item.Id);
        _items.Add(item);
    }

    IEnumerable<T> IRepository<T>.All() => _items;

    public Snapshot Take() => new(_items.ToArray());

    public IEnumerator<T> GetEnumerator() => _items.GetEnumerator();

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();

    /// <summary>What the repository held at one moment.</summary>
    public sealed class Snapshot
    {
        internal Snapshot(IReadOnlyList<T> items) => Items = items;

        public IReadOnlyList<T> Items { get; }
    }
}

/// <summary>Shares its name with <see cref="Repo{T}"/>: the two differ in their type parameters only.</summary>
public static class Repo
{
    public static Repo<T> Of<T>(params T[] items)
        where T : IEntity
    {
        var repo = new Repo<T>();
        foreach (var item in items)
        {
            repo.Save(item);
        }

        return repo;
    }
}

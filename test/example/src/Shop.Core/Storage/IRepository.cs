using System;
using System.Collections.Generic;

namespace Shop.Core.Storage;

/// <summary>A place where things of one kind are kept.</summary>
public interface IRepository<T>
    where T : IEntity
{
    int Count { get; }

    T? Find(Guid id);

    void Save(T item);

    IEnumerable<T> All();
}

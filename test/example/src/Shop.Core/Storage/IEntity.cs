using System;

namespace Shop.Core.Storage;

/// <summary>What can be stored.</summary>
public interface IEntity
{
    Guid Id { get; }
}

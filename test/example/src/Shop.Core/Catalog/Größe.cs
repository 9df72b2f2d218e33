namespace Shop.Core.Catalog;

/// <summary>How big a product is; the names are not ASCII.</summary>
public enum Größe
{
    Klein,
    Mittel,
    Groß,
}

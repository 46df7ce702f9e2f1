/// Transforms a stream of items on other threads while this thread keeps adding items.
///
/// The results are returned in the order of the items, one batch at a time.
package struct WorkAhead<Item: Sendable, Product: Sendable>: Sendable {
  private let threads: Int
  private let make: @Sendable (Item) -> Product
  private var items: [Item] = []
  private var coming: [Piece] = []

  private struct Piece: Sendable {
    let items: [Item]
    let products: Future<[Product]>
  }

  /// The number of items in a batch. Larger batches would save little time, need more memory, and leave more work for
  /// `finish`.
  private static var size: Int { 256 }

  /// - Parameter threads: the maximum number of batches that are transformed at the same time. If it is 1, the current
  ///   thread transforms each full batch.
  package init(threads: Int, _ make: @escaping @Sendable (Item) -> Product) {
    self.threads = threads
    self.make = make
  }

  /// Whether the results of all items have been returned.
  package var isEmpty: Bool { items.isEmpty && coming.isEmpty }

  /// Returns the item at a position among the items whose results have not been returned yet.
  package subscript(position: Int) -> Item {
    let piece = position / Self.size
    return piece < coming.count ? coming[piece].items[position % Self.size] : items[position - coming.count * Self.size]
  }

  /// Adds an item.
  ///
  /// - Returns: the results of the oldest batch if this item completes a batch and the maximum number of batches is
  ///   already in progress; otherwise an empty array.
  package mutating func add(_ item: Item) -> [Product] {
    items.append(item)
    if items.count < Self.size { return [] }
    let piece = items
    items.removeAll(keepingCapacity: true)
    if threads == 1 { return piece.map(make) }
    coming.append(Piece(items: piece, products: Future { [make] in piece.map(make) }))
    return coming.count > threads ? coming.removeFirst().products.value() : []
  }

  /// Returns the results of all remaining items.
  package mutating func finish() -> [Product] {
    let rest = items
    items.removeAll(keepingCapacity: true)
    let last = rest.map(make)
    let first = coming.flatMap { $0.products.value() }
    coming = []
    return first + last
  }
}

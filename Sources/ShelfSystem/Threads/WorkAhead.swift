/// Makes something of each of many items, on other threads, while this one brings more of them.
///
/// What is made comes out in the order of the items, a piece at a time.
package struct WorkAhead<Item: Sendable, Product: Sendable>: Sendable {
  private let threads: Int
  private let make: @Sendable (Item) -> Product
  private var items: [Item] = []
  private var coming: [Piece] = []

  private struct Piece: Sendable {
    let items: [Item]
    let products: Future<[Product]>
  }

  /// Larger pieces take more room than they save time, and leave more to be done at the end.
  private static var size: Int { 256 }

  /// - Parameter threads: with one, everything is made here, at the end of a piece; with more, as many pieces are being made at a time.
  package init(threads: Int, _ make: @escaping @Sendable (Item) -> Product) {
    self.threads = threads
    self.make = make
  }

  /// Whether nothing is left to be taken.
  package var isEmpty: Bool { items.isEmpty && coming.isEmpty }

  /// Returns one of the items of which nothing has been taken yet, by its position among them.
  package subscript(position: Int) -> Item {
    let piece = position / Self.size
    return piece < coming.count ? coming[piece].items[position % Self.size] : items[position - coming.count * Self.size]
  }

  /// Adds an item.
  ///
  /// - Returns: what was made of the first items of which nothing has been taken yet; mostly nothing.
  package mutating func add(_ item: Item) -> [Product] {
    items.append(item)
    if items.count < Self.size { return [] }
    let piece = items
    items.removeAll(keepingCapacity: true)
    if threads == 1 { return piece.map(make) }
    coming.append(Piece(items: piece, products: Future { [make] in piece.map(make) }))
    return coming.count > threads ? coming.removeFirst().products.value() : []
  }

  /// Returns what is made of all items of which nothing has been taken yet.
  package mutating func finish() -> [Product] {
    let rest = items
    items.removeAll(keepingCapacity: true)
    let last = rest.map(make)
    let first = coming.flatMap { $0.products.value() }
    coming = []
    return first + last
  }
}

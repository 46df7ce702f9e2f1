import ShelfKit

/// The description of the query language.
enum QueryHelp {
  /// Returns a term that suits a kind.
  static func example(of kind: Kind) -> String {
    switch kind {
    case .book: "rating:>=4, genre:fantasy or added:2024"
    case .quote: "book:dune or no:page"
    case .genre: "has:books"
    case .tag: "has:issues"
    case .issue: "#lending, is:open or modified:<7d"
    }
  }
}

import ShelfImport
import ShelfModel

/// What catalogues say of books, as the reader's settings let them be asked.
package enum CatalogueReply {
  /// - Parameter missing: a sentence for each number that none of them knows.
  case found([ISBN: FoundBook], missing: [String])
  /// The reader has to allow it first.
  case asks(String)
}

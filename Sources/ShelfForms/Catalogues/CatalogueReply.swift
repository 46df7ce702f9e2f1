import ShelfImport
import ShelfModel

/// The result of querying catalogues, or the question to ask first.
package enum CatalogueReply {
  /// - Parameter missing: a sentence for each ISBN that no catalogue has.
  case found([ISBN: FoundBook], missing: [String])
  /// The user has to consent first; the text is the question.
  case asks(String)
}

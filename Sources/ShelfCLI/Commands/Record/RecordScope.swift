import ShelfModel
import ShelfWording

/// The records that a command applies to: those of one kind, or of any kind.
protocol RecordScope {
  /// The kind, or nil for any kind.
  static var scope: Kind? { get }
}

extension RecordScope {
  /// Returns the usage line of a command.
  static func usage(_ verb: String, _ arguments: String) -> String {
    "shelf \(scope.map { $0.singular + " " } ?? "")\(verb) \(arguments) [<options>]"
  }

  static var noun: String { scope.noun }

  /// The noun for one record, with an indefinite article.
  static var withArticle: String { scope?.withArticle ?? "a record" }

  static var kinds: [Kind] { scope.map { [$0] } ?? Kind.allCases }
}

/// Any record, regardless of its kind.
enum AnyRecord: RecordScope {
  static var scope: Kind? { nil }
}

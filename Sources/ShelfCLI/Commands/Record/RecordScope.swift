import ShelfModel
import ShelfWording

/// Which records a command is about: those of one kind, or of any.
protocol RecordScope {
  /// The kind; nil if any record is meant.
  static var scope: Kind? { get }
}

extension RecordScope {
  /// Returns the usage line of a command.
  static func usage(_ verb: String, _ arguments: String) -> String {
    "shelf \(scope.map { $0.singular + " " } ?? "")\(verb) \(arguments) [<options>]"
  }

  /// The word for one record.
  static var noun: String { scope.noun }

  /// The word for one record after its article.
  static var withArticle: String { scope?.withArticle ?? "a record" }

  /// The kinds of the records.
  static var kinds: [Kind] { scope.map { [$0] } ?? Kind.allCases }
}

/// Any record, whatever its kind.
enum AnyRecord: RecordScope {
  static var scope: Kind? { nil }
}

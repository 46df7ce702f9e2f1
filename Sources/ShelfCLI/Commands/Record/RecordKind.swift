import ArgumentParser
import ShelfModel
import ShelfQuery
import ShelfStore

/// What is specific to the commands of one kind.
protocol RecordKind {
  static var kind: Kind { get }
  /// The options that only this kind's list has.
  associatedtype Selection: ListSelection
}

extension RecordKind {
  /// Returns the usage line of a command.
  static func usage(_ verb: String, _ arguments: String) -> String {
    "shelf \(kind.singular) \(verb) \(arguments) [<options>]"
  }
}

/// Options of a list that choose among its records.
protocol ListSelection: ParsableArguments {
  /// Returns the query that the options stand for.
  func query(in library: Library) throws -> Query
  /// Returns the order that the options ask for.
  func order(in library: Library) throws -> RecordOrder?
  /// Returns the genres to mark as those of a book.
  func marked(in library: Library, _ finder: RecordFinder) throws -> Set<RecordID>?
}

extension ListSelection {
  func query(in library: Library) throws -> Query { .everything }
  func order(in library: Library) throws -> RecordOrder? { nil }
  func marked(in library: Library, _ finder: RecordFinder) throws -> Set<RecordID>? { nil }
}

/// The options of lists that have none of their own.
struct NoSelection: ListSelection {}

import ArgumentParser

/// The values of an option that depend on the library or on the kind, so that no fixed list can name them.
///
/// An option declares a case as its completion, which puts a placeholder into the parser's list of words
/// (`CompletionKind.values(of:)`). `CommandDeclaration` finds the placeholder in the parser's description of the
/// command, and `CommandCompleter` computes the values.
enum OptionValues: String, CaseIterable {
  case filter
  /// A filter that is saved in the library, not a built-in one.
  case savedFilter
  /// Columns of the kind's list, separated by commas.
  case columns
  /// Columns, each with an optional direction, separated by commas.
  case order
  /// A column to group by, with an optional step.
  case grouping
  /// A column that can be added up.
  case sum
  /// The key of a field.
  case field
  case check
  /// Checks, separated by commas.
  case checks
  /// `safe`, and the codes of checks that have repairs, separated by commas.
  case repairs
  case record
  case book
  /// The title of a record.
  ///
  /// Records in progress come first.
  case current
  /// The title of a record.
  ///
  /// Records that have not been started come first.
  case shelved
  /// The name of a series.
  case series
  /// A person who has borrowed or lent a book.
  case person
  /// The title of a book that is lent or borrowed.
  case onLoan
  /// The title of a book in the queue.
  case queued
  /// A future date, or a length of time counted from today.
  case term
  case query
  case assignment
  case color
  /// A value of the setting that the previous word names.
  case setting
  /// A setting of the library with an equals sign, and its possible values if there are only a few.
  case librarySetting
  /// A word for a date, such as `yesterday`.
  case day
  /// The name of a genre or tag that the record has, or of any genre or tag if no record is named yet.
  case ticked
  /// The name of a genre or tag, after a plus sign.
  case added

  /// The values of options and arguments without a declared completion, by the name of their value in help.
  static let byValueName: [String: OptionValues] = [
    "record": .record, "query": .query, "field=value": .assignment, "when": .color,
  ]

  /// The placeholder in a declaration.
  ///
  /// No real value looks like this.
  fileprivate var mark: String { "<\(rawValue)>" }

  init?(mark: String) {
    guard mark.hasPrefix("<"), mark.hasSuffix(">") else { return nil }
    self.init(rawValue: String(mark.dropFirst().dropLast()))
  }
}

extension CompletionKind {
  /// Returns the completion of an option whose values are computed on demand.
  static func values(of values: OptionValues) -> CompletionKind { .list([values.mark]) }
}

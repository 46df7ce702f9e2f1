import ArgumentParser

/// What the value of an option may be, where no list of words can say it, because the library or the kind decides.
///
/// It is declared where the option is, as its completion, and comes back in the parser's own description of a command.
enum OptionValues: String, CaseIterable {
  case filter
  /// A filter that the library keeps, and not one that every library has.
  case savedFilter
  /// Columns of the kind's list, with commas between them.
  case columns
  /// Columns, each perhaps with a direction.
  case order
  /// The key of a field.
  case field
  case check
  /// Checks, with commas between them.
  case checks
  /// `safe`, checks, and single repairs of checks.
  case repairs
  case record
  case book
  /// The title of a record, those in progress first.
  case current
  /// The title of a record, those that are yet to be begun first.
  case shelved
  /// The name of a series.
  case series
  /// Who has had a book, or lent one.
  case person
  /// The title of a book that is lent or borrowed.
  case onLoan
  /// The title of a book in the queue.
  case queued
  /// Days to come, and times from today.
  case term
  case query
  case assignment
  case color
  /// What the setting named before it may be.
  case setting
  /// Words for days.
  case day
  /// Names of what a record can have ticked, and these with a plus sign.
  case ticked
  case added

  /// What options and arguments take that say no more than this name of their value in help.
  static let byValueName: [String: OptionValues] = [
    "record": .record, "query": .query, "field=value": .assignment, "when": .color,
  ]

  /// How it is marked in a declaration; no value looks like that.
  fileprivate var mark: String { "<\(rawValue)>" }

  init?(mark: String) {
    guard mark.hasPrefix("<"), mark.hasSuffix(">") else { return nil }
    self.init(rawValue: String(mark.dropFirst().dropLast()))
  }
}

extension CompletionKind {
  /// Returns the completion of an option whose values are worked out when they are needed.
  static func values(of values: OptionValues) -> CompletionKind { .list([values.mark]) }
}

/// The rule for merging a field that both sides changed differently.
package enum MergeRule: Sendable {
  /// The field is in conflict.
  case conflict
  /// The list is merged as a set: the additions and removals of both sides apply.
  case set
  /// The list is merged as a set of entries, one for each date. If both sides have an entry for a date, the one with
  /// more progress is kept.
  case days
  /// The text is merged line by line. Only lines that both sides changed conflict.
  case lines
  /// The text is merged line by line. If both sides only added lines at the end, the lines of both are kept.
  case paragraphs
  /// The later time wins.
  case later
  /// The earlier day wins.
  case earlier
}

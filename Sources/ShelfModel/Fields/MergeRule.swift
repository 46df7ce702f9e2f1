/// What happens to a field that two branches changed differently.
package enum MergeRule: Sendable {
  /// It is a conflict.
  case conflict
  /// A list is merged as a set: additions and removals of both sides apply.
  case set
  /// A list is merged as a set of days: of two entries for one day, the one that is further on is taken.
  case days
  /// Text is merged line by line; only lines that both sides changed conflict.
  case lines
  /// The later moment is taken.
  case later
}

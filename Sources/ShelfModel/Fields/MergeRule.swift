/// What becomes of a field that two branches changed, and not to the same.
package enum MergeRule: Sendable {
  /// It is a conflict.
  case conflict
  /// A list is merged as a set: what either side added stays, what either side removed goes.
  case set
  /// Text is merged line by line; only lines that both sides changed conflict.
  case lines
  /// The later moment is taken.
  case later
}

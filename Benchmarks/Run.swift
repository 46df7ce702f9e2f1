struct Run {
  let duration: Duration
  /// The peak memory of the program. A child starts as a copy of its parent, and Linux also counts that, so a value
  /// below the parent's peak is only an upper bound.
  let peakBytes: Int
  let status: Int32
}

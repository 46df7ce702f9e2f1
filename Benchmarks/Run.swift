struct Run {
  let duration: Duration
  /// The peak memory of the program. A child starts as a copy of its parent, and Linux includes the copy in the peak. A
  /// value below the parent's peak is therefore only an upper bound.
  let peakBytes: Int
  let status: Int32
}

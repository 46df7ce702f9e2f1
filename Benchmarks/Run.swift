/// One run of a program.
struct Run {
  let duration: Duration
  /// The program's peak memory use. A child starts in a copy of its parent, and Linux counts that too, so
  /// a figure below the parent's own peak says no more than "at most this".
  let peakBytes: Int
  let status: Int32
}

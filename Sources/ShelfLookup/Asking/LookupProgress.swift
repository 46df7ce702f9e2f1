/// A step of a lookup, for progress reports.
package enum LookupProgress: Sendable {
  case asking(String)
  /// A catalogue requires a pause before the next request.
  case waiting(String, seconds: Int)
  case answered(Int, of: Int)
}

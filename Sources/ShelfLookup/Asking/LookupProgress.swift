/// What a look-up is doing.
package enum LookupProgress: Sendable {
  case asking(String)
  /// A catalogue wants to be left alone for a while.
  case waiting(String, seconds: Int)
  case answered(Int, of: Int)
}

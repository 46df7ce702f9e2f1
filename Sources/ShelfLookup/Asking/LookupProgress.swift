/// What a look-up is doing.
package enum LookupProgress: Sendable {
  case asking(String)
  /// A catalogue asks to wait for a while.
  case waiting(String, seconds: Int)
  case answered(Int, of: Int)
}

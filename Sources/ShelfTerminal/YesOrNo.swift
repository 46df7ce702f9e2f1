/// The answer to a question of yes or no, wherever it is asked: nothing but these words means one or the other.
package struct YesOrNo: Hashable, Sendable {
  package let isYes: Bool

  /// What is said to anything else.
  package static let complaint = "please answer yes or no"

  /// Reads what was typed; nil if it is neither.
  ///
  /// - Parameter standard: what it means to type nothing.
  package init?(_ typed: String, default standard: Bool) {
    switch typed.lowercased() {
    case "": isYes = standard
    case "y", "yes": isYes = true
    case "n", "no", "q", "quit": isYes = false
    default: return nil
    }
  }
}

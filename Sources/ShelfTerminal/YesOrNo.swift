/// The answer to a yes-or-no question. All such questions accept the same words.
package struct YesOrNo: Hashable, Sendable {
  package let isYes: Bool

  /// The complaint about any other answer.
  package static let complaint = "please answer yes or no"

  /// Parses an answer. Returns nil if the answer is neither yes nor no.
  ///
  /// - Parameter standard: the meaning of an empty answer.
  package init?(_ typed: String, default standard: Bool) {
    switch typed.lowercased() {
    case "": isYes = standard
    case "y", "yes": isYes = true
    case "n", "no", "q", "quit": isYes = false
    default: return nil
    }
  }
}

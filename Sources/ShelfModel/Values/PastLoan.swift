/// A loan that is over, as a record keeps it: `2026-03-02/2026-04-11 Anna`, and with `from` before the name where the copy was
/// someone else's.
package struct PastLoan: Hashable, Sendable, CustomStringConvertible {
  /// When it began and ended.
  package let interval: DateInterval
  /// Whose copy it was, or who had it.
  package let person: String
  /// Whether the copy was borrowed, and not lent.
  package let isBorrowed: Bool

  package init(_ interval: DateInterval, _ person: String, isBorrowed: Bool) {
    (self.interval, self.person, self.isBorrowed) = (interval, person, isBorrowed)
  }

  /// Reads the text of a file; nil if it does not begin with an interval, or names no one.
  package init?(_ text: String) {
    guard let space = text.firstIndex(of: " "), let interval = DateInterval(String(text[..<space])) else { return nil }
    var person = text[text.index(after: space)...].drop { $0 == " " }
    let isBorrowed = person.hasPrefix(PastLoan.from)
    if isBorrowed { person = person.dropFirst(PastLoan.from.count) }
    guard person.contains(where: { !$0.isWhitespace }) else { return nil }
    self.init(interval, String(person), isBorrowed: isBorrowed)
  }

  private static let from = "from "

  package var description: String { "\(interval) \(isBorrowed ? PastLoan.from : "")\(person)" }
}

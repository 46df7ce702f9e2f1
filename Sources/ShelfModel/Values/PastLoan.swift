/// A past loan in the form that records store: `2026-03-02/2026-04-11 Anna`. If the copy was borrowed, `from` precedes
/// the name.
package struct PastLoan: Hashable, Sendable, CustomStringConvertible {
  package let interval: DateInterval
  /// The person who had the lent copy, or who owned the borrowed copy.
  package let person: String
  /// Whether the copy was borrowed, rather than lent.
  package let isBorrowed: Bool

  package init(_ interval: DateInterval, _ person: String, isBorrowed: Bool) {
    (self.interval, self.person, self.isBorrowed) = (interval, person, isBorrowed)
  }

  /// Parses the text in a file. The result is nil if the text does not start with an interval or contains no name.
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

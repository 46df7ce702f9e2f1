import ShelfModel
import ShelfText

/// An ISBN that the user typed or scanned in place of a title.
package struct BookNumber {
  package let isbn: ISBN

  /// Parses text in the form of an ISBN, which may be followed by the five digits of a price code.
  ///
  /// Returns nil for any other text.
  ///
  /// - Throws: `CommandError` if the checksum is wrong, since a ten- or thirteen-digit number is unlikely to be a
  ///   title.
  package init?(_ text: String) throws(CommandError) {
    let digits = text.filter { $0.isASCII && $0.isNumber }.count
    guard digits >= 9, text.allSatisfy({ $0.isASCII && ($0.isNumber || "- xX".contains($0)) }) else { return nil }
    if let isbn = ISBN(text) ?? BookNumber.withoutPrice(text) {
      self.isbn = isbn
      return
    }
    guard ISBN.hasWrongChecksum(text), let complaint = ISBN.validationMessage(text) else { return nil }
    throw CommandError(
      .usage, "the ISBN \(VisibleText.line(text)) \(complaint)",
      hint: (ISBN.correctingLastDigit(text).map { "if only the last digit is wrong, the ISBN is \($0); " } ?? "")
        + "use --no-lookup to add a book with this title")
  }

  /// Returns the ISBN at the start of an 18-digit scan, which ends with a five-digit price code.
  private static func withoutPrice(_ text: String) -> ISBN? {
    let digits = text.filter(\.isNumber)
    return digits.count == 18 ? ISBN(String(digits.prefix(13))) : nil
  }
}

extension BookNumber {
  /// Parses text with one ISBN per line. Returns the ISBNs in order and without duplicates, and the lines that are not
  /// ISBNs.
  ///
  /// Skips blank lines and lines that start with `#`.
  package static func numbers(in text: String) -> (numbers: [ISBN], faulty: [String]) {
    var (numbers, faulty): ([ISBN], [String]) = ([], [])
    var seen: Set<ISBN> = []
    for line in text.split(whereSeparator: \.isNewline) {
      let line = line.trimmed
      if line.isEmpty || line.hasPrefix("#") { continue }
      // Some scanners send the price code as a separate line after the ISBN.
      if line.count == 5, line.allSatisfy(\.isNumber), !numbers.isEmpty { continue }
      if let isbn = (try? BookNumber(line))?.isbn {
        if seen.insert(isbn).inserted { numbers.append(isbn) }
      } else {
        faulty.append(line)
      }
    }
    return (numbers, faulty)
  }
}

extension Wording {
  /// Returns the message for a word search that found nothing.
  ///
  /// - Parameter failures: the reasons why catalogues that might have the book could not be searched.
  package static func unfound(words: String, failures: [String]) -> String {
    failures.isEmpty
      ? "no catalogue has a match for “\(short(words))”"
      : "“\(short(words))” was not found: \(failures.joined(separator: "; "))"
  }
}

extension CommandError {
  /// Creates the error for an ISBN that was not found.
  ///
  /// - Parameter failures: the reasons why catalogues that might have the book could not be searched.
  package init(unknown isbn: ISBN, failures: [String]) {
    self.init(
      .no,
      failures.isEmpty
        ? "no catalogue has the ISBN \(isbn.digits)"
        : "\(isbn.digits) was not found: \(failures.joined(separator: "; "))",
      hint:
        "`shelf book add --lookup WORDS` searches by title and author; `shelf book add TITLE --isbn \(isbn.digits)` adds the book without a catalogue"
    )
  }
}

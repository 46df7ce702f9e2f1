/// Replaces libyaml's messages with messages for users who do not know YAML's grammar.
enum ParserWording {
  /// Returns the replacement for one of libyaml's messages, or the message itself if it is unknown.
  ///
  /// - Parameter atStart: whether the error is reported at the start of an unfinished construct.
  static func words(for message: String, atStart: Bool) -> String {
    (atStart ? starts[message] : nil) ?? problems[message] ?? message
  }

  /// Returns the message for bytes that are not valid text.
  ///
  /// - Parameter value: the character or byte as reported by libyaml.
  static func unreadable(_ message: String, _ value: UInt32) -> String {
    switch message {
    case "control characters are not allowed":
      let digits = String(value, radix: 16, uppercase: true)
      let number = "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
      return "the control character \(number)\(names[value].map { " (\($0))" } ?? "") is not allowed"
    case "input is too long": return "the text is too long"
    default: return "the bytes here are not UTF-8 text"
    }
  }

  /// The names of common control characters, from the Unicode Standard's NameAliases.txt.
  private static let names: [UInt32: String] = [
    0x00: "null", 0x07: "alert", 0x08: "backspace", 0x0B: "line tabulation", 0x0C: "form feed", 0x1A: "substitute",
    0x1B: "escape", 0x7F: "delete", 0xFFFE: "a byte order mark of UTF-16",
  ]

  /// The replacements for messages about errors that are reported at the start of an unfinished construct.
  private static let starts = [
    "could not find expected ':'": "this line has no key with a colon",
    "found unexpected end of stream": "the quoted text that starts here is not closed before the end of the file",
    "found unexpected document indicator": "the quoted text that starts here contains a line with '---' or '...'",
    "did not find expected ',' or ']'": "the bracket that opens here is not closed",
    "did not find expected ',' or '}'": "the brace that opens here is not closed",
  ]

  private static let problems = [
    "did not find expected <document start>": "did not expect more text after the end of the document",
    "mapping values are not allowed in this context": "a colon is not allowed here",
    "mapping keys are not allowed in this context": "a key is not allowed here",
    "block sequence entries are not allowed in this context": "a list is not allowed here",
    "did not find expected node content": "a value was expected here",
    "did not find expected key": "a key was expected here",
    "did not find expected '-' indicator": "an item of the list was expected here",
    "did not find expected ',' or ']'": "a comma or ] was expected here",
    "did not find expected ',' or '}'": "a comma or } was expected here",
    "did not find expected comment or line break": "only a comment may follow here",
    "did not find expected alphabetic or numeric character": "a name was expected after & or *",
    "found character that cannot start any token": "a value cannot start with this character",
    "found unknown escape character": "this is not a valid escape within quotation marks",
    "did not find expected hexdecimal number": "hexadecimal digits are missing in an escape within quotation marks",
    "found invalid Unicode character escape code": "no character has this number",
    "found unexpected ':'": "a colon within brackets needs a space after it, or quotation marks around the value",
    "found an indentation indicator equal to 0": "the number after | or > must be 1 to 9",
    "found a tab character that violates indentation": "found a tab where spaces are expected",
    "found a tab character where an indentation space is expected": "found a tab where a space is expected",
    // Errors in a line that starts with %.
    "could not find expected directive name": Self.directive,
    "found unexpected non-alphabetical character": Self.directive,
    "found unknown directive name": Self.directive,
    "did not find expected whitespace": Self.directive,
    "did not find expected version number": Self.version,
    "did not find expected digit or '.' character": Self.version,
    "found extremely long version number": Self.version,
    "found incompatible YAML document": "this version of YAML is not supported",
    "found duplicate %YAML directive": "the version of YAML is stated twice",
    "found duplicate %TAG directive": "this kind of tag is declared twice",
    // Errors in a value that starts with !.
    "found undefined tag handle": "this tag is not declared",
    "did not find expected '!'": Self.tag,
    "did not find the expected '>'": "the tag that starts with !< has no >",
    "did not find expected tag URI": Self.tag,
    "did not find expected whitespace or line break": "a space was expected after this",
    "did not find URI escaped octet": "after % in a tag, two hexadecimal digits are expected",
    "found an incorrect leading UTF-8 octet": Self.escapes,
    "found an incorrect trailing UTF-8 octet": Self.escapes,
    // libyaml reports this if it is called incorrectly.
    "did not find expected <stream-start>": "the text cannot be read",
  ]

  private static let directive =
    "a line cannot start with %, except for %YAML or %TAG; a text that does needs quotation marks"
  private static let version = "%YAML needs a version such as 1.1"
  private static let tag = "a value that starts with ! is a tag; a text that does needs quotation marks"
  private static let escapes = "the escapes with % in this tag are not UTF-8"
}

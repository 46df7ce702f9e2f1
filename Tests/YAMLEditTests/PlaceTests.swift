import Testing

@testable import YAMLEdit

@Suite struct PlaceTests {
  static let examples: [(text: String, offset: Int, place: Place)] = [
    ("abc", 0, Place(line: 1, column: 1)), ("abc", 2, Place(line: 1, column: 3)),
    ("abc", 9, Place(line: 1, column: 4)), ("a\nb", 2, Place(line: 2, column: 1)),
    ("a\r\nb", 3, Place(line: 2, column: 1)), ("a\rb", 2, Place(line: 1, column: 3)),
    ("\u{FEFF}ab", 3, Place(line: 1, column: 1)), ("\u{FEFF}ab", 4, Place(line: 1, column: 2)),
    ("\u{FEFF}ab", 0, Place(line: 1, column: 1)), ("é📚x", 6, Place(line: 1, column: 3)),
    ("a\n\u{FEFF}b", 5, Place(line: 2, column: 2)), ("a\u{2028}b", 4, Place(line: 1, column: 3)),
    ("", 0, Place(line: 1, column: 1)),
  ]

  @Test(arguments: examples) func place(_ example: (text: String, offset: Int, place: Place)) {
    #expect(YAMLError.place(of: example.offset, in: Array(example.text.utf8)) == example.place)
  }
}

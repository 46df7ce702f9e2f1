import Testing

@testable import YAMLEdit

@Suite struct LineRecoveryTests {
  /// Returns the text that is left, with ignored lines as empty lines.
  private func left(_ text: String) -> String? {
    LineRecovery(Array(text.utf8)).map { recovery in
      String(decoding: recovery.text, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        .map { line in line.allSatisfy { $0 == " " } ? "" : String(line) }.joined(separator: "\n")
    }
  }

  @Test(arguments: [
    // Mistakes in the lines of scalars, such as a key without a colon or an unclosed quotation.
    ("pub\ntitle: Dune\nrating: 4\n", "\ntitle: Dune\nrating: 4\n"),
    ("title: Dune\npub\nrating: 4\n", "title: Dune\n\nrating: 4\n"),
    ("title: Dune\nrating: 4\npub", "title: Dune\nrating: 4\n"),
    ("title: Dune\r\npub\r\nrating: 4\r\n", "title: Dune\r\n   \r\nrating: 4\r\n"),
    ("title: Dune: Messiah\nrating: 4\n", "\nrating: 4\n"),
    ("title: \"Dune\nrating: 4\ntags: [a]\n", "\nrating: 4\ntags: [a]\n"),
    ("rating: 4\ntitle: 'Dune\n", "rating: 4\n\n"),
    ("dateAdded: @\ntitle: Dune\n", "\ntitle: Dune\n"),
    // Mistakes in lists: in an item, in the key of a list, and in brackets that are not closed.
    ("genres:\n  - a\npub\n  - c\ntitle: Dune\n", "genres:\n  - a\n\n  - c\ntitle: Dune\n"),
    ("title: Dune\ngenres\n  - a\nrating: 4\n", "title: Dune\n\n\nrating: 4\n"),
    ("genres:\n  - *\n  - b\ntitle: Dune\n", "genres:\n\n  - b\ntitle: Dune\n"),
    ("tags: [a, b\ntitle: Dune\nrating: 4\n", "\ntitle: Dune\nrating: 4\n"),
    ("books: [a, b\ngenres:\n  - x\nrating: 4\n", "\ngenres:\n  - x\nrating: 4\n"),
    // Maps and block scalars.
    ("source: {goodreads: 1\ntitle: Dune\n", "\ntitle: Dune\n"),
    ("source:\n  goodreads: 1\n  libr\ntitle: Dune\n", "source:\n  goodreads: 1\n\ntitle: Dune\n"),
    ("synopsis: |\n  One\nTw\n  Three\ntitle: Dune\n", "synopsis: |\n  One\n\n  Three\ntitle: Dune\n"),
    ("synopsis: |x\n  One\ntitle: Dune\n", "\n\ntitle: Dune\n"),
    // A duplicate key, and several mistakes at once.
    ("title: Dune\nrating: 4\nrating: 5\n", "title: Dune\nrating: 4\n\n"),
    ("title: Dune\npub\nrating: 4\ntags: [\nISBN\nlanguage: en\n", "title: Dune\n\nrating: 4\n\n\nlanguage: en\n"),
  ])
  func leavesOutTheBrokenLine(_ text: String, _ expected: String?) {
    let found = left(text)?.replacing("\r\n", with: "\n").replacing("   \n", with: "\n")
    if let expected { #expect(found == expected.replacing("\r\n", with: "\n").replacing("   \n", with: "\n")) }
    guard let recovery = LineRecovery(Array(text.utf8)) else { return }
    #expect(recovery.text.count == text.utf8.count)
    #expect((try? Document(recovery.text)) != nil)
    // The first error is the same as without recovery.
    do { _ = try Document(Array(text.utf8)) } catch { #expect(recovery.errors.first == error) }
  }

  @Test(arguments: ["title: Dune\n", "", "just a word\n", "<<<<<<< a\nx: 1\n=======\nx: 2\n>>>>>>> b\n", "a: \u{0}\n"])
  func validTextsAndConflictsAreNotRecovered(_ text: String) { #expect(LineRecovery(Array(text.utf8)) == nil) }

  @Test func manyMistakesEndSoon() {
    let lines = (0..<200).map { "word\($0)\nkey\($0): [" }
    #expect(LineRecovery(Array(lines.joined(separator: "\n").utf8)) == nil)
  }
}

import Testing

@testable import ShelfTerminal

struct LineEditorTests {
  /// Returns the text after some keys, with `|` for the cursor.
  private func edit(_ text: String, _ keys: [Key], isMultiline: Bool = false) -> String {
    var editor = LineEditor(text, isMultiline: isMultiline)
    for key in keys { _ = editor.take(key) }
    return shown(editor)
  }

  private func shown(_ editor: LineEditor) -> String {
    String(editor.characters[..<editor.cursor]) + "|" + String(editor.characters[editor.cursor...])
  }

  @Test(arguments: [
    ([Key.control("a")], "|the left hand"), ([.control("a"), .control("e")], "the left hand|"),
    ([.control("b"), .control("b"), .control("f")], "the left han|d"), ([.home, .delete], "|he left hand"),
    ([.alt("b")], "the left |hand"), ([.wordLeft, .wordLeft, .wordRight], "the left| hand"),
    ([.control("w")], "the left |"), ([.altBackspace, .altBackspace], "the |"), ([.control("u")], "|"),
    ([.control("a"), .alt("d")], "| left hand"), ([.control("a"), .alt("f"), .control("k")], "the|"),
    ([.control("w"), .control("a"), .control("y")], "hand|the left "), ([.control("t")], "the left hadn|"),
    ([.backspace, .control("h")], "the left ha|"), ([.home, .control("d"), .control("d")], "|e left hand"),
    ([.left, .text("x")], "the left hanx|d"),
  ])
  func editsAsEmacsDoes(_ keys: [Key], _ expected: String) { #expect(edit("the left hand", keys) == expected) }

  @Test func undoesWords() {
    var editor = LineEditor()
    for letter in "one two" { _ = editor.take(.text(String(letter))) }
    _ = editor.take(.control("w"))
    #expect(editor.text == "one ")
    _ = editor.take(.control("_"))
    #expect(editor.text == "one two")
    _ = editor.take(.control("_"))
    #expect(editor.text == "one ")
    for _ in 0..<5 { _ = editor.take(.control("_")) }
    #expect(editor.text == "")
  }

  /// A combining mark typed after its letter becomes part of it, and is deleted with it.
  @Test func marksBelongToTheirLetters() {
    var editor = LineEditor()
    for text in ["e", "\u{301}", "a"] { _ = editor.take(.text(text)) }
    #expect(editor.characters == ["e\u{301}", "a"])
    _ = editor.take(.left)
    _ = editor.take(.backspace)
    #expect(shown(editor) == "|a")
  }

  @Test func pastesAreOneLineOrSeveral() {
    #expect(edit("", [.paste("one\ntwo\u{1B}[31m\u{7}")]) == "one two[31m|")
    #expect(edit("", [.paste("one\ntwo"), .altEnter], isMultiline: true) == "one\ntwo\n|")
    #expect(edit("", [.altEnter]) == "|")
  }

  @Test func goesThroughItsHistory() {
    var editor = LineEditor(history: ["first", "second"])
    _ = editor.take(.text("x"))
    _ = editor.take(.control("p"))
    #expect(editor.text == "second")
    _ = editor.take(.alt("p"))
    #expect(editor.text == "first")
    let isMore = editor.take(.control("p"))
    #expect(!isMore)
    _ = editor.take(.control("n"))
    _ = editor.take(.control("n"))
    #expect(editor.text == "x")
  }

  @Test func wrapsAtWordsAndWideCharacters() {
    func rows(_ text: String, _ width: Int) -> [String] {
      let characters = Array(text)
      return TextLayout(characters, width: width).rows.map { String(characters[$0]) }
    }
    #expect(rows("the left hand of darkness", 10) == ["the left ", "hand of ", "darkness"])
    #expect(rows("三体三体三体", 8) == ["三体三", "体三体"])
    #expect(rows("a\n\nb", 8) == ["a", "", "b"])
    #expect(rows("abcdefghij", 5) == ["abcd", "efgh", "ij"])
    let wide = Array("三体 three")
    #expect(TextLayout(wide, width: 40).place(of: 3, in: wide) == View.Place(row: 0, column: 5))
  }

  /// No matter which keys are pressed, characters are segmented correctly, and the cursor stays within the text and its
  /// layout.
  @Test func randomKeysKeepItWhole() {
    var generator = SystemRandomNumberGenerator()
    let keys: [Key] =
      [
        .backspace, .altBackspace, .delete, .left, .right, .home, .end, .wordLeft, .wordRight, .altEnter,
        .paste("x\ny 三 e\u{301}"), .alt("b"), .alt("d"), .alt("f"), .text("\u{301}"), .text("👩"), .text("\u{200D}"),
      ] + "abdefhkntuwy_".map { .control($0) } + "ab c".map { .text(String($0)) }
    for _ in 0..<200 {
      var editor = LineEditor(isMultiline: true)
      for _ in 0..<60 {
        _ = editor.take(keys.randomElement(using: &generator)!)
        #expect((0...editor.characters.count).contains(editor.cursor))
        #expect(Array(editor.text) == editor.characters)
        let layout = TextLayout(editor.characters, width: 9)
        let place = layout.place(of: editor.cursor, in: editor.characters)
        #expect(place.column < 9 && layout.rows.indices.contains(place.row))
      }
    }
  }
}

/// Text that is being typed, with the editing commands that are customary in Emacs and shells.
///
/// The text is an array of characters, that is, grapheme clusters, and the cursor is an index into this array, so every
/// movement and deletion affects whole visible characters. Inserted text can merge or split the clusters around it, for
/// example if it starts with a combining mark, so `replace` segments the characters next to a change again. The editor
/// also keeps a kill buffer, an undo stack in which a typed word is one step, and the history of earlier inputs.
package struct LineEditor: Hashable, Sendable {
  package private(set) var characters: [Character]
  /// The number of characters before the cursor.
  package private(set) var cursor: Int
  /// Whether the text may be multiline.
  package let isMultiline: Bool

  private struct State: Hashable, Sendable {
    var characters: [Character]
    var cursor: Int
  }

  private var undone: [State] = []
  /// Whether the last key typed a character of a word. A word is undone in one step.
  private var isTyping = false
  private var killed: [Character] = []
  /// Earlier inputs, oldest first.
  private let history: [String]
  /// The index of the shown history entry. The index after the last entry stands for the new text.
  private var place: Int
  private var draft: [Character] = []

  package init(_ text: String = "", isMultiline: Bool = false, history: [String] = []) {
    self.isMultiline = isMultiline
    self.history = history
    characters = Array(LineEditor.clean(text, isMultiline))
    cursor = characters.count
    place = history.count
  }

  package var text: String { String(characters) }

  /// Replaces the whole text.
  package mutating func set(_ text: String) {
    remember()
    characters = Array(LineEditor.clean(text, isMultiline))
    cursor = characters.count
  }

  /// Handles a key. Returns false if the key has no function here.
  package mutating func take(_ key: Key) -> Bool {
    let wasTyping = isTyping
    isTyping = false
    switch key {
    case .text(let text): type(text, continuing: wasTyping)
    case .paste(let text):
      remember()
      insert(LineEditor.clean(text, isMultiline))
    case .altEnter where isMultiline:
      remember()
      insert("\n")
    case .backspace, .control("h"): remove(cursor - 1..<cursor)
    case .delete, .control("d"): remove(cursor..<cursor + 1)
    case .control("k"): kill(cursor..<lineEnd)
    case .control("u"): kill(lineStart..<cursor)
    case .control("w"): kill(wordStart(isBlank: \.isWhitespace)..<cursor)
    case .altBackspace: kill(wordStart(isBlank: LineEditor.isBetweenWords)..<cursor)
    case .alt("d"): kill(cursor..<wordEnd)
    case .control("y"):
      remember()
      insert(String(killed))
    case .control("t"): transpose()
    case .control("_"), .control("/"): undo()
    default: return move(key)
    }
    return true
  }

  private mutating func move(_ key: Key) -> Bool {
    switch key {
    case .left, .control("b"): cursor = max(0, cursor - 1)
    case .right, .control("f"): cursor = min(characters.count, cursor + 1)
    case .home, .control("a"): cursor = lineStart
    case .end, .control("e"): cursor = lineEnd
    case .wordLeft, .alt("b"): cursor = wordStart(isBlank: LineEditor.isBetweenWords)
    case .wordRight, .alt("f"): cursor = wordEnd
    case .alt("<"): cursor = 0
    case .alt(">"): cursor = characters.count
    case .control("p"), .alt("p"): return recall(place - 1)
    case .control("n"), .alt("n"): return recall(place + 1)
    default: return false
    }
    return true
  }

  /// Replaces the text with an entry of the history. Returns false if there is no such entry, or if it is already
  /// shown.
  package mutating func recall(_ index: Int) -> Bool {
    guard (0...history.count).contains(index), index != place else { return false }
    if place == history.count { draft = characters }
    remember()
    place = index
    characters = index == history.count ? draft : Array(LineEditor.clean(history[index], isMultiline))
    cursor = characters.count
    return true
  }

  // MARK: - Changes

  private mutating func type(_ text: String, continuing: Bool) {
    let isBlank = text.allSatisfy(\.isWhitespace)
    if !continuing || isBlank { remember() }
    insert(LineEditor.clean(text, isMultiline))
    isTyping = !isBlank
  }

  private mutating func insert(_ text: String) { replace(cursor..<cursor, with: text) }

  private mutating func remove(_ range: Range<Int>) {
    let range = range.clamped(to: 0..<characters.count)
    if range.isEmpty { return }
    remember()
    replace(range, with: "")
  }

  /// Replaces a range of characters and moves the cursor to the end of the new text. The new text may merge with the
  /// character before it.
  private mutating func replace(_ range: Range<Int>, with text: String) {
    // The new text can merge only with the character directly before it. After it, several characters may have to be
    // segmented again. For example, each flag is a pair of regional indicators.
    let first = max(0, range.lowerBound - 1)
    let last = min(range.upperBound + LineEditor.reach, characters.count)
    let start = String(characters[first..<range.lowerBound]) + text
    let new = Array(start + String(characters[range.upperBound..<last]))
    characters.replaceSubrange(first..<last, with: new)
    var length = start.utf8.count
    cursor = first
    while length > 0, cursor < characters.count {
      length -= characters[cursor].utf8.count
      cursor += 1
    }
  }

  /// The number of characters to segment again after a change.
  private static let reach = 16

  private mutating func kill(_ range: Range<Int>) {
    if range.isEmpty { return }
    killed = Array(characters[range])
    remove(range)
  }

  private mutating func transpose() {
    let place = min(cursor, characters.count - 1)
    guard place > 0 else { return }
    remember()
    replace(place - 1..<place + 1, with: String([characters[place], characters[place - 1]]))
  }

  private mutating func remember() {
    let state = State(characters: characters, cursor: cursor)
    if undone.last != state { undone.append(state) }
    if undone.count > 200 { undone.removeFirst() }
  }

  private mutating func undo() {
    while let last = undone.popLast() {
      if last.characters == characters { continue }
      (characters, cursor) = (last.characters, last.cursor)
      return
    }
  }

  // MARK: - Positions

  private var lineStart: Int { characters[..<cursor].lastIndex(of: "\n").map { $0 + 1 } ?? 0 }

  private var lineEnd: Int { characters[cursor...].firstIndex(of: "\n") ?? characters.count }

  private func wordStart(isBlank: (Character) -> Bool) -> Int {
    var place = cursor
    while place > 0, isBlank(characters[place - 1]) { place -= 1 }
    while place > 0, !isBlank(characters[place - 1]) { place -= 1 }
    return place
  }

  private var wordEnd: Int {
    var place = cursor
    while place < characters.count, LineEditor.isBetweenWords(characters[place]) { place += 1 }
    while place < characters.count, !LineEditor.isBetweenWords(characters[place]) { place += 1 }
    return place
  }

  private static func isBetweenWords(_ character: Character) -> Bool { !character.isLetter && !character.isNumber }

  /// Moves the cursor by a number of rows in a layout. Returns false if there is no such row.
  mutating func move(rows: Int, in layout: TextLayout) -> Bool {
    let place = layout.place(of: cursor, in: characters)
    guard layout.rows.indices.contains(place.row + rows) else { return false }
    cursor = layout.cursor(row: place.row + rows, column: place.column, in: characters)
    isTyping = false
    return true
  }

  /// Returns the text without control characters. In a single line, line breaks and tabs become spaces.
  private static func clean(_ text: String, _ isMultiline: Bool) -> String {
    var clean = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}": clean.append(isMultiline ? "\n" : " ")
      case "\t": clean.append(isMultiline ? "\t" : " ")
      case _ where scalar.properties.generalCategory == .control: break
      default: clean.append(scalar)
      }
    }
    return String(clean)
  }
}

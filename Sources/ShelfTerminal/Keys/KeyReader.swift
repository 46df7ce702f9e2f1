import CTermKey

/// Decodes the bytes from a terminal into keys, using libtermkey, which knows terminals from their terminfo entries.
///
/// The bytes of one key can arrive in several reads, so an Escape may be a key or the start of a longer sequence. While
/// that is undecided, `isWaiting` is true; the caller waits for at most `escapeTimeout` and then calls `rest()`.
///
/// This class adds what libtermkey does not handle: bracketed paste, whose contents become a single `Key.paste`; a
/// terminal's answers to queries, which are dropped; and repeated Escapes, which libtermkey interprets as Alt.
package final class KeyReader {
  private let library: OpaquePointer
  /// The most recent bytes, up to 64, starting at the last Escape if they contain one.
  private var beginning: [UInt8] = []
  /// Whether the bytes are within a terminal's answer to a query.
  private var isInAnswer = false
  /// The text pasted so far, or nil if no paste is in progress.
  private var pasted: String?

  /// The time to wait for the rest of a sequence after Escape, in milliseconds.
  package static let escapeTimeout = 50

  /// - Parameter terminal: the value of `TERM`.
  package init?(terminal: String) {
    let flags = TERMKEY_FLAG_UTF8 | TERMKEY_FLAG_NOTERMIOS | TERMKEY_FLAG_CTRLC | TERMKEY_FLAG_NOSTART
    guard let library = termkey_new_abstract(terminal, Int32(flags)) else { return nil }
    self.library = library
    // Hide the terminfo entry for mouse reports. In newer databases, the entry is `CSI <`, which makes libtermkey parse
    // all reports in the X10 format and return the remaining bytes as typed keys. Without the entry, libtermkey
    // recognizes the format of each report.
    let hook:
      @convention(c) (UnsafePointer<CChar>?, UnsafePointer<CChar>?, UnsafeMutableRawPointer?) -> UnsafePointer<
        CChar
      >? = { name, value, _ in name.map { String(cString: $0) == "key_mouse" } ?? false ? nil : value }
    termkey_hook_terminfo_getstr(library, hook, nil)
    guard termkey_start(library) != 0 else {
      termkey_destroy(library)
      return nil
    }
    termkey_set_canonflags(library, Int32(TERMKEY_CANON_DELBS))
    termkey_set_buffer_size(library, 1 << 13)
  }

  deinit { termkey_destroy(library) }

  /// Whether the last bytes may be the start of an incomplete sequence.
  package private(set) var isWaiting = false

  /// Decodes further bytes and returns the keys that they complete.
  package func keys(_ bytes: [UInt8]) -> [Key] {
    var keys: [Key] = []
    let bytes = withoutAnswers(bytes)
    // On a slow connection, repeated Escapes can arrive together. libtermkey would return them as Alt-Escape.
    if bytes.count + (isWaiting && beginning == [0x1B] ? 1 : 0) > 1, pasted == nil, bytes.allSatisfy({ $0 == 0x1B }) {
      return rest() + bytes.map { _ in .escape }
    }
    beginning = (beginning + bytes).suffix(64)
    if let escape = beginning.lastIndex(of: 0x1B) { beginning = Array(beginning[escape...]) }
    var rest = bytes[...]
    while !rest.isEmpty {
      let taken = rest.withUnsafeBytes { bytes in
        termkey_push_bytes(library, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count)
      }
      if taken == 0 || taken > rest.count { break }
      rest = rest.dropFirst(taken)
      keys += drain()
    }
    return keys
  }

  /// Returns the keys of an incomplete sequence after the timeout.
  package func rest() -> [Key] {
    var keys: [Key] = []
    var key = TermKeyKey()
    // On a slow connection, this may be the start of a sequence whose remaining bytes have yet to arrive.
    if beginning.count > 2, beginning.starts(with: [0x1B, UInt8(ascii: "[")]) {
      isWaiting = false
      return []
    }
    while pasted == nil, termkey_getkey_force(library, &key) == TERMKEY_RES_KEY { take(key, &keys) }
    isWaiting = false
    return keys
  }

  /// Returns the keys of the last bytes from the terminal, including an unterminated paste.
  package func last(_ bytes: [UInt8]) -> [Key] {
    let keys = keys(bytes)
    defer { pasted = nil }
    return keys + (pasted.map { [.paste(KeyReader.lines(of: $0))] } ?? [])
  }

  private static func lines(of pasted: String) -> String {
    pasted.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
  }

  /// Removes a terminal's answers to queries (`OSC … BEL` or `OSC … ESC \`), since the user did not type them.
  private func withoutAnswers(_ bytes: [UInt8]) -> [UInt8] {
    guard isInAnswer || bytes.contains(0x1B) else { return bytes }
    var kept: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if isInAnswer {
        let isEnd = bytes[index] == 0x07 || bytes[index] == UInt8(ascii: "\\") && index > 0 && bytes[index - 1] == 0x1B
        if isEnd { isInAnswer = false }
      } else if bytes[index] == 0x1B, index + 2 < bytes.count, bytes[index + 1] == UInt8(ascii: "]"),
        (0x30...0x39).contains(bytes[index + 2])
      {
        isInAnswer = true
      } else {
        kept.append(bytes[index])
      }
      index += 1
    }
    return kept
  }

  private func drain() -> [Key] {
    var keys: [Key] = []
    var key = TermKeyKey()
    while true {
      let result = termkey_getkey(library, &key)
      isWaiting = result == TERMKEY_RES_AGAIN
      guard result == TERMKEY_RES_KEY else { return keys }
      take(key, &keys)
    }
  }

  private func take(_ key: TermKeyKey, _ keys: inout [Key]) {
    if let mark = bracket(key) {
      if mark == 200 {
        pasted = ""
      } else if let text = pasted {
        keys.append(.paste(KeyReader.lines(of: text)))
        pasted = nil
      }
    } else if pasted != nil {
      pasted? += KeyReader.pastedText(key)
    } else if key.type == TERMKEY_TYPE_MOUSE {
      if let mouse = mouse(key) { keys.append(.mouse(mouse)) }
    } else if let key = KeyReader.key(key) {
      keys.append(key)
    }
  }

  /// Returns 200 for the start of a bracketed paste, 201 for its end, and nil for other keys.
  private func bracket(_ key: TermKeyKey) -> Int? {
    guard key.type == TERMKEY_TYPE_UNKNOWN_CSI else { return nil }
    var key = key
    var numbers = [Int](repeating: 0, count: 16)
    var count = numbers.count
    var command: UInt = 0
    guard termkey_interpret_csi(library, &key, &numbers, &count, &command) == TERMKEY_RES_KEY, count > 0,
      command & 0xFF == UInt(UInt8(ascii: "~")), numbers[0] == 200 || numbers[0] == 201
    else { return nil }
    return numbers[0]
  }

  private func mouse(_ key: TermKeyKey) -> Mouse? {
    var key = key
    var event = TERMKEY_MOUSE_UNKNOWN
    var (button, line, column): (Int32, Int32, Int32) = (0, 0, 0)
    guard termkey_interpret_mouse(library, &key, &event, &button, &line, &column) == TERMKEY_RES_KEY else { return nil }
    let action: Mouse.Action? =
      switch (event, button) {
      case (TERMKEY_MOUSE_PRESS, 1): .press
      case (TERMKEY_MOUSE_PRESS, 4): .wheelUp
      case (TERMKEY_MOUSE_PRESS, 5): .wheelDown
      case (TERMKEY_MOUSE_DRAG, 1): .drag
      case (TERMKEY_MOUSE_RELEASE, _): .release
      default: nil
      }
    return action.map { Mouse($0, row: Int(line) - 1, column: Int(column) - 1) }
  }

  private static func text(_ key: TermKeyKey) -> String {
    withUnsafeBytes(of: key.utf8) { bytes in String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self) }
  }

  /// Returns the text of a key within a paste. Control characters are dropped.
  private static func pastedText(_ key: TermKeyKey) -> String {
    switch key.type {
    case TERMKEY_TYPE_UNICODE:
      if key.modifiers & Int32(TERMKEY_KEYMOD_CTRL) == 0 { return text(key) }
      return key.code.codepoint == Int(UInt8(ascii: "j")) ? "\n" : ""
    case TERMKEY_TYPE_KEYSYM where key.code.sym == TERMKEY_SYM_ENTER: return "\r"
    case TERMKEY_TYPE_KEYSYM where key.code.sym == TERMKEY_SYM_TAB: return "\t"
    case TERMKEY_TYPE_KEYSYM where key.code.sym == TERMKEY_SYM_SPACE: return " "
    default: return ""
    }
  }

  private static func key(_ key: TermKeyKey) -> Key? {
    let hasAlt = key.modifiers & Int32(TERMKEY_KEYMOD_ALT) != 0
    let hasControl = key.modifiers & Int32(TERMKEY_KEYMOD_CTRL) != 0
    let hasShift = key.modifiers & Int32(TERMKEY_KEYMOD_SHIFT) != 0
    switch key.type {
    case TERMKEY_TYPE_UNICODE:
      guard let scalar = Unicode.Scalar(UInt32(truncatingIfNeeded: key.code.codepoint)) else { return nil }
      let character = Character(scalar)
      // Lines of input that is piped into a terminal end with line feeds, which arrive as Ctrl-J instead of Enter.
      if hasControl { return character == "j" ? .enter : .control(Character(character.lowercased())) }
      return hasAlt ? .alt(character) : .text(text(key))
    case TERMKEY_TYPE_FUNCTION: return .function(Int(key.code.number))
    case TERMKEY_TYPE_KEYSYM: return symbol(key.code.sym, hasAlt || hasControl, hasAlt: hasAlt, hasShift: hasShift)
    default: return nil
    }
  }

  private static func symbol(_ symbol: TermKeySym, _ isByWord: Bool, hasAlt: Bool, hasShift: Bool) -> Key? {
    switch symbol {
    case TERMKEY_SYM_ENTER, TERMKEY_SYM_KPENTER: hasAlt ? .altEnter : .enter
    case TERMKEY_SYM_TAB: hasShift ? .backTab : .tab
    case TERMKEY_SYM_ESCAPE: .escape
    case TERMKEY_SYM_SPACE: isByWord && !hasAlt ? .control(" ") : .text(" ")
    case TERMKEY_SYM_BACKSPACE, TERMKEY_SYM_DEL: isByWord ? .altBackspace : .backspace
    case TERMKEY_SYM_DELETE: .delete
    case TERMKEY_SYM_UP: .up
    case TERMKEY_SYM_DOWN: .down
    case TERMKEY_SYM_LEFT: isByWord ? .wordLeft : .left
    case TERMKEY_SYM_RIGHT: isByWord ? .wordRight : .right
    case TERMKEY_SYM_HOME, TERMKEY_SYM_FIND: .home
    case TERMKEY_SYM_END, TERMKEY_SYM_SELECT: .end
    case TERMKEY_SYM_PAGEUP: .pageUp
    case TERMKEY_SYM_PAGEDOWN: .pageDown
    default: nil
    }
  }
}

/// The kind of text field that the user is typing into.
package enum Typing: Hashable, Sendable {
  /// A single line.
  case line
  /// Multiple lines. Enter inserts a line break.
  case lines
}

/// Combines characters that arrive together into one paste.
///
/// Terminals without bracketed paste send a paste as single characters. Laying out the text again after each of them
/// would be slow.
package enum TypedRun {
  /// The minimum number of characters to combine. A person cannot type this many between two reads.
  static let minimum = 8

  /// Removes and returns the next key, or the next run of characters as a paste.
  ///
  /// - Parameter typing: the kind of text field that the user is typing into, or nil if every key may be a command.
  package static func next(_ keys: inout ArraySlice<Key>, into typing: Typing?) -> Key? {
    guard let first = keys.first else { return nil }
    if typing != nil {
      let run = keys.prefix { text(of: $0, into: typing) != nil }
      if run.count >= minimum {
        keys = keys[run.endIndex...]
        return .paste(run.compactMap { text(of: $0, into: typing) }.joined())
      }
    }
    keys = keys.dropFirst()
    return first
  }

  /// Returns the leading characters of a sequence of keys, combined into one paste, or nil if the first key is not a
  /// character.
  package static func start(of keys: [Key], into typing: Typing?) -> Key? {
    guard typing != nil else { return nil }
    let texts = keys.prefix { text(of: $0, into: typing) != nil }.compactMap { text(of: $0, into: typing) }
    return texts.isEmpty ? nil : .paste(texts.joined())
  }

  private static func text(of key: Key, into typing: Typing?) -> String? {
    switch key {
    case .text(let text), .paste(let text): text
    case .enter where typing == .lines: "\n"
    default: nil
    }
  }
}

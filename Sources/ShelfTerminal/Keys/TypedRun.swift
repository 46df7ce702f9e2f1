/// What characters are typed into at the moment.
package enum Typing: Hashable, Sendable {
  /// A text of one line.
  case line
  /// A text of several lines, in which Enter begins another one.
  case lines
}

/// Takes characters that have come together as one text: those of a paste that the terminal does not mark as such, each
/// of which would have the whole text laid out anew.
package enum TypedRun {
  /// No one types as many between two reads of the keyboard.
  static let least = 8

  /// Takes the next key off a row, or the next characters as one text.
  ///
  /// - Parameter typing: what they are typed into; nil where each of them may be a key of its own meaning.
  package static func next(_ keys: inout ArraySlice<Key>, into typing: Typing?) -> Key? {
    guard let first = keys.first else { return nil }
    if typing != nil {
      let run = keys.prefix { text(of: $0, into: typing) != nil }
      if run.count >= least {
        keys = keys[run.endIndex...]
        return .paste(run.compactMap { text(of: $0, into: typing) }.joined())
      }
    }
    keys = keys.dropFirst()
    return first
  }

  /// Returns all that is typed at the beginning of a row of keys, as one text; nil if nothing is.
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

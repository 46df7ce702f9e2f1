/// The order of a language's letters.
///
/// Lists sort by folded text, which ignores accents. Some alphabets have more letters than A to Z: *ł* follows *l* in
/// Polish, and *ñ* follows *n* in Spanish. In a sort key, such a letter is represented as the letter before it, such as
/// *l* or *n*, and a mark that sorts after all letters. Chinese characters are sorted by pronunciation, among the Latin
/// letters.
package struct Alphabet: Sendable {
  /// The letters other than A to Z, in order, keyed by the letter that precedes them: `["a": "ą", "z": "źż"]`.
  package let letters: [Character: String]
  private let usesPinyin: Bool
  private let marked: [Character: String]

  init(_ letters: [Character: String] = [:], usesPinyin: Bool = false) {
    self.letters = letters
    self.usesPinyin = usesPinyin
    var marked: [Character: String] = [:]
    for (letter, others) in letters {
      for (number, other) in others.enumerated() {
        marked[other] = String(letter) + String(repeating: Alphabet.mark, count: number + 1)
        for upper in other.uppercased() { marked[upper] = marked[other] }
      }
    }
    self.marked = marked
  }

  /// A private-use character, which sorts after all letters.
  private static let mark: Character = "\u{F8FF}"

  /// Whether lists sort by folded text.
  package var isPlain: Bool { letters.isEmpty && !usesPinyin }

  /// Returns the sort key of a text.
  package func key(of text: String) -> String {
    if isPlain { return Folding.fold(text) }
    if usesPinyin { return Alphabet.pinyin(Folding.fold(text)) }
    var letters = ""
    for letter in Folding.composed(text) {
      if let marked = marked[letter] { letters += marked } else { letters.append(letter) }
    }
    return Folding.fold(letters)
  }

  /// Returns the letter under which a list shows a key, such as `Ł`, or nil if the key does not begin with a letter of
  /// the alphabet.
  package func heading(ofKey key: String) -> String? {
    guard let first = key.first, first.isLetter, first.isASCII || !usesPinyin else { return nil }
    let marks = key.dropFirst().prefix { $0 == Alphabet.mark }.count
    if marks > 0, let others = letters[first], marks <= others.count {
      return others[others.index(others.startIndex, offsetBy: marks - 1)].uppercased()
    }
    return first.uppercased()
  }

  /// Replaces each Chinese character with the first letter of its pronunciation and two control characters. They encode
  /// the character's position among the characters with that letter, and place it before Latin names that begin with
  /// the letter.
  private static func pinyin(_ folded: String) -> String {
    var key = String.UnicodeScalarView()
    for scalar in folded.unicodeScalars {
      guard let (letter, position) = Pinyin.place(of: scalar) else {
        key.append(scalar)
        continue
      }
      key.append(letter)
      for digit in [position / 24, position % 24] { key.append(Unicode.Scalar(UInt8(4 + digit))) }
    }
    return String(key)
  }
}

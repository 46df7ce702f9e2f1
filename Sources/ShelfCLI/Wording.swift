import ShelfHistory
import ShelfModel
import ShelfStore
import ShelfText

/// Wording shared by several commands.
enum Wording {
  /// Returns a text cut to fit in a sentence.
  static func short(_ text: String) -> String {
    let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
    return DisplayWidth.truncate(line, to: 60)
  }

  /// Returns how many there are of something: "1 file", "2,000 files".
  ///
  /// - Parameter noun: the word for one; an "s" makes it the word for several.
  static func count(_ count: Int, _ noun: String) -> String { "\(number(count)) \(noun)\(count == 1 ? "" : "s")" }

  /// Returns a number with commas between groups of three digits.
  static func number(_ number: Int) -> String {
    var digits = String(number.magnitude)
    var groups: [String] = []
    while digits.count > 3 {
      groups.insert(String(digits.suffix(3)), at: 0)
      digits.removeLast(3)
    }
    return (number < 0 ? "-" : "") + ([digits] + groups).joined(separator: ",")
  }

  /// Returns “a, b and c”.
  static func list(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " and " + last
  }

  /// Returns a word as it is typed in a shell, in quotation marks if it needs them.
  static func shellWord(_ word: String) -> String {
    let isPlain = !word.isEmpty && word.allSatisfy { $0.isLetter || $0.isNumber || "/._-+,:@%".contains($0) }
    // An apostrophe and a mark on it are one character.
    let quoted = word.unicodeScalars.map { $0 == "'" ? "'\\''" : String($0) }.joined()
    return isPlain ? word : "'\(quoted)'"
  }

  /// Returns a clause about the operation in progress: "a merge is not finished".
  static func begun(_ operation: GitOperation) -> String {
    operation == .patches ? "`git am` is in progress" : "a \(operation.rawValue) is in progress"
  }

  /// Returns what is in the way of taking a change back: "books/dune.yaml has been deleted".
  static func obstacle(_ obstacle: UndoPlan.Obstacle) -> String {
    switch obstacle.state {
    case .deleted: "\(obstacle.path) has been deleted"
    case .added: "\(obstacle.path) has been made again"
    case .edited(let fields) where !fields.isEmpty:
      "\(fields.count > 3 ? "\(fields.count) fields" : list(fields)) of \(obstacle.path) \(fields.count == 1 ? "has" : "have") been edited"
    case .edited, .editedElsewhere: "\(obstacle.path) has been edited"
    }
  }

  /// Returns how to finish it.
  static func ending(_ operation: GitOperation) -> String {
    "finish it with `git \(operation.rawValue) --continue`, or abort it with `git \(operation.rawValue) --abort`"
  }

  /// Returns a record's name in quotation marks.
  static func name(_ record: Record) -> String { "“\(short(record.title))”" }

  /// Returns a field's key as a person reads it: `dateAdded` as "date added", `isbn` as "ISBN".
  static func words(_ key: String) -> String {
    if ["id", "isbn"].contains(key) { return key.uppercased() }
    return key.reduce(into: "") { words, letter in
      words += letter.isUppercase && words.last?.isLowercase ?? false ? " " + letter.lowercased() : String(letter)
    }
  }

  /// Returns a field's key as a heading.
  static func heading(_ key: String) -> String {
    let words = words(key)
    return words.prefix(1).uppercased() + words.dropFirst()
  }
}

import ShelfModel
import ShelfStore
import ShelfText

/// Recognizes numbers that people give to the copies of their books, such as inventory numbers, barcodes and call
/// numbers.
///
/// Such a column or field has a name such as “Inv.-Nr.”, or its values differ in books with the same title. The values
/// are short, contain digits, and are all different apart from a few slips.
enum CopyNumber {
  /// The maximum size of a number, in bytes.
  private static let maxBytes = 30
  /// The maximum number of words in a number, such as the call number `PR 6000 .W`.
  private static let maxWords = 4

  /// Returns whether a text can be the number of a copy. Dates, amounts of money, addresses and places in a house are
  /// not numbers of copies, although they contain digits.
  static func isNumber(_ text: String) -> Bool {
    guard !text.isEmpty, text.utf8.count <= maxBytes, text.contains(where: \.isNumber),
      !text.contains(where: { $0.isCurrencySymbol || $0 == "%" || $0 == "@" }), !text.contains("://")
    else { return false }
    if let day = DateParser.day(text, .dmy), day.precision == .day { return false }
    let words = Folding.words(text)
    return words.count <= maxWords && !words.contains(where: ColumnName.isStorage)
  }

  /// Returns whether texts are numbers that are all different. One in 20 may be repeated, and one in ten may not be a
  /// number.
  static func areDistinct(_ texts: [String]) -> Bool {
    let numbers = texts.filter(isNumber)
    let repeated = numbers.count - Set(numbers.map(CopyNumbers.key)).count
    return (texts.count - numbers.count) * 10 <= texts.count && repeated * 20 <= numbers.count
  }

  /// Returns whether the name of a column or field says that it contains numbers of copies.
  static func isName(_ name: String) -> Bool { CopyNumberName.matches(name) }

  /// Returns whether a field that the library declares can contain numbers of copies.
  static func canBeIn(_ field: Field) -> Bool {
    switch field.type {
    case .text:
      !field.isLong && !isOfOthers(field.key) && ![FieldHandle.location, .citationKey].contains(FieldHandle(field))
    case .integer: isName(field.key)
    default: false
    }
  }

  /// Returns whether a field contains numbers of copies, judging by its values.
  ///
  /// - Parameters:
  ///   - places: the values in each file, and those in the library. A number may occur in several places, but should
  ///     occur only once in each.
  ///   - tellsCopies: whether some books with the same title have different values. Without a name such as “Inv.-Nr.”,
  ///     the field must meet this condition, because the values of any other field may also happen to be all different.
  static func areNumbered(_ field: Field, by places: [[String]], tellsCopies: Bool) -> Bool {
    let count = Set(places.joined().map(CopyNumbers.key)).count
    return count >= 2 && (tellsCopies || isName(field.key)) && places.allSatisfy(areDistinct)
  }

  /// The minimum number of values for a column whose name is not that of a number.
  static let minDistinct = 4

  /// Returns whether the name of a column says that it is about a loan, a person or a place, such as a telephone number
  /// or the class of a pupil.
  static func isOfOthers(_ name: String) -> Bool {
    let letters = Folding.letters(name)
    return isOfBorrower(name) || places.contains { letters.hasPrefix($0) }
  }

  /// Returns whether the name of a column says that it is about a loan or a person.
  static func isOfBorrower(_ name: String) -> Bool {
    let letters = Folding.letters(name)
    return CopyNumberName.isOfLoans(name) || people.contains { letters.hasPrefix($0) }
  }

  private static let people = [
    "tel", "phone", "mobile", "handy", "email", "mail", "class", "klasse", "grade", "stufe", "age", "alter", "address",
    "adresse",
  ]

  private static let places = ["room", "raum", "box", "shelf", "regal", "fach", "level"]
}

/// The columns of a table that number copies and have different values in rows of one book.
struct CopyColumns {
  private struct Column {
    var texts: [String] = []
    /// The first number of each book.
    var numbers: [String: String] = [:]
    var differs = false
  }

  private let names: [String]
  private let title: String?
  private let author: String?
  private var columns: [String: Column] = [:]

  /// - Parameter names: the columns that may contain numbers of copies.
  init(_ names: [String], title: String?, author: String?) {
    (self.names, self.title, self.author) = (names, title, author)
  }

  mutating func add(_ cell: (String) -> String) {
    guard let title, !cell(title).isEmpty else { return }
    let book = Folding.letters(cell(title)) + "\u{1F}" + (author.map { Folding.letters(cell($0)) } ?? "")
    for name in names {
      let text = cell(name).trimmed
      if text.isEmpty { continue }
      columns[name, default: Column()].texts.append(text)
      let number = CopyNumbers.key(text)
      if let first = columns[name]?.numbers[book] {
        if first != number { columns[name]?.differs = true }
      } else {
        columns[name]?.numbers[book] = number
      }
    }
  }

  /// Returns the columns that number copies of one book, in the order of the table.
  func numbers() -> [String] {
    names.filter { name in
      guard let column = columns[name], column.differs else { return false }
      let isLikely =
        CopyNumber.isName(name) || column.texts.count >= CopyNumber.minDistinct && !CopyNumber.isOfOthers(name)
      return isLikely && CopyNumber.areDistinct(column.texts)
    }
  }
}

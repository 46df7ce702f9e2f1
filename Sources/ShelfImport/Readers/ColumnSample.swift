import ShelfFormats
import ShelfModel
import ShelfText

/// Statistics about the values of a column, for columns whose names do not show what they contain.
struct ColumnSample {
  private var rows = 0
  private var filled = 0
  private var (states, years, numbers, wholes, dates, amounts, flags) = (0, 0, 0, 0, 0, 0, 0)
  private var storage = 0
  /// The first value that names a position in a house.
  private(set) var storageExample: String?
  private var isRowNumber = true

  /// The maximum number of cells that are examined.
  private static let maxCells = 1000
  /// The maximum size of a cell that is examined, in bytes.
  private static let maxBytes = 60

  /// Whether no more cells are examined.
  var isFull: Bool { rows >= ColumnSample.maxCells }

  mutating func add(_ text: String) {
    if isFull { return }
    rows += 1
    if Int(text) != rows { isRowNumber = false }
    if text.isEmpty { return }
    filled += 1
    if text.utf8.count > ColumnSample.maxBytes { return }
    if ReadingStatus(text) != nil { states += 1 }
    if FieldMapping.flag(text) != nil { flags += 1 }
    if ColumnName.namesStorage(text) {
      storage += 1
      storageExample = storageExample ?? text
    }
    let parts = text.split { ";,".contains($0) }.map(\.trimmed)
    if !parts.isEmpty, parts.allSatisfy({ $0.utf8.count == 4 && Int($0) != nil || YearSpan($0) != nil }) { years += 1 }
    if Double(text.replacing(",", with: ".")) != nil {
      numbers += 1
      if Int(text) != nil { wholes += 1 }
    } else if let day = DateParser.day(text, .dmy), day.precision != .year {
      // A year among other words, as in the call number `PR 6000 .W`, is not a date.
      dates += 1
    } else if text.contains(where: \.isCurrencySymbol), Money(typed: text) != nil {
      amounts += 1
    }
  }

  /// Whether the column contains reading statuses: at least half of the values are statuses, or words for yes and no.
  var areStates: Bool { filled == 0 || (states + flags) * 2 >= filled }
  /// Whether most values name positions in a house, such as `Box 3`.
  var areStorage: Bool { storage > 0 && storage * 2 >= filled }
  var isEmpty: Bool { filled == 0 }
  /// Whether some values are years of readings, such as “1979, 2004”.
  var hasYears: Bool { years > 0 }
  var areNumbers: Bool { filled > 0 && numbers == filled }
  /// Whether the column only numbers the rows.
  var countsRows: Bool { rows > 1 && isRowNumber }

  /// Returns the type of field that can store most of the values.
  ///
  /// - Parameter column: the name of the column. If the name is a word for a price, plain numbers are treated as
  ///   amounts of money.
  func type(of column: String) -> String {
    func most(_ count: Int) -> Bool { filled > 0 && count * 10 >= filled * 9 }
    let name = Folding.letters(column)
    let isPrice = ["price", "preis", "prix", "precio", "prezzo", "cena", "prijs", "cost"].contains { name.contains($0) }
    let isMoney =
      (amounts > 0 || isPrice) && (amounts + numbers) * 10 >= filled * (isPrice ? 5 : 9) && amounts + numbers > 0
    if isMoney { return "money" }
    if most(dates) || dates > 0 && most(dates + years) { return "date" }
    if areNumbers { return wholes == filled ? "integer" : "decimal" }
    return most(flags) ? "boolean" : "text"
  }
}

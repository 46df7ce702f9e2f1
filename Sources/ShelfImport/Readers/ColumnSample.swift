import ShelfModel
import ShelfText

/// Statistics about the values of a column, for columns whose names do not show what they contain.
struct ColumnSample {
  private var rows = 0
  private var filled = 0
  private var (states, years, numbers, wholes, dates, amounts, flags) = (0, 0, 0, 0, 0, 0, 0)
  /// The number of values such as `1,250.00`.
  private var grouped = 0
  /// The number of values such as `2/6`, which may be British prices.
  private var shillings = 0
  private var storage = 0
  /// The first value that names a place where books are kept.
  private(set) var storageExample: String?
  private var isRowNumber = true
  /// Whether any number has leading zeros. Numbers of copies may have them, but row numbers do not.
  private(set) var hasZeros = false

  /// The maximum number of cells to examine.
  private static let maxCells = 1000
  /// The maximum size of a cell to examine, in bytes.
  private static let maxBytes = 60

  /// Whether enough cells have been examined.
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
      // Zeros at the start belong to a barcode or another number that nobody calculates with.
      if Int(text) != nil {
        wholes += 1
        if text.hasPrefix("0"), text.utf8.count > 1 { hasZeros = true }
      }
    } else if let day = DateParser.day(text, .dmy), day.precision != .year, ColumnSample.isWholeDate(text) {
      // A year among other words, as in the call number `PR 6000 .W`, is not a date.
      dates += 1
    } else if text.contains(where: \.isCurrencySymbol) {
      // Amounts that shelf cannot read, such as `£1 5s`, are amounts, too.
      amounts += 1
    } else if let money = Money(typed: text) {
      if money.currency == nil { grouped += 1 } else if text.contains("/") { shillings += 1 }
    }
  }

  /// Whether at least half of the values are reading statuses, or words for yes and no. Also true for an empty column.
  var areStates: Bool { filled == 0 || (states + flags) * 2 >= filled }
  /// Whether at least half of the values name places where books are kept, such as `Box 3`.
  var areStorage: Bool { storage > 0 && storage * 2 >= filled }
  var isEmpty: Bool { filled == 0 }
  /// Whether any value consists of years, such as “1979, 2004”.
  var hasYears: Bool { years > 0 }
  var areNumbers: Bool { filled > 0 && numbers == filled }
  /// Whether the values are the row numbers.
  var countsRows: Bool { rows > 1 && isRowNumber }

  /// Returns whether a text with a date contains nothing else, as opposed to `1975-02-02 Splendid.`
  private static func isWholeDate(_ text: String) -> Bool {
    let parts = text.split { !($0.isLetter || $0.isNumber) }
    let isTime = text.contains(":") && text.allSatisfy { !$0.isLetter || "TZ".contains($0) }
    return (parts.count <= 3 || isTime) && (text.last.map { $0.isLetter || $0.isNumber || $0 == "." } ?? false)
  }

  /// Returns the name of the field type that suits most of the values. A date must be the whole value, because the rest
  /// would be lost.
  ///
  /// - Parameter column: the name of the column. If the name is a word for a price, plain numbers are treated as
  ///   amounts of money.
  func type(of column: String) -> String {
    func most(_ count: Int) -> Bool { filled > 0 && count * 10 >= filled * 9 }
    let name = Folding.letters(column)
    let isPrice = ["price", "preis", "prix", "precio", "prezzo", "cena", "prijs", "cost", "betrag", "amount"].contains {
      name.contains($0)
    }
    // Some cells contain remarks, such as “gift”.
    let sums = amounts + numbers + grouped + shillings
    let areAmounts = sums > 0 && sums * 2 >= filled
    if areAmounts, isPrice || amounts * 5 >= filled || grouped > 0 { return "money" }
    if dates > 0, dates + years == filled { return "date" }
    if hasZeros { return "text" }
    if areNumbers { return wholes == filled ? "integer" : "decimal" }
    return most(flags) ? "boolean" : "text"
  }
}

/// Which columns, or keys, of a source say what a field holds: all of them must be there and read before the source is
/// taken to say that the field is empty.
struct FieldColumns: ExpressibleByDictionaryLiteral {
  /// A column by the names that it has had.
  private typealias Column = [String]

  /// What has to be known of each field: columns, of which one that holds something says it all, and those behind it
  /// need not be there.
  private var columns: [String: [[Column]]]

  /// - Parameter elements: fields with their columns; names of one column in different years are joined by a bar, and
  ///   columns of which the first that holds something counts by `>`.
  init(dictionaryLiteral elements: (String, [String])...) {
    columns = Dictionary(
      elements.map { field, parts in
        (field, parts.map { $0.split(separator: ">").map { $0.split(separator: "|").map(String.init) } })
      }, uniquingKeysWith: +)
  }

  /// Makes one column say what a field holds, as somebody asked.
  mutating func map(_ column: String, to field: String) { columns[field] = [[[column]]] }

  /// The columns of databases and keys of JSON whose names do not tell their fields.
  static let common: FieldColumns = [
    "dateAdded": ["timestamp"], "dateStarted": ["LastTimeStartedReading"],
    "dateCompleted": ["modified", "DateLastRead"], "year": ["issued", "date"],
    "creationDate": ["timestamp", "datetime", "DateCreated", "date"],
  ]

  /// Returns the fields of which a source does not say all where some columns do not read.
  func fields(unread: Set<String>) -> [String] {
    unread.flatMap { column in
      let fields = columns.filter { $0.value.joined().joined().contains(column) }.map(\.key)
      return fields.isEmpty ? [FieldMapping.guess(column) ?? column] : fields
    }
  }

  /// Returns the fields all of whose columns a table has: a row that has all cells, and in which all values read, says
  /// all of them.
  func whole(has: (String) -> Bool) -> Set<String> {
    Set(columns.filter { $0.value.joined().allSatisfy { $0.contains(where: has) } }.keys)
  }

  /// Returns whether a table has any of the columns.
  func has(any has: (String) -> Bool) -> Bool { columns.values.joined().joined().joined().contains(where: has) }

  /// Marks the fields of a draft of which its row does not say all.
  ///
  /// - Parameters:
  ///   - unread: columns whose values do not read.
  ///   - known: fields that the row says whole.
  ///   - has: whether the row has a column.
  ///   - isFilled: whether the row's cell in a column holds something.
  func settle(
    _ draft: inout Draft, unread: Set<String>, known: Set<String> = [], has: (String) -> Bool,
    isFilled: (String) -> Bool = { _ in false }
  ) {
    func isKnown(_ chain: [Column]) -> Bool {
      for column in chain {
        if !column.contains(where: has) || !unread.isDisjoint(with: column) { return false }
        if column.contains(where: isFilled) { return true }
      }
      return true
    }
    var open: [String] = []
    for (field, texts) in draft.fields where !known.contains(field) {
      if let columns = columns[field] {
        if !columns.allSatisfy(isKnown) { open.append(field) }
      } else if texts.isEmpty {
        // Nothing in the source could say it.
        open.append(field)
      }
    }
    draft.leaveOpen(open)
  }
}

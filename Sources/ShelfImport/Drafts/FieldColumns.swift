import ShelfModel

/// Which columns, or keys, of a source say what a field holds: all of them must be there and read before the source is
/// taken to say that the field is empty.
struct FieldColumns: ExpressibleByDictionaryLiteral {
  /// A column by the names that it has had.
  private typealias Column = [String]

  /// What has to be known of each field: columns, of which one that holds something says it all, and those behind it
  /// need not be there.
  private var columns: [FieldHandle: [[Column]]]

  /// - Parameter elements: fields with their columns; names of one column in different years are joined by a bar, and
  ///   columns of which the first that holds something counts by `>`.
  init(dictionaryLiteral elements: (FieldHandle, [String])...) {
    columns = Dictionary(
      elements.map { field, parts in
        (field, parts.map { $0.split(separator: ">").map { $0.split(separator: "|").map(String.init) } })
      }, uniquingKeysWith: +)
  }

  /// Makes one column say what a field holds, as the user asked.
  mutating func map(_ column: String, to field: FieldHandle) { columns[field] = [[[column]]] }

  /// The columns of databases and keys of JSON whose names do not tell their fields.
  static let common: FieldColumns = [
    .dateAdded: ["timestamp"], .dateStarted: ["LastTimeStartedReading"],
    .dateCompleted: ["modified", "DateLastRead"], .year: ["issued", "date"],
    .creationDate: ["timestamp", "datetime", "DateCreated", "date"],
  ]

  /// Returns the fields of which a source does not say all where some columns do not read.
  func fields(unread: Set<String>) -> [FieldHandle] {
    unread.flatMap { column in
      let fields = columns.filter { $0.value.joined().joined().contains(column) }.map(\.key)
      return fields.isEmpty ? [ColumnName.guess(column) ?? FieldHandle(named: column)] : fields
    }
  }

  /// Returns of which fields a row says all that has each cell of a table, and whose values all read: it does where all
  /// columns of a field are there, and does not where the first of several is missing. In the others it depends.
  func said(has: (String) -> Bool) -> [FieldHandle: Bool] {
    columns.compactMapValues { chains in
      let isThere = chains.map { $0.map { $0.contains(where: has) } }
      if isThere.allSatisfy({ $0.allSatisfy(\.self) }) { return true }
      return isThere.contains { $0.first == false } ? false : nil
    }
  }

  /// Returns whether a table has any of the columns.
  func has(any has: (String) -> Bool) -> Bool { columns.values.joined().joined().joined().contains(where: has) }

  /// Marks the fields of a draft of which its row does not say all.
  ///
  /// - Parameters:
  ///   - unread: columns whose values do not read.
  ///   - said: fields of which is known whether the row says all of them.
  ///   - has: whether the row has a column.
  ///   - isFilled: whether the row's cell in a column holds something.
  func settle(
    _ draft: inout Draft, unread: Set<String>, said: [FieldHandle: Bool] = [:], has: (String) -> Bool,
    isFilled: (String) -> Bool = { _ in false }
  ) {
    func isKnown(_ chain: [Column]) -> Bool {
      for column in chain {
        if !column.contains(where: has) || !unread.isDisjoint(with: column) { return false }
        if column.contains(where: isFilled) { return true }
      }
      return true
    }
    var open: [FieldHandle] = []
    for (field, texts) in draft.fields {
      if let isSaid = said[field] {
        if !isSaid { open.append(field) }
      } else if let columns = columns[field] {
        if !columns.allSatisfy(isKnown) { open.append(field) }
      } else if texts.isEmpty {
        // Nothing in the source could say it.
        open.append(field)
      }
    }
    draft.leaveOpen(open)
  }
}

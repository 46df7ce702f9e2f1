import ShelfModel

/// Which columns, or keys, of a source say what a field holds: all of them must be there and read before the source is
/// taken to say that the field is empty.
struct FieldColumns {
  private var columns: [FieldHandle: [SourceColumn]] = [:]

  init(_ columns: [SourceColumn]) {
    for column in columns { for field in column.fields { self.columns[field, default: []].append(column) } }
  }

  /// Makes one column say what a field holds, as the user asked.
  mutating func map(_ column: String, to field: FieldHandle) { columns[field] = [SourceColumn(column, tells: field)] }

  /// The columns of databases and keys of JSON whose names do not tell their fields.
  static let common = FieldColumns([
    SourceColumn("timestamp", tells: .dateAdded, .creationDate),
    SourceColumn("LastTimeStartedReading", tells: .dateStarted),
    SourceColumn("modified", "DateLastRead", tells: .dateCompleted), SourceColumn("issued", tells: .year),
    SourceColumn("date", tells: .year, .creationDate), SourceColumn("datetime", "DateCreated", tells: .creationDate),
  ])

  /// Returns the fields of which a source does not say all where some columns do not read.
  func fields(unread: Set<String>) -> [FieldHandle] {
    unread.flatMap { column in
      let fields = columns.filter { $0.value.contains { $0.parts.joined().contains(column) } }.map(\.key)
      return fields.isEmpty ? [ColumnName.guess(column) ?? FieldHandle(named: column)] : fields
    }
  }

  /// Returns whether a table has any of the columns.
  func has(any has: (String) -> Bool) -> Bool {
    columns.values.joined().contains { $0.parts.joined().contains(where: has) }
  }

  /// Marks the fields of a draft of which its row does not say all.
  ///
  /// - Parameters:
  ///   - unread: columns whose values do not read.
  ///   - has: whether the row has a column.
  ///   - isFilled: whether the row's cell in a column holds something.
  func settle(
    _ draft: inout Draft, unread: Set<String>, has: (String) -> Bool, isFilled: (String) -> Bool = { _ in false }
  ) {
    func isKnown(_ column: SourceColumn) -> Bool {
      for names in column.parts {
        if !names.contains(where: has) || !unread.isDisjoint(with: names) { return false }
        if names.contains(where: isFilled) { return true }
      }
      return true
    }
    var open: [FieldHandle] = []
    for (field, texts) in draft.fields {
      // If no column is of the field, nothing in the source could say that it is empty.
      if let columns = columns[field] {
        if !columns.allSatisfy(isKnown) { open.append(field) }
      } else if texts.isEmpty {
        open.append(field)
      }
    }
    draft.leaveOpen(open)
  }
}

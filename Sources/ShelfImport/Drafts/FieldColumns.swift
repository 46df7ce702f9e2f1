import ShelfModel

/// The columns or keys of a source that determine each field.
///
/// A field without a value is treated as empty only if all of its columns exist and could be read. Otherwise, it is
/// incomplete (see `Draft.incomplete`).
struct FieldColumns {
  private var columns: [FieldHandle: [SourceColumn]] = [:]

  init(_ columns: [SourceColumn]) {
    for column in columns { for field in column.fields { self.columns[field, default: []].append(column) } }
  }

  /// Lets a single column determine a field, as the user requested with `--map`.
  mutating func map(_ column: String, to field: FieldHandle) { columns[field] = [SourceColumn(column, tells: field)] }

  /// Columns in databases and keys in JSON files whose names do not suggest their fields.
  static let common = FieldColumns([
    SourceColumn("timestamp", tells: .dateAdded, .creationDate),
    SourceColumn("LastTimeStartedReading", tells: .dateStarted),
    SourceColumn("modified", "DateLastRead", tells: .dateCompleted), SourceColumn("issued", tells: .year),
    SourceColumn("date", tells: .year, .creationDate), SourceColumn("datetime", "DateCreated", tells: .creationDate),
  ])

  /// Returns the fields that are incomplete because the given columns could not be read.
  func fields(unread: Set<String>) -> [FieldHandle] {
    unread.flatMap { column in
      let fields = columns.filter { $0.value.contains { $0.parts.joined().contains(column) } }.map(\.key)
      return fields.isEmpty ? [ColumnName.guess(column) ?? FieldHandle(named: column)] : fields
    }
  }

  /// Returns whether a table has at least one of these columns.
  func has(any has: (String) -> Bool) -> Bool {
    columns.values.joined().contains { $0.parts.joined().contains(where: has) }
  }

  /// Marks the fields that a row does not describe completely as incomplete.
  ///
  /// - Parameters:
  ///   - unread: the columns whose values could not be read.
  ///   - has: returns whether the row has a column.
  ///   - isFilled: returns whether the row has a value in a column.
  func markIncomplete(
    _ draft: inout Draft, unread: Set<String>, has: (String) -> Bool, isFilled: (String) -> Bool = { _ in false }
  ) {
    func isKnown(_ column: SourceColumn) -> Bool {
      for names in column.parts {
        if !names.contains(where: has) || !unread.isDisjoint(with: names) { return false }
        if names.contains(where: isFilled) { return true }
      }
      return true
    }
    var incomplete: [FieldHandle] = []
    for (field, texts) in draft.fields {
      // If no column determines the field, the source cannot state that it is empty.
      if let columns = columns[field] {
        if !columns.allSatisfy(isKnown) { incomplete.append(field) }
      } else if texts.isEmpty {
        incomplete.append(field)
      }
    }
    draft.markIncomplete(incomplete)
  }
}

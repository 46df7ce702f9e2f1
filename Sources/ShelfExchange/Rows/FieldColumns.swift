/// Which columns, or keys, of a source say what a field holds: all of them must be there and read before the source is
/// taken to say that the field is empty.
struct FieldColumns: ExpressibleByDictionaryLiteral {
  private var columns: [String: [[String]]]

  /// - Parameter elements: fields with their columns; names of one column in different years are joined by a bar.
  init(dictionaryLiteral elements: (String, [String])...) {
    columns = Dictionary(
      elements.map { field, names in (field, names.map { $0.split(separator: "|").map(String.init) }) },
      uniquingKeysWith: +)
  }

  /// Makes one column say what a field holds, as somebody asked.
  mutating func map(_ column: String, to field: String) { columns[field] = [[column]] }

  /// The columns of databases and keys of JSON whose names do not tell their fields.
  static let common: FieldColumns = [
    "dateAdded": ["timestamp"], "dateStarted": ["LastTimeStartedReading"],
    "dateCompleted": ["modified", "DateLastRead"], "year": ["issued", "date"],
    "creationDate": ["timestamp", "datetime", "Highlighted at", "DateCreated", "date"],
  ]

  /// Returns the fields of which a source does not say all where some columns do not read.
  func fields(unread: Set<String>) -> [String] {
    unread.flatMap { column in
      let fields = columns.filter { $0.value.contains { $0.contains(column) } }.map(\.key)
      return fields.isEmpty ? [FieldMapping.guess(column) ?? column] : fields
    }
  }

  /// Marks the fields of a draft of which its row does not say all.
  ///
  /// - Parameters:
  ///   - unread: columns whose values do not read.
  ///   - has: whether the row has a column.
  func settle(_ draft: inout Draft, unread: Set<String>, has: (String) -> Bool) {
    var open: [String] = []
    for (field, texts) in draft.fields {
      if let columns = columns[field] {
        if columns.contains(where: { !$0.contains(where: has) || !unread.isDisjoint(with: $0) }) { open.append(field) }
      } else if texts.isEmpty {
        // Nothing in the source could say it.
        open.append(field)
      }
    }
    draft.leaveOpen(open)
  }
}

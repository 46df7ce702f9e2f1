import ShelfFormats
import ShelfModel
import ShelfText

/// The columns of a table that number copies.
extension GenericList.Columns {
  /// Returns the columns of a table that may contain the numbers of copies: those without a field, and those with a
  /// field for such numbers.
  func copyColumns(_ names: [String]) -> CopyColumns {
    let numbers = names.filter { name in
      if name.isEmpty { return false }
      guard let field = likelyField(name) else { return true }
      return options.customFields[.book]?.first { $0.key == field.key }.map(CopyNumber.canBeIn) ?? false
    }
    func clearest(_ field: FieldHandle) -> String? {
      names.filter { likelyField($0) == field }.min { rank($0) < rank($1) }
    }
    return CopyColumns(numbers, title: clearest(.title), author: clearest(.author))
  }

  /// Returns the column of a list of loans that contains the numbers of copies, if the library declares a field for
  /// them.
  func copyColumn(_ names: [String]) -> String? {
    let declared = (options.customFields[.book] ?? []).filter { CopyNumber.isName($0.key) }
    if declared.isEmpty { return nil }
    func isDeclared(_ name: String) -> Bool {
      options.declaredField(named: name, of: .book).map { field in declared.contains { $0.key == field.key } }
        ?? false
    }
    func countsRows(_ name: String) -> Bool { samples[name].map { $0.countsRows && !$0.hasZeros } ?? false }
    let found = names.filter { name in
      maps[ColumnName.fold(name)] == nil && CopyNumber.isName(name)
        && (isDeclared(name) || !CopyNumber.isOfOthers(name) && !countsRows(name))
    }
    return found.first { !CopyNumberName.isOfTitle($0) } ?? found.first
  }

  /// Reports how the rows that were combined with other rows can stay copies, if a column numbers the copies and has no
  /// field.
  func reportNumbers(_ column: String?, _ batch: inout SourceBatch) {
    guard !isRegister, batch.combinedRows > 0, let column, fields[column] == nil else { return }
    let declaring = FieldSuggestion(.book, "text", for: column) == nil ? "" : " (--declare keeps the numbers)"
    batch.notes.append(
      "\(batch.combinedRows.grouped) \(batch.combinedRows == 1 ? "row is" : "rows are") combined with other rows of "
        + "\(batch.file) and counted as \(batch.combinedRows == 1 ? "a copy" : "copies"), because “\(column)” differs"
        + declaring)
  }
}

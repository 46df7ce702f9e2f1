import ShelfModel
import ShelfQuery

extension Cells {
  /// Appends the text of a cell as UTF-8: the bytes of `cell(attribute, record).text`.
  ///
  /// A list of a large library is mostly titles, names and counts, for which there need not be a string, nor a list of
  /// one reference. It halves the time of such a list; `CellTextTests` holds it to the cells.
  package func appendText(_ attribute: Attribute, _ record: Record, to bytes: inout [UInt8]) {
    guard case .field(let field) = attribute, appendOne(field, record, to: &bytes) else {
      bytes.append(contentsOf: cell(attribute, record).text.utf8)
      return
    }
  }

  /// Appends the one value of a field that can be copied or looked up; false where there is no such value.
  private func appendOne(_ field: Field, _ record: Record, to bytes: inout [UInt8]) -> Bool {
    let isCopied = field.type == .text || field.type == .textList
    guard isCopied || field.type.target != nil else { return false }
    var found: Record.Slot?
    for slot in record.slots where slot.field == UInt16(field.index) && slot.value.count > 0 {
      guard found == nil, slot.shape != .nested, slot.shape != .emptyList else { return false }
      found = slot
    }
    guard let found else { return field.defaultText == nil }
    return record.withBytes(of: found.value) { text in
      if !isCopied, let target = RecordID(utf8: text).flatMap({ library.record($0) }) {
        return target.withTitle { title in
          bytes.append(contentsOf: title)
          return !title.isEmpty
        }
      }
      bytes.append(contentsOf: text)
      return true
    }
  }
}

import ShelfModel
import ShelfRPC
import ShelfStore
import ShelfText

extension Snapshot {
  /// Returns a `Hover` with the page of a referenced record, a note about a person or a series, the description of a
  /// key, or a note about a date.
  func hover(at offset: Int) -> JSON? {
    if let reference = reference(at: offset) {
      guard let target = reference.target else {
        return hover("no record of this library has this id", reference.range)
      }
      return hover(RecordNote(self, client.hover).page(of: target), reference.whole)
    }
    if let place = name(at: offset) { return hover(place) }
    if path == Manifest.fileName { return settingHover(at: offset) }
    guard let kind, let (key, range) = key(at: offset), let field = library.schema.field(key, of: kind) else {
      return dateHover(at: offset)
    }
    return hover(FieldNote(client.hover).text(field, kind), range)
  }

  func hover(_ text: String, _ range: Range<Int>) -> JSON {
    ["contents": ["kind": .text(client.hover.kind), "value": .text(text)], "range": index.json(range)]
  }

  /// Returns the key at an offset, if it is at the start of a line.
  func key(at offset: Int) -> (key: String, range: Range<Int>)? {
    let context = LineContext(at: offset, in: index)
    guard context.place == .key, context.hasColon else { return nil }
    var range = context.range
    let bytes = text.bytes
    while range.count > 1, bytes[range.upperBound - 1] == 0x20 { range = range.lowerBound..<range.upperBound - 1 }
    var key = bytes[range]
    if key.count > 2, let mark = key.first, mark == UInt8(ascii: "\"") || mark == UInt8(ascii: "'"), key.last == mark {
      key = key.dropFirst().dropLast()
    }
    return (String(decoding: key, as: UTF8.self), range)
  }

  /// Returns a hover with a note about a date, or with a color.
  private func dateHover(at offset: Int) -> JSON? {
    guard let record, let kind else { return nil }
    for field in library.schema.fields(of: kind) {
      for item in record.items(of: field) where item.range.contains(offset) || item.range.upperBound == offset {
        switch field.type {
        case .date: return CalendarDate(item.text).map { hover(DateNote.text($0, today: today), item.range) }
        case .timestamp: return Timestamp(item.text).map { hover(DateNote.text($0.date, today: today), item.range) }
        case .color: return Color(item.text).map { hover("#\($0.description)", item.range) }
        default: return nil
        }
      }
    }
    return nil
  }
}

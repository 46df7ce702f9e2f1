import ShelfModel
import YAMLEdit

extension Check {
  static let swallowedText = Check(
    "swallowed-text", .warning, "text that YAML reads as a comment, or fields that it reads as text",
    reason: """
      In a value without quotation marks, a # after a space starts a comment. If no space follows the #, it was \
      probably meant as text, such as the number of a volume, but shelf and other programs show only the text before \
      it. If a quotation mark is not closed, the text continues to the next quotation mark and includes the fields in \
      between.
      """,
    example: "title: Dune #1",
    repair: "Puts the whole text in quotation marks. If a text includes other fields, you have to repair it by hand.",
    .record { check, record, examination in
      let fields = examination.library.schema.fields(of: record.kind).filter {
        $0.type == .text || $0.type == .textList
      }
      let swallowed = fields.flatMap { field in
        record.items(of: field).compactMap { item in
          SwallowedText.rest(after: item, in: record).map { (item: item, rest: $0) }
        }
      }
      return swallowed.findings { item, rest in
        let comment = rest.trimmed
        let text = item.text + rest
        let end = item.range.upperBound + rest.utf8.count
        return Finding(
          check, record, item.field.key, at: end - comment.utf8.count..<end,
          "“\(comment.firstLine)” is a comment, not part of the text",
          repairs: [
            Repair(
              "quote", "write “\(text.firstLine)” in quotation marks", .nothing, record,
              [.setComment(item.path, nil), .set(item.path, .scalar(Scalar(text)))])
          ])
      }
    },
    .record { check, record, examination in
      SwallowedLine.all(in: record, examination.library.schema).findings { line in
        let end = Place(of: line.text.upperBound, in: record.source).line
        return Finding(
          check, record, line.field, at: line.text.lowerBound..<line.endOfFirst,
          "the quoted text that starts here continues to line \(end), including “\(line.start)”",
          advice: .byHand(
            "write a \(line.mark) at the end of the line, and check the one in line \(end); or indent the text"))
      }
    })
}

/// Detects a comment that was probably meant as text.
enum SwallowedText {
  /// Returns the comment after an unquoted value, including the spaces before it, or nil if it does not look like text.
  static func rest(after item: FieldItem, in record: Record) -> String? {
    record.withSlots { bytes, sourceCount, _ in
      let (start, end) = (item.range.lowerBound, item.range.upperBound)
      guard !item.isNested, item.comment != nil, start > 0, end < sourceCount,
        bytes[start..<end].elementsEqual(item.text.utf8), startsText(at: end, bytes, sourceCount)
      else { return nil }
      let line = bytes[end..<sourceCount].prefix { $0 != 0x0A && $0 != 0x0D }
      let blanks = line.reversed().prefix { $0 == 0x20 || $0 == 0x09 }.count
      return String(decoding: line.dropLast(blanks), as: UTF8.self)
    }
  }

  /// Returns whether the value that ends at an offset is followed by spaces and a single `#`, with text directly after
  /// it.
  @inline(__always)
  static func startsText(at end: Int, _ bytes: UnsafeBufferPointer<UInt8>, _ count: Int) -> Bool {
    guard end < count, bytes[end] == 0x20 || bytes[end] == 0x09 else { return false }
    var hash = end
    while hash < count, bytes[hash] == 0x20 || bytes[hash] == 0x09 { hash += 1 }
    guard hash + 1 < count, bytes[hash] == UInt8(ascii: "#") else { return false }
    return bytes[hash + 1] > 0x20 && bytes[hash + 1] != UInt8(ascii: "#")
  }
}

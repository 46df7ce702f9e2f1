import ShelfFormats
import ShelfText

extension ImportFormat {
  /// The backup of Openreads 4 or 5. Both versions have the same list of books.
  static let openreads = ImportFormat(
    name: "openreads", title: "Openreads backup", summary: "books with readings, tags, ratings and reviews (.backup)",
    origin: "Openreads > Settings > Backup; for its CSV export, use the format csv",
    recognizes: { OpenreadsBackup.recognizes($0) },
    read: { file, options, batch throws(SourceError) in try OpenreadsBackup.read(file, options, into: &batch) })
}

/// Reads the list of books in a backup of Openreads: JSON objects with `@@@@@` between them.
///
/// `PackedFile` takes the list from the archive. The values are converted to the form that Openreads exports as CSV,
/// and then read like any other list.
enum OpenreadsBackup {
  /// The name of the list in the archive.
  static let file = "books.backup"

  private static let separator = "@@@@@"
  /// The separator between books in the first backups, and between tags.
  private static let oldSeparator = "|||||"

  static func recognizes(_ probe: SourceProbe) -> Bool {
    guard probe.first == "{", let end = end(ofObjectIn: probe.head) else { return false }
    let keys = ["\"title\"", "\"status\"", "\"has_cover\"", "\"favourite\"", "\"olid\""]
    return keys.allSatisfy { String(decoding: probe.head[..<end], as: UTF8.self).contains($0) }
  }

  /// Returns the end of the first object, or nil if the object is incomplete.
  private static func end(ofObjectIn bytes: [UInt8]) -> Int? {
    var parser = JSONParser(bytes)
    return (try? parser.value()).map { _ in parser.position }
  }

  static func read(
    _ file: SourceFile, _ options: ImportOptions, into batch: inout SourceBatch
  ) throws(SourceError) {
    let text = batch.text(of: file)
    var parser = JSONParser(text.bytes)
    var items: [JSONValue.Item] = []
    while true {
      parser.skipSpace()
      if parser.isAtEnd { break }
      if parser.skip(separator) || parser.skip(oldSeparator) { continue }
      let (start, line) = (parser.position, items.count + 1)
      guard let value = try? parser.value(), case .object(let members) = value else {
        throw SourceError("the book \(line) of the backup cannot be read", in: file.path)
      }
      items.append(
        JSONValue.Item(value: .object(members.compactMap(plain)), line: line, range: start..<parser.position))
    }
    if items.isEmpty { return }
    try GenericList.readTree(.array(items), options, into: &batch, in: file)
    // shelf knows these keys, so the user need not check how they are mapped.
    batch.preview = []
  }

  /// Returns a member in the form that Openreads exports to CSV, with words instead of numbers, or nil if it does not
  /// describe the book.
  private static func plain(_ member: JSONValue.Member) -> JSONValue.Member? {
    func with(_ value: JSONValue) -> JSONValue.Member {
      JSONValue.Member(key: member.key, value: value, line: member.line)
    }
    let text = member.value.text ?? ""
    switch member.key {
    case "status": return with(.text(statuses[text] ?? text))
    // Ratings are in tenths of a star.
    case "rating":
      guard let number = Double(text), number.isFinite else { return text.isEmpty ? with(.null) : member }
      return with(number == 0 ? .null : .text("\(number / 10)"))
    case "tags": return with(.array(texts(text, oldSeparator, line: member.line)))
    // These members contain the device's number for the book and data about its cover.
    case "id", "blur_hash", "has_cover", "cover", "date_modified": return nil
    case "favourite", "deleted": return text == "0" ? nil : member
    case "book_type": return JSONValue.Member(key: "format", value: member.value, line: member.line)
    default: return member
    }
  }

  private static func texts(_ text: String, _ separator: String, line: Int) -> [JSONValue.Item] {
    text.split(separator: separator).map {
      JSONValue.Item(value: .text($0.trimmed), line: line, range: 0..<0)
    }
  }

  private static let statuses = ["0": "finished", "1": "in progress", "2": "planned", "3": "abandoned"]
}

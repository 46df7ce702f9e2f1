import ShelfModel
import ShelfSystem
import ShelfText
import YAMLEdit

/// What the last import of a format brought: the base of a three-way merge with what is in the library and what comes now.
///
/// It is a file of JSON lines in the library's own folder for that, which git ignores. It decides nothing but which
/// values of records change, so a faulty one does no more harm than a wrong edit.
package struct ImportBase: Sendable {
  struct Entry: Equatable, Sendable {
    let id: RecordID
    /// The texts of each field, references as ids.
    var fields: FieldTexts
    /// Whether the source that others copy said it.
    var isPrimary = false
  }

  /// Where an entry says which fields kept what the library has although the source had something else.
  static let kept = FieldHandle(named: "*kept")
  /// Where an entry says how often a book had been read.
  static let readCount = FieldHandle(named: "*readCount")
  /// Where an entry says which file it is of, if each file is a source of its own.
  static let place = FieldHandle(named: "*place")
  /// Where an entry says what earlier states of its file called the book.
  static let formerNames = FieldHandle(named: "*formerNames")

  /// The path in the library.
  package let path: String
  /// The file as it was read; nil if there is none.
  package let old: [UInt8]?
  /// The lines, in their order: of tens of thousands of records, each is looked at once.
  private var lines: [Line] = []
  /// Where the lines of keys are.
  private var places: [Draft.Key: Int] = [:]
  private var hasChanged = false
  /// Checksums of the files that were imported, in the order of their first import.
  private var contents: [String] = []
  private var allContents: Set<String> = []
  private static let mostContents = 20_000

  fileprivate struct Line {
    var id: RecordID
    var text: Text

    enum Text {
      /// A part of the file as it was read.
      case old(Range<UInt32>)
      case new([UInt8])
      /// Not written yet: its number among all that were not when they came.
      case coming(Int)
    }
  }

  /// Entries that are not lines yet.
  private var unwritten: WorkAhead<Unwritten, (Unwritten, line: [UInt8])>
  /// How many entries there were that had to be written, and how many of them are lines.
  private var (count, written) = (0, 0)

  private struct Unwritten {
    let number: Int
    let key: Draft.Key
    /// Some of its fields may have no texts.
    let entry: Entry
  }

  /// Returns the path of a format's file.
  package static func path(of format: String) -> String { ".shelf/imports/\(format).jsonl" }

  /// Reads the file of a format; lines that do not read are left out.
  ///
  /// - Parameters:
  ///   - contents: at most 4 GiB.
  ///   - threads: how many threads may write the new one.
  package init(_ format: String, _ contents: [UInt8]?, threads: Int = 1) {
    unwritten = WorkAhead(threads: threads) { ($0, ImportBase.line($0.key, $0.entry)) }
    path = ImportBase.path(of: format)
    old = contents
    guard let contents else { return }
    let kinds = Dictionary(Kind.allCases.map { ($0.singular, $0) }, uniquingKeysWith: { a, _ in a })
    var parser = JSONParser(contents)
    while true {
      parser.skipSpace()
      if parser.isAtEnd { break }
      let start = parser.position
      guard let value = try? parser.value() else {
        parser.skipLine()
        continue
      }
      if let contents = value["contents"]?.text {
        remember(contents: contents)
        continue
      }
      guard let kind = value["kind"]?.text.flatMap({ kinds[$0] }), let key = value["key"]?.text,
        let id = value["id"]?.text.flatMap({ RecordID($0) })
      else { continue }
      let file = value["file"]?.text ?? ""
      let text = UInt32(start)..<UInt32(parser.position)
      set(Draft.Key(kind: kind, text: key, file: file), Line(id: id, text: .old(text)))
    }
    hasChanged = false
  }

  /// Returns what the last import brought of a record; nil if it brought none.
  subscript(key: Draft.Key) -> Entry? {
    guard let line = places[key].map({ lines[$0] }) else { return nil }
    let text: [UInt8]
    switch line.text {
    case .coming(let number):
      var entry = unwritten[number - written].entry
      entry.fields = entry.fields.withoutEmpty
      return entry
    case .new(let bytes): text = bytes
    case .old(let range): text = Array(oldText(range))
    }
    guard let value = try? JSONParser.parse(text) else { return nil }
    var fields = FieldTexts()
    for member in value["fields"]?.members ?? [] {
      fields[FieldHandle(named: member.key)] = member.value.items.compactMap(\.value.text)
    }
    let isPrimary = if case .flag(true)? = value["isPrimary"] { true } else { false }
    return Entry(id: line.id, fields: fields, isPrimary: isPrimary)
  }

  /// Returns the record that the last import made or found; nil if it brought none.
  func id(of key: Draft.Key) -> RecordID? { places[key].map { lines[$0].id } }

  private func oldText(_ range: Range<UInt32>) -> ArraySlice<UInt8> {
    (old ?? [])[Int(range.lowerBound)..<Int(range.upperBound)]
  }

  /// Remembers what a source says of a record; fields that it does not tell of stay.
  mutating func remember(
    _ key: Draft.Key, _ id: RecordID, _ fields: FieldTexts, isPrimary: Bool = false
  ) {
    let known = self[key]
    var entry = Entry(id: id, fields: known?.fields ?? fields, isPrimary: known?.isPrimary ?? false || isPrimary)
    if known != nil {
      for (field, texts) in fields { entry.fields[field] = texts.isEmpty ? nil : texts }
    }
    if entry == known { return }
    set(key, Line(id: id, text: .coming(count)))
    take(unwritten.add(Unwritten(number: count, key: key, entry: entry)))
    count += 1
  }

  /// Returns whether a file was imported before another one that said something else.
  func isOld(_ contents: String) -> Bool { allContents.contains(contents) && self.contents.last != contents }

  /// Remembers that a file was imported.
  mutating func remember(contents: String) {
    guard allContents.insert(contents).inserted else { return }
    self.contents.append(contents)
    hasChanged = true
  }

  /// What is known of, in no order.
  var keys: some Collection<Draft.Key> { places.keys }

  /// Whether no import is known.
  var isEmpty: Bool { lines.isEmpty }

  /// Makes room for a number of new entries.
  mutating func makeRoom(for count: Int) {
    lines.reserveCapacity(lines.count + count)
    places.reserveCapacity(lines.count + count)
  }

  private mutating func take(_ products: [(Unwritten, line: [UInt8])]) {
    for (unwritten, line) in products {
      written += 1
      // It may have been replaced by a newer one.
      guard let place = places[unwritten.key], case .coming(unwritten.number) = lines[place].text else { continue }
      lines[place].text = .new(line)
    }
  }

  private mutating func set(_ key: Draft.Key, _ line: Line) {
    if let place = places[key] {
      lines[place] = line
    } else {
      places[key] = lines.count
      lines.append(line)
    }
    hasChanged = true
  }

  private static func line(_ key: Draft.Key, _ entry: Entry) -> [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.member("kind", key.kind.singular)
      json.member("key", key.text)
      if !key.file.isEmpty { json.member("file", key.file) }
      json.member("id", entry.id.description)
      if entry.isPrimary { json.member("isPrimary", true) }
      let fields = entry.fields.withoutEmpty
      if fields.isEmpty { return }
      json.key("fields")
      json.object { json in
        for (field, texts) in fields.sorted(by: { $0.key.key < $1.key.key }) {
          json.member(field.key, texts)
        }
      }
    }
    return json.take().fitted
  }

  /// Returns the new contents; nil if nothing has changed.
  ///
  /// It is the last thing that is asked: what it knew makes room for the contents.
  mutating func write() -> [UInt8]? {
    guard hasChanged else { return nil }
    take(unwritten.finish())
    places = [:]
    var head: [UInt8] = []
    for contents in self.contents.suffix(ImportBase.mostContents) {
      var json = JSONWriter()
      json.object { json in json.member("contents", contents) }
      head += json.take()
      head.append(0x0A)
    }
    // Of tens of thousands of lines, a byte more than there is room for would cost twice the memory.
    var bytes: [UInt8] = []
    bytes.reserveCapacity(lines.reduce(head.count) { $0 + $1.text.count + 1 })
    bytes += head
    for place in lines.indices {
      switch lines[place].text {
      case .old(let range): bytes += oldText(range)
      case .new(let line): bytes += line
      case .coming: preconditionFailure("all are written")
      }
      lines[place].text = .new([])
      bytes.append(0x0A)
    }
    lines = []
    return bytes
  }
}

extension ImportBase.Line.Text {
  fileprivate var count: Int {
    switch self {
    case .old(let range): range.count
    case .new(let line): line.count
    case .coming: 0
    }
  }
}

import ShelfModel
import ShelfStore
import ShelfText
import YAMLEdit

/// What the checks look at: a library, and what is known about it beyond its records.
struct Examination {
  package let library: Library
  /// The user's current day.
  let today: CalendarDate
  let now: Timestamp
  /// What version control knows.
  let history: HistoryFacts
  /// The ids in references that no record has.
  let dangling: Set<RecordID>
  /// Files outside the kinds' folders that look like records.
  let strays: [StrayFile]
  /// What the library's `.gitattributes` holds; nil if there is no such file.
  let attributes: [UInt8]?
  let newID: () -> RecordID
  /// The ids in files that could not be read as records.
  let unreadableIDs: Set<RecordID>
  /// The digits at the end of the names of files that could not even be opened.
  private let unreadableDigits: [[UInt8]]
  /// The texts in place of an id in files without a usable one.
  let unusableIDs: Set<String>
  private let names = Names()

  /// The records of each name, collected on first use.
  private final class Names {
    var known: [Kind: [String: [Record]]] = [:]
    var paths: Set<String>?
  }

  init(
    _ library: Library, today: CalendarDate, now: Timestamp, history: HistoryFacts, dangling: Set<RecordID>,
    strays: [StrayFile], attributes: [UInt8]? = nil, newID: @escaping () -> RecordID
  ) {
    self.library = library
    self.today = today
    self.now = now
    self.dangling = dangling
    self.history = history
    self.strays = strays
    self.attributes = attributes
    self.newID = newID
    let nameless = library.unreadable.filter { $0.cause == .missingID || $0.cause == .invalidID }
    let sources = library.unreadable.map(\.source) + strays.map(\.source)
    unreadableIDs = Set((sources + nameless.compactMap { history.committed[$0.path] }).compactMap(Examination.id))
    unreadableDigits = (library.unreadable.filter(\.source.isEmpty) + nameless).compactMap { file in
      let digits = RecordPath.stem(file.path).utf8.suffix(8).compactMap(RecordID.hexDigit)
      return digits.count == 8 ? digits : nil
    }
    unusableIDs = Set(
      nameless.compactMap { file in
        guard let document = try? Document(file.source) else { return nil }
        return document.node(at: [.key(Field.idKey)]).flatMap { document.text(of: $0) }
      })
  }

  /// Returns whether the record with this id exists in an unreadable file.
  func isUnreadable(_ id: RecordID) -> Bool {
    unreadableIDs.contains(id) || unreadableDigits.contains { id.hasPrefix(hexDigits: $0) }
  }

  /// Returns the records of a kind with this name, regardless of case and accents.
  func records(_ kind: Kind, called name: String) -> [Record] {
    let wanted = Folding.fold(name)
    if wanted.isEmpty { return [] }
    let known = names.known[kind] ?? Dictionary(grouping: library.records(of: kind)) { Folding.fold($0.title) }
    names.known[kind] = known
    return known[wanted, default: []]
  }

  /// Returns whether a file of this name exists, or would on a case-insensitive disk.
  func isTaken(_ path: String) -> Bool {
    let paths =
      names.paths ?? Set((library.records.map(\.path) + library.unreadable.map(\.path)).map { $0.lowercased() })
    names.paths = paths
    return paths.contains(path.lowercased())
  }

  /// Returns a path or, if another file has it, one with the id or a number in its name.
  func free(_ path: String, _ id: RecordID) -> String {
    guard isTaken(path), let dot = path.lastIndex(of: ".") else { return path }
    let stem = path[..<dot]
    let named = stem.hasSuffix(id.short) ? String(stem) : "\(stem)-\(id.short)"
    var free = named + path[dot...]
    var number = 2
    while isTaken(free) {
      free = "\(named)-\(number)\(path[dot...])"
      number += 1
    }
    return free
  }

  /// Returns the record that a file held in the last commit; nil if it held no readable one.
  func committedRecord(_ path: String, _ kind: Kind) -> Record? {
    guard let bytes = history.committed[path] else { return nil }
    return library.read(bytes, as: kind, path: path)
  }

  /// Returns the id that is on a line of its own in a text, whatever else is wrong with the text.
  static func id(in source: [UInt8]) -> RecordID? {
    for line in source.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
      let text = line.filter { ![0xEF, 0xBB, 0xBF, 0x20, 0x09, 0x22, 0x27].contains($0) }
      guard text.starts(with: Array("id:".utf8)) else { continue }
      let id = text.dropFirst(3).prefix(36).withContiguousStorageIfAvailable { RecordID(utf8: $0) } ?? nil
      if let id { return id }
    }
    return nil
  }
}

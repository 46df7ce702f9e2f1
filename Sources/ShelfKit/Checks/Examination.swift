import YAMLEdit

/// What the checks look at: a library, and what is known about it beyond its records.
struct Examination {
  let library: Library
  /// The reader's own day.
  let today: CalendarDate
  let now: Timestamp
  /// What version control knows.
  let history: HistoryFacts
  /// The ids that references name and no record has.
  let dangling: Set<RecordID>
  /// Files outside of the kinds' folders that look like records.
  let strays: [StrayFile]
  let newID: () -> RecordID
  /// What stands at `id` in the files that could not be read as records.
  let unreadableIDs: Set<RecordID>
  /// The digits at the end of the names of files that could not even be opened.
  private let unreadableDigits: [[UInt8]]
  private let names: [Kind: [String: [Record]]]

  init(
    _ library: Library, today: CalendarDate, now: Timestamp, history: HistoryFacts, dangling: Set<RecordID>,
    strays: [StrayFile], newID: @escaping () -> RecordID
  ) {
    self.library = library
    self.today = today
    self.now = now
    self.dangling = dangling
    self.history = history
    self.strays = strays
    self.newID = newID
    unreadableIDs = Set((library.unreadable.map(\.source) + strays.map(\.source)).compactMap(Examination.id))
    unreadableDigits = library.unreadable.filter(\.source.isEmpty).compactMap { file in
      let digits = RecordPath.stem(file.path).utf8.suffix(8).compactMap(RecordID.hexDigit)
      return digits.count == 8 ? digits : nil
    }
    var names: [Kind: [String: [Record]]] = [:]
    for kind in [Kind.genre, .tag] {
      names[kind] = Dictionary(grouping: library.records(of: kind)) { Folding.fold($0.title) }
    }
    self.names = names
  }

  /// Returns whether the record of this id is there, in a file that could not be read.
  func isUnreadable(_ id: RecordID) -> Bool {
    unreadableIDs.contains(id) || unreadableDigits.contains { id.hasPrefix(hexDigits: $0) }
  }

  /// Returns the records of a kind with this name, without regard to case and accents.
  func records(_ kind: Kind, called name: String) -> [Record] {
    let wanted = Folding.fold(name)
    if wanted.isEmpty { return [] }
    if let known = names[kind] { return known[wanted, default: []] }
    return library.records(of: kind).filter { Folding.fold($0.title) == wanted }
  }

  /// Returns the record that a file held in the last commit; nil where it held none that reads.
  func committedRecord(_ path: String, _ kind: Kind) -> Record? {
    guard let bytes = history.committed[path] else { return nil }
    return library.read(bytes, as: kind, path: path)
  }

  /// Returns the id that a text holds in a line of its own, whatever else is wrong with the text.
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

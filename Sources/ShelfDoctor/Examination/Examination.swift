import ShelfModel
import ShelfStore
import ShelfText
import YAMLEdit

/// The input of the checks: a library, facts about it from git and the disk, and lookup tables that the checks share.
struct Examination {
  package let library: Library
  /// The current date in the user's time zone.
  let today: CalendarDate
  let now: Timestamp
  /// The facts from version control.
  let history: HistoryFacts
  /// The ids in references that no record has.
  let dangling: Set<RecordID>
  /// The files outside the kinds' folders that look like records.
  let strays: [StrayFile]
  /// The contents of the library's `.gitattributes`, or nil if there is no such file.
  let attributes: [UInt8]?
  /// The reason why the change journal is not trusted, or nil if it is trusted.
  let distrust: JournalDistrust?
  /// The temporary files in the library that an interrupted git merge left behind.
  let mergeLeftovers: [String]
  /// The copies of the manifest that are in the same folder.
  let manifestCopies: [(path: String, source: [UInt8])]
  /// The cover pictures of the books.
  let covers: CoverFacts
  let newID: () -> RecordID
  /// Returns the existing path that prevents the creation of a file at the given path, or nil if the path is free.
  let obstacle: (String) -> String?
  /// The ids in the text, or in the last version in git, of files that could not be read as records.
  let unreadableIDs: Set<RecordID>
  /// The number of files that contain each id, or contained it in git, but were not read as records: unreadable files,
  /// and files outside the kinds' folders.
  private let unreadCounts: [RecordID: Int]
  /// The digits at the end of the names of files that could not be opened or are not records at all.
  private let unreadableDigits: [[UInt8]]
  /// The text that appears instead of an id in files that have no usable id.
  let unusableIDs: Set<String>
  /// The ids that files may have lost.
  let lostIDs: LostIDs
  private let names = Names()

  /// Lookup tables, built on first use.
  private final class Names {
    var known: [Kind: [String: [Record]]] = [:]
    var titles: [Kind: [(folded: String, name: String)]] = [:]
    /// The records of each kind by the first eight digits of their ids.
    var starts: [Kind: [UInt64: [Record]]] = [:]
    var paths: [String: Int]?
    var new: [Kind: [String: NewRecord]] = [:]
  }

  /// A record that a repair may create.
  struct NewRecord {
    let id: RecordID
    let path: String
    let contents: [UInt8]
  }

  init(
    _ library: Library, today: CalendarDate, now: Timestamp, history: HistoryFacts, dangling: Set<RecordID>,
    strays: [StrayFile], attributes: [UInt8]? = nil, distrust: JournalDistrust? = nil,
    mergeLeftovers: [String] = [], manifestCopies: [(path: String, source: [UInt8])] = [],
    covers: CoverFacts = CoverFacts(), newID: @escaping () -> RecordID,
    obstacle: @escaping (String) -> String? = { _ in nil }
  ) {
    self.library = library
    self.today = today
    self.now = now
    self.dangling = dangling
    self.history = history
    self.strays = strays
    self.attributes = attributes
    self.distrust = distrust
    self.mergeLeftovers = mergeLeftovers
    self.manifestCopies = manifestCopies
    self.covers = covers
    self.newID = newID
    self.obstacle = obstacle
    let nameless = library.unreadable.filter(\.isNameless)
    let sources = library.unreadable.map(\.source) + strays.map(\.source)
    // A file that is not a record at all still stands for the record that it was in git.
    let blank = library.unreadable.filter { !$0.isNameless && $0.statedID == nil }
    let former = blank.compactMap { history.versionsWithIDs[$0.path]?.id }
    let counts = (sources.compactMap(Examination.id) + former).reduce(into: [:]) { $0[$1, default: 0] += 1 }
    unreadCounts = counts
    unreadableIDs = Set(counts.keys)
    unreadableDigits = blank.compactMap { RecordPath.digits(inNameOf: $0.path) }
    lostIDs = LostIDs(of: nameless, library, history, dangling: dangling) { id, file in
      library.record(id) == nil && counts[id, default: 0] <= (Examination.id(in: file.source) == id ? 1 : 0)
    }
    unusableIDs = Set(
      nameless.compactMap { file in
        let text = LostIDs.text(in: try? Document(file.source))
        return text.isEmpty ? nil : text
      })
  }

  /// Returns whether a record with this id may exist in an unreadable file.
  func isUnreadable(_ id: RecordID) -> Bool {
    unreadableIDs.contains(id) || lostIDs.contains(id) || unreadableDigits.contains { id.hasPrefix(hexDigits: $0) }
  }

  /// Returns whether an id is free: no record has it, and no unread file other than this one contains it.
  ///
  /// - Parameter isCounted: whether this file itself contains the id in the usual form.
  func isFree(_ id: RecordID, isCounted: Bool) -> Bool {
    library.record(id) == nil && unreadCounts[id, default: 0] <= (isCounted ? 1 : 0)
  }

  /// Returns the records of a kind with a given name, ignoring case and accents. They are sorted by path, so that the
  /// order is the same on every disk.
  func records(_ kind: Kind, called name: String) -> [Record] {
    let wanted = Folding.fold(name)
    if wanted.isEmpty { return [] }
    let known = names.known[kind] ?? Dictionary(grouping: library.records(of: kind)) { Folding.fold($0.title) }
    names.known[kind] = known
    return known[wanted, default: []].sorted { $0.path < $1.path }
  }

  /// Returns the titles of a kind's records, each with its folded form.
  func titles(of kind: Kind) -> [(folded: String, name: String)] {
    if let titles = names.titles[kind] { return titles }
    let titles = library.records(of: kind).map { (folded: Folding.fold($0.title), name: $0.title) }
    names.titles[kind] = titles
    return titles
  }

  /// Returns the records of a kind whose ids start with the given digits, at least eight.
  func records(_ kind: Kind, startingWith digits: [UInt8]) -> [Record] {
    let known = names.starts[kind] ?? Dictionary(grouping: library.records(of: kind)) { $0.id.high >> 32 }
    names.starts[kind] = known
    let start = digits.prefix(8).reduce(0) { $0 << 4 | UInt64($1) }
    return known[start, default: []].filter { $0.id.hasPrefix(hexDigits: digits) }
  }

  /// Returns the record that a repair would create for a name, or nil if its path is taken. Every call returns the same
  /// record.
  func newRecord(_ kind: Kind, called title: String) -> NewRecord? {
    let name = Folding.fold(title)
    if let known = names.new[kind]?[name] { return known }
    let id = newID()
    let path = RecordPath.path(for: kind, id, title: title, bookPath: nil)
    let entries: [(key: String, value: Value)] = [
      (Field.idKey, .scalar(Scalar(id.description, form: .literal))), (kind.titleKey, .scalar(Scalar(title))),
    ]
    guard !isTaken(path), let contents = try? Document.bytes(of: entries) else { return nil }
    let new = NewRecord(id: id, path: path, contents: contents)
    names.new[kind, default: [:]][name] = new
    return new
  }

  /// Returns whether a file with this path exists, or would exist on a case-insensitive disk.
  ///
  /// - Parameter old: the path of a file to ignore.
  func isTaken(_ path: String, but old: String? = nil) -> Bool {
    let paths = names.paths ?? allPaths
    names.paths = paths
    let folded = path.lowercased()
    let isOld = old?.lowercased() == folded
    return paths[folded, default: 0] > (isOld ? 1 : 0) || !isOld && obstacle(path) == path
  }

  /// The number of files for each lowercase path.
  private var allPaths: [String: Int] {
    let paths = library.records.lazy.map(\.path) + library.unreadable.lazy.map(\.path)
    return paths.reduce(into: [:]) { $0[$1.lowercased(), default: 0] += 1 }
  }

  /// Returns a path or, if it is taken, the path with the id or a number added to the name.
  func freePath(_ path: String, _ id: RecordID) -> String {
    var path = path
    if let obstacle = obstacle(path), obstacle != path, let kind = Kind.of(path: path) {
      path = kind.folder + "/" + (path.split(separator: "/").last ?? "")
    }
    guard isTaken(path), let dot = path.lastIndex(of: ".") else { return path }
    let stem = path[..<dot]
    let named = stem.hasSuffix(id.short) ? String(stem) : "\(stem)-\(id.short)"
    var free = named + path[dot...]
    var number = 2
    while isTaken(free), number < Examination.attempts {
      free = "\(named)-\(number)\(path[dot...])"
      number += 1
    }
    return free
  }

  private static let attempts = 100

  /// Returns the record in the last committed version of a file, or nil if that version was not a readable record.
  func committedRecord(_ path: String, _ kind: Kind) -> Record? {
    guard let bytes = history.committed[path] else { return nil }
    return library.read(bytes, as: kind, path: path)
  }

  /// Returns the id on a separate line of the text, regardless of other problems in the text.
  static func id(in source: [UInt8]) -> RecordID? { UnreadableFile.statedID(in: source) }
}

extension UnreadableFile {
  /// Whether the file is a record except for its id, which is missing or invalid.
  var isNameless: Bool { cause == .missingID || cause == .invalidID }
}

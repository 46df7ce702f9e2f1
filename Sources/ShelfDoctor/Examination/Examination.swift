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
  /// Why the journal of changes is not believed; nil if it is.
  let doubt: JournalDistrust?
  /// The temporary files of a merge by git that lie in the library.
  let mergeLeftovers: [String]
  /// The copies of the manifest that lie beside it.
  let manifestCopies: [(path: String, source: [UInt8])]
  /// The pictures of books.
  let covers: CoverFacts
  let newID: () -> RecordID
  /// Returns what on the disk is in the way of a new file.
  let obstacle: (String) -> String?
  /// The ids in files that could not be read as records.
  let unreadableIDs: Set<RecordID>
  /// How often each id is in a file of the library that could not be read, and in files outside the kinds' folders.
  private let unreadCounts: [RecordID: Int]
  /// The digits at the end of the names of files that could not even be opened.
  private let unreadableDigits: [[UInt8]]
  /// The texts in place of an id in files without a usable one.
  let unusableIDs: Set<String>
  /// The ids that files have lost.
  let lostIDs: LostIDs
  private let names = Names()

  /// The records of each name, collected on first use.
  private final class Names {
    var known: [Kind: [String: [Record]]] = [:]
    var titles: [Kind: [(folded: String, name: String)]] = [:]
    /// By the first eight digits of their ids.
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
    strays: [StrayFile], attributes: [UInt8]? = nil, doubt: JournalDistrust? = nil,
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
    self.doubt = doubt
    self.mergeLeftovers = mergeLeftovers
    self.manifestCopies = manifestCopies
    self.covers = covers
    self.newID = newID
    self.obstacle = obstacle
    let nameless = library.unreadable.filter { $0.cause == .missingID || $0.cause == .invalidID }
    let sources = library.unreadable.map(\.source) + strays.map(\.source)
    let counts = sources.compactMap(Examination.id).reduce(into: [:]) { $0[$1, default: 0] += 1 }
    unreadCounts = counts
    unreadableIDs = Set(counts.keys)
    unreadableDigits = library.unreadable.filter(\.source.isEmpty).compactMap { RecordPath.digits(inNameOf: $0.path) }
    lostIDs = LostIDs(of: nameless, library, history, dangling: dangling) { id, file in
      library.record(id) == nil && counts[id, default: 0] <= (Examination.id(in: file.source) == id ? 1 : 0)
    }
    unusableIDs = Set(
      nameless.compactMap { file in
        let text = LostIDs.text(in: try? Document(file.source))
        return text.isEmpty ? nil : text
      })
  }

  /// Returns whether the record with this id exists in an unreadable file.
  func isUnreadable(_ id: RecordID) -> Bool {
    unreadableIDs.contains(id) || lostIDs.contains(id) || unreadableDigits.contains { id.hasPrefix(hexDigits: $0) }
  }

  /// Returns whether nothing else has an id: no record, and no file that is not read beside this one.
  ///
  /// - Parameter isCounted: whether the file itself says that it has this id, in its usual form.
  func isFree(_ id: RecordID, isCounted: Bool) -> Bool {
    library.record(id) == nil && unreadCounts[id, default: 0] <= (isCounted ? 1 : 0)
  }

  /// Returns the records of a kind with this name, regardless of case and accents, in the order of their files' names, which
  /// is the same on every disk.
  func records(_ kind: Kind, called name: String) -> [Record] {
    let wanted = Folding.fold(name)
    if wanted.isEmpty { return [] }
    let known = names.known[kind] ?? Dictionary(grouping: library.records(of: kind)) { Folding.fold($0.title) }
    names.known[kind] = known
    return known[wanted, default: []].sorted { $0.path < $1.path }
  }

  /// Returns the titles of a kind's records, with their folded forms.
  func titles(of kind: Kind) -> [(folded: String, name: String)] {
    if let titles = names.titles[kind] { return titles }
    let titles = library.records(of: kind).map { (folded: Folding.fold($0.title), name: $0.title) }
    names.titles[kind] = titles
    return titles
  }

  /// Returns the records of a kind whose ids start with these digits, at least eight.
  func records(_ kind: Kind, startingWith digits: [UInt8]) -> [Record] {
    let known = names.starts[kind] ?? Dictionary(grouping: library.records(of: kind)) { $0.id.high >> 32 }
    names.starts[kind] = known
    let start = digits.prefix(8).reduce(0) { $0 << 4 | UInt64($1) }
    return known[start, default: []].filter { $0.id.hasPrefix(hexDigits: digits) }
  }

  /// Returns the record that would be created for a name; the same one each time.
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

  /// Returns whether a file of this name exists, or would on a case-insensitive disk.
  ///
  /// - Parameter old: the path of a file that does not count.
  func isTaken(_ path: String, but old: String? = nil) -> Bool {
    let paths = names.paths ?? allPaths
    names.paths = paths
    let folded = path.lowercased()
    let isOld = old?.lowercased() == folded
    return paths[folded, default: 0] > (isOld ? 1 : 0) || !isOld && obstacle(path) == path
  }

  /// How many files have each name on a case-insensitive disk.
  private var allPaths: [String: Int] {
    let paths = library.records.lazy.map(\.path) + library.unreadable.lazy.map(\.path)
    return paths.reduce(into: [:]) { $0[$1.lowercased(), default: 0] += 1 }
  }

  /// Returns a path or, if another file has it, one with the id or a number in its name.
  func free(_ path: String, _ id: RecordID) -> String {
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

  /// Returns the record that a file held in the last commit; nil if it held no readable one.
  func committedRecord(_ path: String, _ kind: Kind) -> Record? {
    guard let bytes = history.committed[path] else { return nil }
    return library.read(bytes, as: kind, path: path)
  }

  /// Returns the id that is on a line of its own in a text, whatever else is wrong with the text.
  static func id(in source: [UInt8]) -> RecordID? { UnreadableFile.statedID(in: source) }
}

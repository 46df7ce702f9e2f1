import ShelfModel
import ShelfStore
import ShelfText
import YAMLEdit

/// Recovers the ids of files that have lost them: files without an id, and files whose id is damaged.
///
/// Evidence comes from several sources, in this order: an earlier version of the file in git; dangling references whose
/// id occurs in the file, is similar to the damaged one, starts with the digits in the file's name, or is followed by
/// the file's title; and the damaged text itself. An id that another file has is never a candidate. The answer is
/// `found` only if there is a single candidate, no other file may have lost the same id, and nothing in the file
/// contradicts it. In that case the repair is safe. Otherwise the user has to choose.
///
/// A file whose fields fit another kind better than the kind of its folder is probably in the wrong folder. With an id,
/// it would become a record of the wrong kind, so no id is certain for such a file. It is compared with the references
/// that expect the kind of its fields.
struct LostIDs {
  /// The id of a file, as far as it is known.
  enum Answer {
    /// All evidence points to this id.
    case found(Candidate)
    /// The file may have had one of these ids, most likely first. However, another file may have had the id instead, or
    /// the only evidence is the damaged text.
    case doubtful([Candidate])
    /// There is no evidence.
    case unknown
  }

  /// An id that a file may have had.
  struct Candidate {
    let id: RecordID
    let evidence: Evidence

    /// A phrase that identifies the candidate in the description of a repair.
    var phrase: String {
      switch evidence {
      case .lastCommit: "the id \(id), as in the last commit"
      case .earlierCommit: "the id \(id), as in an earlier commit"
      case .references: "the id \(id), which other files refer to"
      case .name: "the id \(id), which matches the file's name"
      case .text: "the id \(id), as far as it can be read"
      }
    }
  }

  /// The source of a candidate.
  enum Evidence {
    case lastCommit, earlierCommit, references, name
    /// The only evidence is the damaged text in the file.
    case text
  }

  private var answers: [String: Answer] = [:]
  /// The number of files that may have lost each id.
  private var counts: [RecordID: Int] = [:]
  /// The paths of files that seem to be in the wrong folder, judging by their fields.
  private var misplaced: Set<String> = []

  /// Looks for the ids of these files.
  ///
  /// - Parameters:
  ///   - dangling: the ids in references that no record has.
  ///   - isFree: returns whether no file other than the given one has the id.
  init(
    of files: [UnreadableFile], _ library: Library, _ history: HistoryFacts, dangling: Set<RecordID>,
    isFree: (RecordID, UnreadableFile) -> Bool
  ) {
    if files.isEmpty { return }
    let missing = MissingTargets(dangling, library)
    var candidates: [(path: String, found: [Candidate], isCertain: Bool)] = []
    for file in files {
      let remains = IDCandidates(file, history, missing, library)
      let found = remains.candidates.filter { isFree($0.id, file) }
      candidates.append((file.path, found, remains.isCertain))
      if remains.isMisplaced { misplaced.insert(file.path) }
    }
    counts = candidates.flatMap { $0.found.map(\.id) }.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    // If only one file of a kind has no id, and all references to missing records of that kind have the same id, the
    // file may be the missing record.
    let bare = zip(files, candidates).filter { $0.cause == .missingID && $1.found.isEmpty }.map(\.0)
    for (kind, alone) in Dictionary(grouping: bare, by: \.kind) where alone.count == 1 {
      guard let kind, let id = missing.onlyID(of: kind), isFree(id, alone[0]), counts[id] == nil else { continue }
      if missing.names(of: id).isEmpty {
        answers[alone[0].path] = .doubtful([Candidate(id: id, evidence: .references)])
      }
    }
    for (path, found, isCertain) in candidates {
      guard let best = found.first else { continue }
      let isOnly = found.count == 1 && counts[best.id] == 1
      if case .text = best.evidence {
        answers[path] = .doubtful(found)
      } else {
        answers[path] = isOnly && isCertain ? .found(best) : .doubtful(found)
      }
    }
  }

  func answer(for path: String) -> Answer { answers[path] ?? .unknown }

  /// Returns whether the fields of a file show that it is in the wrong folder.
  func isMisplaced(_ path: String) -> Bool { misplaced.contains(path) }

  /// Returns whether a file may have lost this id.
  func contains(_ id: RecordID) -> Bool { counts[id] != nil }

  /// Returns whether several files may have lost this id.
  func isContested(_ id: RecordID) -> Bool { counts[id, default: 0] > 1 }

  /// Returns the text that appears instead of an id, or "" if there is none.
  static func text(in document: Document?) -> String {
    document?.node(at: [.key(Field.idKey)]).flatMap { document?.text(of: $0) } ?? ""
  }
}

private struct IDCandidates {
  /// The candidates without duplicates, most likely first.
  private(set) var candidates: [LostIDs.Candidate] = []
  /// Whether nothing in the file contradicts a candidate.
  private(set) var isCertain = true
  /// Whether the file seems to be in the wrong folder, because its fields fit another kind better.
  let isMisplaced: Bool
  private let digits: [UInt8]

  /// The minimum number of digits for text to be treated as a damaged id: half of an id.
  private static let half = 16
  /// The maximum number of wrong characters in a damaged id.
  private static let slips = 4

  init(_ file: UnreadableFile, _ history: HistoryFacts, _ missing: MissingTargets, _ library: Library) {
    let document = try? Document(file.source)
    let text = LostIDs.text(in: document)
    digits = text.utf8.compactMap(RecordID.hexDigit)
    let isRemains = digits.count >= IDCandidates.half
    let start = RecordPath.digits(inNameOf: file.path)
    let spelled = IDCandidates.spelled(text, start)
    let guess = KindGuess(document, library.schema)
    isMisplaced = file.kind.map(guess.isDoubtful) ?? false
    if isMisplaced { isCertain = false }

    // A different record may have been written to the file after its last version with an id.
    let former = history.versionsWithIDs[file.path]
    if let former {
      let isLast = history.committed[file.path].flatMap(Examination.id) == former.id
      add(former.id, isLast ? .lastCommit : .earlierCommit)
      let isSame =
        isRemains
        ? IDCandidates.distance(text, former.id) <= IDCandidates.slips
        : SameRecord(library).isLikely(file, document, former)
      if !isSame { isCertain = false }
    }
    for kind in isMisplaced ? guess.nearest : file.kind.map({ [$0] }) ?? [] {
      for id in IDCandidates.ids(in: file, document, kind, library.schema) where missing.isMissing(id, kind) {
        add(id, .references)
      }
      var near = isRemains ? missing.ids(sharingHalf: digits, of: kind) : []
      near = IDCandidates.nearest(near, to: text)
      for id in near { add(id, .references) }
      let title = document?.node(at: [.key(kind.titleKey)]).flatMap { document?.text(of: $0) } ?? ""
      if let start {
        for id in missing.ids(startingWith: start, of: kind) {
          add(id, .references)
          let isSame =
            isRemains
            ? IDCandidates.distance(text, id) <= IDCandidates.slips
            : former?.id == id || IDCandidates.isNamed(file.path, title, kind, id, missing.names(of: id))
          if !isSame { isCertain = false }
        }
      }
      if !isRemains, !title.isEmpty {
        for id in missing.ids(of: kind, called: title)
        where start.map({ id.hasPrefix(hexDigits: $0) }) ?? true {
          add(id, .references)
        }
      }
    }
    if let spelled {
      if let kind = file.kind, missing.isMissing(spelled, butNotAs: kind) { isCertain = false }
      let isNamed = start.map { spelled.hasPrefix(hexDigits: $0) } ?? false
      add(spelled, isNamed ? .name : .text)
    }
  }

  /// Returns the ids that a file contains anywhere but in the values of declared fields, for example after a
  /// misspelled key.
  private static func ids(
    in file: UnreadableFile, _ document: Document?, _ kind: Kind, _ schema: Schema
  ) -> [RecordID] {
    var known: Set<String> = []
    if let document, let root = document.node(at: []) {
      for (key, value) in document.entries(of: root) {
        guard let name = document.text(of: key), name != Field.idKey, schema.field(name, of: kind) != nil else {
          continue
        }
        known.formUnion(([value] + document.items(of: value)).compactMap { document.text(of: $0) })
      }
    }
    let words = file.source.split { !($0 == UInt8(ascii: "-") || RecordID.hexDigit($0) != nil) }
    return words.filter { $0.count == 36 }.map { String(decoding: $0, as: UTF8.self) }.filter { !known.contains($0) }
      .compactMap { RecordID($0) }
  }

  private mutating func add(_ id: RecordID, _ evidence: LostIDs.Evidence) {
    if !candidates.contains(where: { $0.id == id }) { candidates.append(LostIDs.Candidate(id: id, evidence: evidence)) }
  }

  /// Returns the id that results from removing all characters that cannot belong to an id, or from replacing the first
  /// digits with those in the file's name.
  private static func spelled(_ text: String, _ start: [UInt8]?) -> RecordID? {
    let kept = text.lowercased().filter { $0 == "-" || $0.utf8.count == 1 && RecordID.hexDigit($0.utf8.first!) != nil }
    if let id = OtherForm.id(in: kept) { return id }
    guard let start else { return nil }
    let name = String(start.map { Character(String($0, radix: 16)) })
    let parts = kept.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 5, let id = RecordID(([name] + parts.dropFirst().map(String.init)).joined(separator: "-")),
      Nearest.distance(Array(parts[0].utf8), Array(name.utf8), limit: 2) <= 2
    else { return nil }
    return id
  }

  /// Returns whether a file whose name ends with the first digits of an id has a plausible title.
  ///
  /// The title must match the title that the file's name or the references to the id suggest. If neither suggests one,
  /// any title is plausible.
  private static func isNamed(
    _ path: String, _ title: String, _ kind: Kind, _ id: RecordID, _ names: Set<String>
  ) -> Bool {
    let stem = RecordPath.stem(path)
    if names.isEmpty, stem.utf8.count == id.short.utf8.count { return true }
    return names.contains(Folding.fold(title))
      || stem == RecordPath.stem(RecordPath.path(for: kind, id, title: title, bookPath: nil))
  }

  /// Returns the ids that are most similar to the text, or none if no id is similar enough.
  private static func nearest(_ ids: [RecordID], to text: String) -> [RecordID] {
    let distances = ids.map { distance(text, $0) }
    guard let minimum = distances.min(), minimum <= slips else { return [] }
    return zip(ids, distances).filter { $1 == minimum }.map(\.0)
  }

  private static func distance(_ text: String, _ id: RecordID) -> Int {
    Nearest.distance(
      Array(text.trimmed.lowercased().utf8.prefix(64)), Array(id.description.utf8), limit: slips)
  }
}

/// The targets of dangling references, with the kinds and names that the references suggest.
private struct MissingTargets {
  private struct Target {
    var kinds: Set<Kind> = []
    var names: Set<String> = []
  }

  private var targets: [RecordID: Target] = [:]
  private var byHigh: [UInt64: [RecordID]] = [:]
  private var byLow: [UInt64: [RecordID]] = [:]
  private var byStart: [UInt64: [RecordID]] = [:]
  private var byName: [String: [RecordID]] = [:]
  private let titles: [Kind: Set<String>]

  /// The maximum number of ids with the same half or name. If more ids share it, it is not evidence for any of them.
  private static let maxCandidates = 50

  init(_ dangling: Set<RecordID>, _ library: Library) {
    if dangling.isEmpty {
      titles = [:]
      return
    }
    let isReference = Kind.allCases.map { kind in library.schema.fields(of: kind).map { $0.type.target != nil } }
    for record in library.records {
      var isMissing = false
      record.forEachReference(in: isReference[Int(record.kind.rawValue)]) {
        isMissing = isMissing || dangling.contains($1)
      }
      if !isMissing { continue }
      for (item, kind) in record.references(library.schema) {
        guard let id = RecordID(item.text), dangling.contains(id) else { continue }
        targets[id, default: Target()].kinds.insert(kind)
        let name = record.comment(after: item).map(Folding.fold) ?? ""
        if !name.isEmpty { targets[id, default: Target()].names.insert(name) }
      }
    }
    for (id, target) in targets.sorted(by: { $0.key < $1.key }) {
      byHigh[id.high, default: []].append(id)
      byLow[id.low, default: []].append(id)
      byStart[id.high >> 32, default: []].append(id)
      for name in target.names { byName[name, default: []].append(id) }
    }
    let named = Set(byName.keys)
    var titles: [Kind: Set<String>] = [:]
    for record in library.records {
      let title = Folding.fold(record.title)
      if named.contains(title) { titles[record.kind, default: []].insert(title) }
    }
    self.titles = titles
  }

  /// Returns the ids whose first or last half consists of the given digits.
  func ids(sharingHalf digits: [UInt8], of kind: Kind) -> [RecordID] {
    func value(_ digits: ArraySlice<UInt8>) -> UInt64 { digits.reduce(0) { $0 << 4 | UInt64($1) } }
    let found = [byHigh[value(digits.prefix(16))] ?? [], byLow[value(digits.suffix(16))] ?? []]
    return Set(found.filter { $0.count <= MissingTargets.maxCandidates }.joined()).filter { isMissing($0, kind) }
      .sorted()
  }

  func ids(startingWith digits: [UInt8], of kind: Kind) -> [RecordID] {
    byStart[digits.prefix(8).reduce(0) { $0 << 4 | UInt64($1) }, default: []].filter { isMissing($0, kind) }
  }

  /// Returns the id of the missing record if exactly one record of the kind is missing, or nil otherwise.
  func onlyID(of kind: Kind) -> RecordID? {
    let meant = targets.keys.filter { isMissing($0, kind) }
    return meant.count == 1 ? meant.first : nil
  }

  /// Returns the missing ids whose references are followed by this title in a comment, unless an existing record of the
  /// kind has the title.
  func ids(of kind: Kind, called title: String) -> [RecordID] {
    let name = Folding.fold(title)
    if titles[kind]?.contains(name) ?? false { return [] }
    let ids = byName[name, default: []]
    return ids.count <= MissingTargets.maxCandidates ? ids.filter { isMissing($0, kind) } : []
  }

  /// Returns the folded names in the comments after references to an id.
  func names(of id: RecordID) -> Set<String> { targets[id]?.names ?? [] }

  func isMissing(_ id: RecordID, _ kind: Kind) -> Bool { targets[id]?.kinds.contains(kind) ?? false }

  /// Returns whether references to the id expect only other kinds.
  func isMissing(_ id: RecordID, butNotAs kind: Kind) -> Bool { targets[id].map { !$0.kinds.contains(kind) } ?? false }
}

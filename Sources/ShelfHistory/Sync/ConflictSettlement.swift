import ShelfModel
import ShelfStore
import ShelfSystem
import ShelfText
import YAMLEdit

/// Settles by one rule what git, and the merge of fields, leave to a person: files that one side has deleted or moved,
/// and texts that are merged by lines.
///
/// Nothing is settled by dropping a record that the other side has made: where both sides added another record under one
/// path, both are kept.
struct ConflictSettlement {
  let repository: Repository
  let policy: MergePolicy
  /// The full names of the two commits.
  let ours: String
  let theirs: String

  /// What becomes of a path: its new version, or none.
  var changes: [(path: String, version: MergedTree.Version?)] = []
  var settled: [SettledConflict] = []
  /// What the policy does not settle.
  var conflicts: [SyncError.MergeConflict] = []
  /// When both sides last changed their records; nil until someone asks.
  private var dates: (ours: RecordDates, theirs: RecordDates)?

  init(_ repository: Repository, _ policy: MergePolicy, ours: String, theirs: String) {
    (self.repository, self.policy, self.ours, self.theirs) = (repository, policy, ours, theirs)
  }

  /// Settles the conflicts of a tree.
  mutating func settle(_ conflicts: [MergedTree.Conflict]) throws(SyncError) {
    for conflict in conflicts {
      switch (conflict.base, conflict.ours, conflict.theirs) {
      case (let base, let first?, let second?): try settleContents(conflict.path, base, first, second)
      case (.some, let first?, nil): try settleDeletion(conflict, first, isHere: false)
      case (.some, nil, let second?): try settleDeletion(conflict, second, isHere: true)
      case (nil, let first?, nil): try settleMove(conflict.path, first, conflicts)
      // The other path of a file that both sides moved, or one that git proposes to move along with its folder.
      case (nil, nil, let second?): keepUnlessMoved(conflict.path, second, conflicts)
      case (_, nil, nil): changes.append((conflict.path, nil))
      }
    }
  }

  // MARK: - Contents

  private mutating func settleContents(
    _ path: String, _ base: MergedTree.Version?, _ first: MergedTree.Version, _ second: MergedTree.Version
  ) throws(SyncError) {
    let names = [first.object, second.object] + [base?.object].compactMap { $0 }
    let texts = try contents(names)
    var reader = RecordReader(schema: Schema(), limits: Limits())
    let ids = texts.map { repository.id(of: $0, at: path, &reader) }
    if base == nil, let ours = ids[0], let id = ids[1], ours != id {
      changes += [(path, first), (ConflictSettlement.otherPath(path, id), second)]
      return settled.append(SettledConflict(path: path, what: .both, isOurs: true))
    }
    let id = ids.lazy.compactMap { $0 }.first
    let isOurs = try takesOurs(.contents, of: id, or: id, path, path)
    settled.append(SettledConflict(path: path, what: .contents, isOurs: isOurs))
    let side = isOurs ? first : second
    guard let ourText = texts[0], let theirText = texts[1], let baseText = names.count > 2 ? texts[2] : [],
      ![ourText, baseText, theirText].contains(where: TextMerge.isUnmergeable), first.mode == second.mode
    else { return changes.append((path, side)) }
    var style = ConflictStyle()
    style.taken = isOurs ? .ours : .theirs
    let merge = TextMerge(ours: ourText, base: baseText, theirs: theirText, style)
    changes.append((path, try file(merge.bytes, mode: side.mode)))
  }

  /// Has git keep the contents of a file.
  func file(_ bytes: [UInt8], mode: String) throws(SyncError) -> MergedTree.Version {
    let object = try repository.perform(.merge, ["hash-object", "-w", "--stdin"], input: bytes)
    return MergedTree.Version(mode: mode, object: String(decoding: object, as: UTF8.self).trimmed)
  }

  /// Returns the path of a record whose own is taken by another.
  static func otherPath(_ path: String, _ id: RecordID) -> String {
    "\(path.lastIndex(of: ".").map { path[..<$0] } ?? path[...])-\(id).yaml"
  }

  /// Returns what git keeps under these names; nil for what is larger than a record may be.
  private func contents(_ names: [String]) throws(SyncError) -> [[UInt8]?] {
    var found: [[UInt8]?] = []
    try repository.syncing { () throws(GitError) in
      try repository.forEachObject(names) { _, bytes in
        found.append(bytes)
        return true
      }
    }
    return found + Array(repeating: nil, count: max(0, names.count - found.count))
  }

  // MARK: - Deletions

  /// Settles a file that one side has deleted, and the other has changed or moved.
  private mutating func settleDeletion(
    _ conflict: MergedTree.Conflict, _ changed: MergedTree.Version, isHere: Bool
  ) throws(SyncError) {
    var reader = RecordReader(schema: Schema(), limits: Limits())
    let id = repository.id(of: try contents([changed.object])[0], at: conflict.path, &reader)
    let isDeleted = try takesDeletion(
      of: id, conflict.path, conflict.base?.object, changedAt: conflict.path, isHere: isHere)
    changes.append((conflict.path, isDeleted ? nil : changed))
    settled.append(
      SettledConflict(path: conflict.path, what: isDeleted ? .deletion : .change, isOurs: isDeleted == isHere))
  }

  /// Returns whether a file stays deleted that the other side has changed.
  ///
  /// - Parameters:
  ///   - id: the record's; nil if it is not known.
  ///   - path: where it was before.
  ///   - object: its contents before; nil if they are not known.
  ///   - changedAt: its path on the side that has changed it.
  ///   - isHere: whether it is our side that has deleted it.
  mutating func takesDeletion(
    of id: RecordID?, _ path: String, _ object: String?, changedAt: String, isHere: Bool
  ) throws(SyncError) -> Bool {
    if policy == .ours || policy == .theirs { return (policy == .ours) == isHere }
    let dates = try recordDates()
    let (deleting, changing) = isHere ? (dates.ours, dates.theirs) : (dates.theirs, dates.ours)
    // What was changed in the second of its deletion is kept.
    if let id, let deletion = deleting.last(.deletion, of: id), let change = changing.last(.contents, .place, of: id) {
      return deletion > change
    }
    let (side, other) = isHere ? (ours, theirs) : (theirs, ours)
    let change = try date(of: [changedAt], since: side, in: other)
    var deletion = try date(of: [path], since: other, in: side)
    // The other side may have moved it meanwhile.
    if deletion == nil, let object { deletion = try date(["--find-object=" + object], since: other, in: side) }
    return (deletion ?? .min) > (change ?? .min)
  }

  // MARK: - Moves

  /// Settles a file that both sides have moved, each to another path.
  private mutating func settleMove(
    _ path: String, _ version: MergedTree.Version, _ conflicts: [MergedTree.Conflict]
  ) throws(SyncError) {
    let other = conflicts.first { $0.base == nil && $0.ours == nil && $0.theirs?.object == version.object }
    guard let other else { return changes.append((path, version)) }
    var reader = RecordReader(schema: Schema(), limits: Limits())
    let id = repository.id(of: try contents([version.object])[0], at: path, &reader)
    let isOurs = try takesOurs(.place, of: id, or: id, path, other.path)
    let version = try withoutMarks(version, path, other.path, isOurs: isOurs, conflicts)
    changes += isOurs ? [(path, version), (other.path, nil)] : [(path, nil), (other.path, version)]
    settled.append(SettledConflict(path: isOurs ? path : other.path, what: .move, isOurs: isOurs))
  }

  /// Returns the contents of a file that both sides moved, merged as the policy says where git has put its marks of a
  /// conflict into them.
  private func withoutMarks(
    _ version: MergedTree.Version, _ path: String, _ otherPath: String, isOurs: Bool, _ conflicts: [MergedTree.Conflict]
  ) throws(SyncError) -> MergedTree.Version {
    func object(_ commit: String, _ path: String) throws(SyncError) -> String? {
      try repository.ask(["rev-parse", "--verify", "--quiet", "\(commit):\(path)"])
    }
    guard let first = try object(ours, path), let second = try object(theirs, otherPath),
      version.object != first, version.object != second
    else { return version }
    let texts = try contents([version.object, first, second])
    guard let text = texts[0], text.split(separator: 0x0A).contains(where: { $0.starts(with: "<<<<<<<".utf8) }) else {
      return version
    }
    // Where the file was before both moved it; one of several cannot be told from the others.
    let bases = conflicts.filter { $0.ours == nil && $0.theirs == nil }.compactMap { $0.base?.object }
    guard bases.count == 1, let ourText = texts[1], let theirText = texts[2], let base = try contents(bases)[0],
      ![ourText, base, theirText].contains(where: TextMerge.isUnmergeable)
    else { return MergedTree.Version(mode: version.mode, object: isOurs ? first : second) }
    var style = ConflictStyle()
    style.taken = isOurs ? .ours : .theirs
    return try file(TextMerge(ours: ourText, base: base, theirs: theirText, style).bytes, mode: version.mode)
  }

  private mutating func keepUnlessMoved(
    _ path: String, _ version: MergedTree.Version, _ conflicts: [MergedTree.Conflict]
  ) {
    let isMoved = conflicts.contains { $0.base == nil && $0.theirs == nil && $0.ours?.object == version.object }
    if !isMoved { changes.append((path, version)) }
  }

  // MARK: - Dates

  /// Returns whether our side is taken: as the policy says or, under `newest`, if it did this to the record later than the
  /// other side, or in the same second.
  ///
  /// - Parameters:
  ///   - id: the record's on our side, and `otherID` on the other one, which is usually the same; nil if it is not known,
  ///     or the file is no record. The paths count then.
  ///   - path: the file's path on our side, and `otherPath` on the other one.
  mutating func takesOurs(
    _ change: RecordDates.Change, of id: RecordID?, or otherID: RecordID?, _ path: String, _ otherPath: String
  ) throws(SyncError) -> Bool {
    if policy != .newest { return policy != .theirs }
    if let id, let otherID {
      let dates = try recordDates()
      if let first = dates.ours.last(change, of: id), let second = dates.theirs.last(change, of: otherID) {
        return first >= second
      }
    }
    let dates = (try date(of: [path], since: theirs, in: ours), try date(of: [otherPath], since: ours, in: theirs))
    return (dates.0 ?? .min) >= (dates.1 ?? .min)
  }

  private mutating func recordDates() throws(SyncError) -> (ours: RecordDates, theirs: RecordDates) {
    if let dates { return dates }
    let dates = try repository.syncing { () throws(GitError) in
      (
        ours: try repository.recordDates(in: ours, since: theirs),
        theirs: try repository.recordDates(in: theirs, since: ours)
      )
    }
    self.dates = dates
    return dates
  }

  /// Returns when a side last changed one of these paths, by git's author dates, in seconds since 1970; nil if it did not.
  private func date(of paths: [String], since other: String, in side: String) throws(SyncError) -> Int? {
    try date(["--full-history"], since: other, in: side, paths)
  }

  private func date(
    _ options: [String], since other: String, in side: String, _ paths: [String] = []
  ) throws(SyncError) -> Int? {
    let words = ["log", "--max-count=1", "--format=%at"] + options + ["--end-of-options", side, "^" + other, "--"]
    return try repository.ask(words + paths).flatMap { Int($0) }
  }
}

/// A conflict that was settled by a rule.
package struct SettledConflict: Hashable, Sendable {
  /// The file's path from the top of the work tree.
  package let path: String
  package let what: What
  /// Whether what this side did counts.
  package let isOurs: Bool

  package enum What: Hashable, Sendable {
    /// Lines that both changed.
    case contents
    /// The deletion of a file that the other side changed.
    case deletion
    /// The change of a file that the other side deleted.
    case change
    /// The path of a file that both moved.
    case move
    /// Both records that were added or moved to one path.
    case both
    /// A field that both changed, with its value on each side; nil if it has none.
    case field(key: String, ours: String?, theirs: String?)
  }
}

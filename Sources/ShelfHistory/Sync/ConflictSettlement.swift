import ShelfModel
import ShelfStore
import ShelfText
import YAMLEdit

/// Settles, under the library's merge policy, the conflicts that git and the merge of fields leave unresolved:
/// deletions, moves, and text that is merged line by line.
///
/// Under `ours` or `theirs`, that side always wins. Under `newest`, the side that made its change later wins. The dates
/// are git's author dates, which are looked up by record id where possible (`RecordDates`) and otherwise by path. The
/// result is a list of `changes` to the merged tree that git produced.
///
/// A record that the other side added is never dropped: if both sides added different records at the same path, both
/// are kept.
struct ConflictSettlement {
  let repository: Repository
  let policy: MergePolicy
  /// The full hash of our commit.
  let ours: String
  /// The full hash of their commit.
  let theirs: String

  /// The new version of each changed path, or nil if the path is deleted.
  var changes: [(path: String, version: MergedTree.Version?)] = []
  var settled: [SettledConflict] = []
  /// The conflicts that the policy does not settle.
  var conflicts: [SyncError.MergeConflict] = []
  /// The dates of the latest changes to records on both sides, or nil until they are first needed.
  private var dates: (ours: RecordDates, theirs: RecordDates)?

  init(_ repository: Repository, _ policy: MergePolicy, ours: String, theirs: String) {
    (self.repository, self.policy, self.ours, self.theirs) = (repository, policy, ours, theirs)
  }

  mutating func settle(_ conflicts: [MergedTree.Conflict]) throws(SyncError) {
    for conflict in conflicts {
      switch (conflict.base, conflict.ours, conflict.theirs) {
      case (let base, let first?, let second?): try settleContents(conflict.path, base, first, second)
      case (.some, let first?, nil): try settleDeletion(conflict, first, isHere: false)
      case (.some, nil, let second?): try settleDeletion(conflict, second, isHere: true)
      case (nil, let first?, nil): try settleMove(conflict.path, first, conflicts)
      // This is the other path of a file that both sides moved, or a path that git suggests because the enclosing
      // folder was moved.
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
    style.resolution = isOurs ? .ours : .theirs
    let merge = TextMerge(ours: ourText, base: baseText, theirs: theirText, style)
    changes.append((path, try file(merge.bytes, mode: side.mode)))
  }

  /// Stores contents in git's object database, and returns the stored version.
  func file(_ bytes: [UInt8], mode: String) throws(SyncError) -> MergedTree.Version {
    let object = try repository.perform(.merge, ["hash-object", "-w", "--stdin"], input: bytes)
    return MergedTree.Version(mode: mode, object: String(decoding: object, as: UTF8.self).trimmed)
  }

  /// Returns an alternative path for a record whose own path is taken.
  static func otherPath(_ path: String, _ id: RecordID) -> String {
    "\(path.lastIndex(of: ".").map { path[..<$0] } ?? path[...])-\(id).yaml"
  }

  /// Returns the contents of these objects, or nil for each object that exceeds the size limit for records.
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

  /// Settles the conflict of a file that one side deleted and the other changed or moved.
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

  /// Returns whether a file that one side deleted and the other changed stays deleted.
  ///
  /// - Parameters:
  ///   - id: the id of the record, or nil if unknown.
  ///   - path: the path in the base.
  ///   - object: the object name of the contents in the base, or nil if unknown.
  ///   - changedAt: the path on the side that changed the file.
  ///   - isHere: whether our side deleted the file.
  mutating func takesDeletion(
    of id: RecordID?, _ path: String, _ object: String?, changedAt: String, isHere: Bool
  ) throws(SyncError) -> Bool {
    if policy == .ours || policy == .theirs { return (policy == .ours) == isHere }
    let dates = try recordDates()
    let (deleting, changing) = isHere ? (dates.ours, dates.theirs) : (dates.theirs, dates.ours)
    // If the deletion and the change happened in the same second, the changed record is kept.
    if let id, let deletion = deleting.last(.deletion, of: id), let change = changing.last(.contents, .place, of: id) {
      return deletion > change
    }
    let (side, other) = isHere ? (ours, theirs) : (theirs, ours)
    let change = try date(of: [changedAt], since: side, in: other)
    var deletion = try date(of: [path], since: other, in: side)
    // The side that deleted the file may have moved it first, so the deletion is looked up by the file's contents.
    if deletion == nil, let object { deletion = try date(["--find-object=" + object], since: other, in: side) }
    return (deletion ?? .min) > (change ?? .min)
  }

  // MARK: - Moves

  /// Settles the conflict of a file that both sides moved to different paths.
  private mutating func settleMove(
    _ path: String, _ version: MergedTree.Version, _ conflicts: [MergedTree.Conflict]
  ) throws(SyncError) {
    let other = conflicts.first { $0.base == nil && $0.ours == nil && $0.theirs?.object == version.object }
    guard let other else { return changes.append((path, version)) }
    var reader = RecordReader(schema: Schema(), limits: Limits())
    let id = repository.id(of: try contents([version.object])[0], at: path, &reader)
    let isOurs = try takesOurs(.place, of: id, or: id, path, other.path)
    changes += isOurs ? [(path, version), (other.path, nil)] : [(path, nil), (other.path, version)]
    settled.append(SettledConflict(path: isOurs ? path : other.path, what: .move, isOurs: isOurs))
  }

  private mutating func keepUnlessMoved(
    _ path: String, _ version: MergedTree.Version, _ conflicts: [MergedTree.Conflict]
  ) {
    let isMoved = conflicts.contains { $0.base == nil && $0.theirs == nil && $0.ours?.object == version.object }
    if !isMoved { changes.append((path, version)) }
  }

  // MARK: - Dates

  /// Returns whether our side wins. Under `newest`, our side wins if it made this change later than the other side or
  /// in the same second. Under any other policy, the policy itself names the winner.
  ///
  /// - Parameters:
  ///   - id: the id of the record on our side, or nil if it is unknown or the file is not a record. In that case the
  ///     dates of the paths are compared.
  ///   - otherID: the id of the record on the other side, usually the same one.
  ///   - path: the path of the file on our side.
  ///   - otherPath: the path of the file on the other side.
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

  /// Returns the author date, in seconds since 1970, of the last commit on one side that changed one of these paths, or
  /// nil if none did.
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

/// A conflict that the merge policy settled.
package struct SettledConflict: Hashable, Sendable {
  /// The path of the file from the top of the work tree.
  package let path: String
  package let what: What
  /// Whether our side won.
  package let isOurs: Bool

  package enum What: Hashable, Sendable {
    /// Lines that both sides changed.
    case contents
    /// A deletion took precedence over a change on the other side.
    case deletion
    /// A change took precedence over a deletion on the other side.
    case change
    /// The path of a file that both sides moved.
    case move
    /// Two records were added or moved to the same path, and both are kept.
    case both
    /// A field that both sides changed, with its value on each side, or nil if the field is missing on that side.
    case field(key: String, ours: String?, theirs: String?)
  }
}

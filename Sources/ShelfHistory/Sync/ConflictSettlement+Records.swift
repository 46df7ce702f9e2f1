import ShelfModel

extension ConflictSettlement {
  /// Merges records that may have been moved to each other's paths, and settles their conflicts. Conflicts that the
  /// policy does not settle are appended to `conflicts`.
  mutating func settle(_ records: ChangedRecords, _ schema: Schema) throws(SyncError) {
    var merged: [MergedPlace] = []
    for (id, versions) in records.records {
      if let place = try merge(id, versions, schema) { merged.append(place) }
    }
    let placed = try place(merged)
    for path in records.paths.sorted() where placed[path] == nil { changes.append((path, nil)) }
    for (path, file) in placed.sorted(by: { $0.key < $1.key }) { changes.append((path, file)) }
  }

  /// A merged record and the path where it belongs.
  private struct MergedPlace {
    let id: RecordID
    let file: MergedTree.Version
    let path: String
    let versions: ChangedRecords.Versions
  }

  /// Returns the merged version of a record, or nil if it is deleted.
  private mutating func merge(
    _ id: RecordID, _ versions: ChangedRecords.Versions, _ schema: Schema
  ) throws(SyncError) -> MergedPlace? {
    let (base, ours, theirs) = (versions.base, versions.ours, versions.theirs)
    func taken(_ version: ChangedRecords.Version?) -> MergedPlace? {
      version.map { MergedPlace(id: id, file: $0.file, path: $0.path, versions: versions) }
    }
    if ours == theirs || theirs == base { return taken(ours) }
    if ours == base { return taken(theirs) }
    guard let ours, let theirs else {
      guard let base, let changed = ours ?? theirs else { return nil }
      return try isDeleted(id, base, changed, isHere: ours == nil) ? nil : taken(changed)
    }
    var path = ours.path == base?.path ? theirs.path : ours.path
    if ours.path != theirs.path, ours.path != base?.path, theirs.path != base?.path {
      if policy == .conflict {
        conflicts.append(SyncError.MergeConflict(path: ours.path, deletion: nil, isOfLibrary: true))
      }
      let isOurs = try takesOurs(.place, of: id, or: id, ours.path, theirs.path)
      path = isOurs ? ours.path : theirs.path
      settled.append(SettledConflict(path: path, what: .move, isOurs: isOurs))
    }
    let file = try contents(id, base, ours, theirs, path, schema)
    return MergedPlace(id: id, file: file, path: path, versions: versions)
  }

  /// Returns whether to delete a record that one side deleted and the other changed.
  private mutating func isDeleted(
    _ id: RecordID, _ base: ChangedRecords.Version, _ changed: ChangedRecords.Version, isHere: Bool
  ) throws(SyncError) -> Bool {
    if policy == .conflict {
      conflicts.append(
        SyncError.MergeConflict(path: changed.path, deletion: isHere ? .here : .there, isOfLibrary: true))
      return false
    }
    let isDeleted = try takesDeletion(of: id, base.path, base.file.object, changedAt: changed.path, isHere: isHere)
    settled.append(
      SettledConflict(path: changed.path, what: isDeleted ? .deletion : .change, isOurs: isDeleted == isHere))
    return isDeleted
  }

  /// Merges the two versions of a record field by field.
  private mutating func contents(
    _ id: RecordID, _ base: ChangedRecords.Version?, _ ours: ChangedRecords.Version, _ theirs: ChangedRecords.Version,
    _ path: String, _ schema: Schema
  ) throws(SyncError) -> MergedTree.Version {
    let mode = ours.file.mode == base?.file.mode ? theirs.file.mode : ours.file.mode
    guard let kind = repository.kind(of: path) else { return ours.file }
    func merged(_ policy: MergePolicy) -> RecordMerge.Result {
      RecordMerge(of: kind, schema, policy).merge(ours: ours.bytes, base: base?.bytes ?? [], theirs: theirs.bytes)
    }
    var result = merged(policy)
    if !result.isClean, policy == .conflict {
      conflicts.append(
        SyncError.MergeConflict(
          path: ours.path, deletion: nil, isOfLibrary: true, ours: ours.bytes, base: base?.bytes ?? [],
          theirs: theirs.bytes))
      return ours.file
    }
    if !result.isClean || (result.textReason != nil && policy != .conflict) {
      let isOurs = try takesOurs(.contents, of: id, or: id, ours.path, theirs.path)
      result = merged(isOurs ? .ours : .theirs)
      if result.textReason != nil { settled.append(SettledConflict(path: path, what: .contents, isOurs: isOurs)) }
    }
    if result.bytes == ours.bytes { return MergedTree.Version(mode: mode, object: ours.file.object) }
    if result.bytes == theirs.bytes { return MergedTree.Version(mode: mode, object: theirs.file.object) }
    return try file(result.bytes, mode: mode)
  }

  // MARK: - Paths

  /// Assigns a path to each record.
  ///
  /// If several records belong at the same path, the record of the side that the policy prefers gets the path. The
  /// other records keep their path on that side if it is free, or else get a new one.
  private mutating func place(_ records: [MergedPlace]) throws(SyncError) -> [String: MergedTree.Version] {
    var placed: [String: MergedTree.Version] = [:]
    var left: [(record: MergedPlace, isOurs: Bool)] = []
    for (path, rivals) in Dictionary(grouping: records, by: \.path).sorted(by: { $0.key < $1.key }) {
      if rivals.count == 1 {
        placed[path] = rivals[0].file
        continue
      }
      if policy == .conflict { conflicts.append(SyncError.MergeConflict(path: path, deletion: nil, isOfLibrary: true)) }
      let ids = (
        rivals.first { $0.versions.ours?.path == path }?.id, rivals.first { $0.versions.theirs?.path == path }?.id
      )
      let isOurs = try takesOurs(.place, of: ids.0, or: ids.1, path, path)
      let first = rivals.first { (isOurs ? $0.versions.ours : $0.versions.theirs)?.path == path } ?? rivals[0]
      placed[path] = first.file
      left += rivals.filter { $0.id != first.id }.map { ($0, isOurs) }
      settled.append(SettledConflict(path: path, what: .both, isOurs: isOurs))
    }
    for (record, isOurs) in left {
      let own = (isOurs ? record.versions.ours : record.versions.theirs)?.path
      let path = own.flatMap { placed[$0] == nil ? $0 : nil } ?? ConflictSettlement.otherPath(record.path, record.id)
      placed[path] = record.file
    }
    return placed
  }
}

import ShelfFormats
import ShelfModel
import ShelfStore
import ShelfSystem

/// Sets the covers of books, replacing existing ones.
package struct SetCovers: Act {
  package struct Item: Sendable {
    package var record: RecordID
    package var picture: CoverPicture
    /// The address that the picture was fetched from, or nil if it is the user's own picture.
    package var address: String?

    package init(_ record: RecordID, _ picture: CoverPicture, address: String? = nil) {
      (self.record, self.picture, self.address) = (record, picture, address)
    }
  }

  package var items: [Item]

  package init(_ items: [Item]) { self.items = items }

  package func plan(_ plan: inout ActPlan) throws {
    var folder = try CoverEdit(plan)
    var (subjects, covers): ([Record], [CoverChange]) = ([], [])
    for item in items {
      guard let record = plan.library.record(item.record), record.kind == .book else { continue }
      subjects.append(record)
      covers.append(try folder.set(item, of: record))
    }
    _ = try plan.find(.records(subjects), of: .book)
    plan.files = folder.changes
    plan.result = .coversChanged(covers)
  }
}

/// Removes the covers of books.
package struct RemoveCovers: Act {
  package var subjects: Subjects

  package init(_ subjects: Subjects) { self.subjects = subjects }

  package func plan(_ plan: inout ActPlan) throws {
    var folder = try CoverEdit(plan)
    let records = try plan.find(subjects, of: .book)
    let covers = try records.flatMap { try folder.remove(of: $0) }
    plan.files = folder.changes
    plan.result = .coversChanged(covers)
  }
}

/// The changes to the folder of covers.
private struct CoverEdit {
  private let library: Library
  private let covers: Covers
  private let root: String
  private let host: Host
  private var sources: CoverSources
  private var files: [FileChange] = []

  init(_ plan: ActPlan) throws {
    (library, root, host) = (plan.library, plan.workspace.root, plan.host)
    if let status = try host.fileSystem.status(root + "/" + CoverPath.folder), status.type != .directory {
      throw ActRefusal.coverNotAFile(path: CoverPath.folder)
    }
    covers = try plan.workspace.covers()
    sources = try CoverSources(at: root, fileSystem: host.fileSystem)
  }

  var changes: [FileChange] { files + [sources.change].compactMap(\.self) }

  mutating func set(_ item: SetCovers.Item, of record: Record) throws -> CoverChange {
    let old = covers.files(of: record, library.schema)
    let isShared = library.records(of: .book).contains {
      $0.id != record.id && $0.id.high >> 32 == record.id.high >> 32
    }
    // The new picture is always a JPEG, so a cover with another extension is replaced by a file with a new name.
    let path =
      old.first { $0.isRegular && $0.path.hasSuffix(".jpg") }?.path ?? CoverPath.path(of: record, isShared: isShared)
    for file in old where file.path != path { try remove(file) }
    let before = old.first { $0.path == path }
    let bytes = try before.map { try contents(of: $0) }
    if before == nil, try host.fileSystem.status(root + "/" + path) != nil {
      throw ActRefusal.coverNotAFile(path: path)
    }
    if bytes == item.picture.bytes, sources.address(of: path) == item.address {
      return CoverChange(record: record, path: path, event: .same)
    }
    if bytes != item.picture.bytes {
      files.append(FileChange(path: path, old: bytes, new: item.picture.bytes))
    }
    try sources.set(path, address: item.address, day: host.today())
    let size = item.picture.bytes.count
    return CoverChange(record: record, path: path, event: old.isEmpty ? .added(bytes: size) : .replaced(bytes: size))
  }

  mutating func remove(of record: Record) throws -> [CoverChange] {
    try covers.files(of: record, library.schema).map { file in
      try remove(file)
      return CoverChange(record: record, path: file.path, event: .removed)
    }
  }

  private mutating func remove(_ file: Covers.File) throws {
    files.append(FileChange(path: file.path, old: try contents(of: file), new: nil))
    try sources.remove(file.path)
  }

  private func contents(of file: Covers.File) throws -> [UInt8] {
    if file.isLeftOut { throw TransactionError.leftOut(path: file.path) }
    guard file.isRegular else { throw ActRefusal.coverNotAFile(path: file.path) }
    return try host.fileSystem.contents(of: root + "/" + file.path, limit: CoverPicture.maxInput)
  }
}

extension [FileChange] {
  /// Returns the changes together with the resulting changes to covers.
  ///
  /// If a book is deleted, its cover is deleted too. If it is merged into another book, its cover stays and belongs to
  /// that book, unless that book already has a cover. A cover that cannot be read or is not a regular file stays in
  /// place, so that doctor can report it.
  ///
  /// - Throws: `TransactionError.library` if the folder of covers cannot be listed, or `TransactionError.leftOut` if a
  ///   sparse checkout omits a cover to be deleted.
  func withCovers(of library: Library, in workspace: Workspace) throws(TransactionError) -> [FileChange] {
    let gone = filter { $0.new == nil && Kind.of(path: $0.path) == .book }
    if gone.isEmpty { return self }
    let fileSystem = workspace.host.fileSystem
    let covers: Covers
    do throws(LibraryError) { covers = try workspace.covers() } catch { throw .library(error) }
    if covers.files.isEmpty { return self }
    var changes = self
    var sources = try? CoverSources(at: workspace.root, fileSystem: fileSystem)
    let touched = Set(map(\.path))
    // A book may have moved, or may have been merged into a book that these changes do not touch.
    let after = library.replacing(Dictionary(map { (ExactPath($0.path), $0.new) }) { _, last in last })
    for change in gone {
      guard let record = library.record(at: change.path) else { continue }
      let kept = after.record(record.id)
      if kept?.id == record.id { continue }
      let others = kept.map { kept in
        // The covers that the book had before, under its own id.
        library.record(kept.id).map { covers.files(of: $0, library.schema) } ?? []
      }
      if let others, others.isEmpty { continue }
      for file in covers.files(of: record, library.schema) where !touched.contains(file.path) && file.isRegular {
        if others?.contains(file) ?? false { continue }
        if file.isLeftOut { throw .leftOut(path: file.path) }
        guard
          let bytes = try? fileSystem.contents(of: workspace.root + "/" + file.path, limit: CoverPicture.maxInput)
        else { continue }
        changes.append(FileChange(path: file.path, old: bytes, new: nil))
        try? sources?.remove(file.path)
      }
    }
    if !touched.contains(CoverPath.sources), let change = sources?.change { changes.append(change) }
    return changes
  }
}

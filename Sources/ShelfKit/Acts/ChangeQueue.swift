import ShelfModel
import ShelfStore
import ShelfText
import YAMLEdit

/// Adds books to the reading queue.
package struct AddToQueue: Act {
  package var subjects: Subjects
  /// The position of the first of the records, counting from 1, as entered by a person, or nil for the end of the
  /// queue.
  package var place: String?

  package init(_ subjects: Subjects, at place: String? = nil) { (self.subjects, self.place) = (subjects, place) }

  package func plan(_ plan: inout ActPlan) throws {
    let records = try plan.find(subjects, of: .book)
    if records.isEmpty { return }
    let (source, entries) = try plan.queue()
    var queue = entries.map(QueueEdit.Item.kept)
    for record in records {
      if let position = plan.positions(of: [record], in: entries).first {
        throw ActRefusal.isQueued(record, place: position + 1)
      }
      let state = plan.library.schema.field(.state, of: .book)
      if let state, state.doneValue != nil, record.value(of: state) == state.doneValue {
        throw ActRefusal.queuedWhenFinished(record)
      }
    }
    let start = try place.map { try ActPlan.place($0, last: queue.count + 1) - 1 } ?? queue.count
    queue.insert(contentsOf: records.map { .new($0.id, name: $0.title) }, at: start)
    try plan.replaceQueue(queue, in: source)
    plan.result = .queued(records, place: start + 1)
  }
}

/// Moves a book to a different position in the queue.
package struct MoveInQueue: Act {
  /// The record as the user named it, or nil to ask the user.
  package var subject: String?
  /// The position, counting from 1, as entered by a person.
  package var place: String

  package init(_ subject: String?, to place: String) { (self.subject, self.place) = (subject, place) }

  package func plan(_ plan: inout ActPlan) throws {
    let record = try plan.find(subject, of: .book)
    var (source, queue) = try plan.queue()
    guard let old = plan.positions(of: [record], in: queue).first else { throw ActRefusal.notQueued(record) }
    let new = try ActPlan.place(place, last: queue.count) - 1
    queue.insert(queue.remove(at: old), at: new)
    if old != new { try plan.replaceQueue(queue.map(QueueEdit.Item.kept), in: source) }
    plan.result = .queued([record], place: new + 1)
  }
}

/// Removes books from the queue.
package struct RemoveFromQueue: Act {
  package var subjects: Subjects

  package init(_ subjects: Subjects) { self.subjects = subjects }

  package func plan(_ plan: inout ActPlan) throws {
    let records = try plan.find(subjects, of: .book)
    let queued = Set(plan.ids(in: try plan.queue().entries))
    if let record = records.first(where: { !queued.contains($0.id) }) { throw ActRefusal.notQueued(record) }
    if records.isEmpty { return }
    try plan.unqueue(records)
    plan.result = .unqueued(records)
  }
}

extension ActPlan {
  func positions(of records: [Record], in queue: [QueueEntry]) -> [Int] {
    let ids = Set(records.map(\.id))
    return zip(queue.indices, self.ids(in: queue)).compactMap { position, id in
      id.map(ids.contains) ?? false ? position : nil
    }
  }

  /// Returns the id of each entry's record, or nil for an entry without an id.
  func ids(in queue: [QueueEntry]) -> [RecordID?] {
    let library = library
    // If an entry contains the id of a record that was merged into another, it refers to the remaining record.
    return queue.map { entry in entry.id.map { library.record($0)?.id ?? $0 } }
  }

  /// Returns the planned manifest, or else the one on the disk, and its queue. Other programs may have changed the
  /// manifest since the library was read.
  func queue() throws -> (source: [UInt8], entries: [QueueEntry]) {
    let source = try manifest?.new ?? manifestSource()
    return (source, try ManifestReader(source, limits: Limits()).queue())
  }

  mutating func replaceQueue(_ queue: [QueueEdit.Item], in source: [UInt8]) throws {
    manifest = FileChange(
      path: Manifest.fileName, old: manifest?.old ?? source, new: try QueueEdit.replacing(queue, in: source))
  }

  /// Plans the removal of records from the queue.
  mutating func unqueue(_ records: [Record]) throws {
    let (source, entries) = try queue()
    let leaving = Set(positions(of: records, in: entries))
    let queue = entries.enumerated().filter { !leaving.contains($0.offset) }.map(\.element)
    try replaceQueue(queue.map(QueueEdit.Item.kept), in: source)
  }

  private func changesQueue() throws -> Bool {
    guard let manifest else { return false }
    let queues = try [manifest.old, manifest.new].map { bytes in
      try ManifestReader(bytes ?? [], limits: Limits()).queue().map(\.text)
    }
    return queues[0] != queues[1]
  }

  /// Removes from the queue the records that this change deletes or finishes.
  mutating func leaveQueue() throws {
    if library.manifest.queue.isEmpty || undo != nil || edits.changed.isEmpty && edits.deleted.isEmpty { return }
    if try changesQueue() || files?.contains(where: { $0.path == Manifest.fileName }) ?? false { return }
    let done = edits.changed.filter { record in
      guard let state = library.schema.field(.state, of: record.kind), let value = state.doneValue else { return false }
      let texts = edits.texts(of: state, in: record)
      return texts.old != texts.new && state.type.read(texts.new) == value
    }
    let queued = Set(ids(in: library.manifest.queue))
    let leaving = (done + edits.deleted).filter { queued.contains($0.id) }
    if leaving.isEmpty { return }
    try unqueue(leaving)
    notes += leaving.map { .leftQueue($0) }
  }

  /// Parses a position in the queue.
  static func place(_ text: String, last: Int) throws(ActRefusal) -> Int {
    guard let place = Int(text.trimmed), (1...max(1, last)).contains(place) else { throw .notAPlace(text, last: last) }
    return place
  }
}

extension Library {
  /// The records to read next, in order and without duplicates.
  package var queue: [Record] {
    var seen: Set<RecordID> = []
    return manifest.queue.compactMap { entry in
      entry.id.flatMap { record($0) }.flatMap { seen.insert($0.id).inserted ? $0 : nil }
    }
  }
}

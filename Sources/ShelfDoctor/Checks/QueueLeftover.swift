import ShelfModel

extension Check {
  static let queueLeftover = Check(
    "queue-leftover", .note, "a finished, deleted or repeated book in the queue of shelf.yaml",
    reason: "The queue should list only books that you still want to read, each of them once.",
    example: "queue:\n  - 5adc2d82-0b1e-4c6b-9d0e-0f8f4d1f2f10 # Dune, which is completed",
    repair: "Removes the entry.",
    .library { check, examination in
      let library = examination.library
      var seen: Set<RecordID> = []
      return library.manifest.queue.compactMap { entry -> (QueueEntry, String)? in
        let name = entry.comment.map { " (“\($0.firstLine)”)" } ?? ""
        guard let id = entry.id else { return (entry, "“\(entry.text.firstLine)” is not an id") }
        guard let record = library.record(id) else {
          // The book may be in a file that is currently unreadable.
          return examination.isUnreadable(id) ? nil : (entry, "no book has the id \(id.short)\(name)")
        }
        guard let state = library.schema.field(.state, of: record.kind), let done = state.doneValue,
          library.schema.field(.series, of: record.kind) != nil
        else { return (entry, "\(id.short) is a \(record.kind.singular), not a book") }
        if record.value(of: state) == done { return (entry, "“\(record.title.firstLine)” is completed") }
        return seen.insert(record.id).inserted ? nil : (entry, "“\(record.title.firstLine)” is in the queue twice")
      }.map { entry, message in
        Finding(
          check, path: Manifest.fileName, source: library.manifest.source, at: entry.range, message, field: "queue",
          repairs: [
            Repair(
              "take-out", "remove it from the queue", .nothing,
              [.edit(path: Manifest.fileName, [.remove([.key("queue"), .index(entry.index)])])])
          ])
      }
    })
}

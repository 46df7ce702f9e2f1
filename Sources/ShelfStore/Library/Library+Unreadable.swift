import ShelfModel

extension Library {
  /// Returns the unreadable files that contain an id. Each may be the record's own file, or may refer to the record.
  package func unreadable(mentioning id: RecordID) -> [UnreadableFile] {
    let digits = Array(id.description.utf8)
    return unreadable.filter { !$0.source.isEmpty && $0.source.firstRange(of: digits) != nil }
  }
}

import ShelfModel

extension Library {
  /// Returns the files that cannot be read in which an id is written: they may be the record's own, or refer to it.
  package func unreadable(mentioning id: RecordID) -> [UnreadableFile] {
    let digits = Array(id.description.utf8)
    return unreadable.filter { !$0.source.isEmpty && $0.source.firstRange(of: digits) != nil }
  }
}

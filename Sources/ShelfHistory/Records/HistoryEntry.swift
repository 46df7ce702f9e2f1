import ShelfModel

/// A commit and its changes to the library.
package struct HistoryEntry: Sendable {
  package let commit: Commit
  /// The changed records, sorted by path, or an empty array if there are too many to list.
  package let records: [RecordChange]
  /// The number of changed records of each kind, or an empty array unless there are too many records to list.
  package let counts: [KindCount]
  /// The change to the manifest, or nil if the commit did not change it.
  package let manifest: ManifestChange?
  /// The paths, with replacement characters, of changed files that cannot be records because their names are not UTF-8.
  package let nonUTF8Paths: [String]

  /// The numbers of records of a kind that a commit added, changed and deleted.
  package struct KindCount: Hashable, Sendable {
    package let kind: Kind
    package var added = 0
    package var changed = 0
    package var deleted = 0
  }
}

extension HistoryEntry {
  /// Returns the commit with only its changes to one field, or nil if it did not change that field.
  package func only(_ key: String) -> HistoryEntry? {
    let records = records.compactMap { $0.only(key) }
    return records.isEmpty
      ? nil : HistoryEntry(commit: commit, records: records, counts: [], manifest: nil, nonUTF8Paths: [])
  }
}

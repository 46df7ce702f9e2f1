import ShelfModel

/// A commit, and what it did to the library.
package struct HistoryEntry: Sendable {
  package let commit: Commit
  /// In the order of their paths; empty if there are too many to list.
  package let records: [RecordChange]
  /// How many records of each kind were added, changed and deleted, if there are too many to list.
  package let counts: [KindCount]
  /// What the commit changed in the manifest; nil if it left that as it was.
  package let manifest: ManifestChange?
  /// The paths of files that cannot be records because their names are not UTF-8, as far as they can be written.
  package let unnamed: [String]

  /// How many records of a kind a commit touched.
  package struct KindCount: Hashable, Sendable {
    package let kind: Kind
    package var added = 0
    package var changed = 0
    package var deleted = 0
  }
}

extension HistoryEntry {
  /// Returns what the commit did to one field; nil if nothing.
  package func only(_ key: String) -> HistoryEntry? {
    let records = records.compactMap { $0.only(key) }
    return records.isEmpty
      ? nil : HistoryEntry(commit: commit, records: records, counts: [], manifest: nil, unnamed: [])
  }
}

/// A commit, and what it did to the library.
public struct HistoryEntry: Sendable {
  public let commit: Commit
  /// In the order of their paths; empty where there are too many to tell of each.
  public let records: [RecordChange]
  /// How many records of each kind came, changed and went, where there are too many to tell of each.
  public let counts: [KindCount]
  public let changesManifest: Bool

  /// How many records of a kind a commit touched.
  public struct KindCount: Hashable, Sendable {
    public let kind: Kind
    public var added = 0
    public var changed = 0
    public var deleted = 0
  }
}

extension HistoryEntry {
  /// Returns what the commit did to one field; nil where that is nothing.
  public func only(_ key: String) -> HistoryEntry? {
    let records = records.compactMap { $0.only(key) }
    return records.isEmpty ? nil : HistoryEntry(commit: commit, records: records, counts: [], changesManifest: false)
  }
}

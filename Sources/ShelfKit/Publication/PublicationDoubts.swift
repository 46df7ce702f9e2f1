import ShelfModel
import ShelfStore
import ShelfSystem
import ShelfText

/// Checks a library for anything that makes it unclear what is public.
struct PublicationDoubts: Sendable {
  private let library: Library
  private let hasQuery: Bool

  /// - Parameter hasQuery: whether a query chooses what is published, since it may depend on private fields.
  init(_ library: Library, hasQuery: Bool) {
    self.library = library
    self.hasQuery = hasQuery
  }

  /// - Throws: `PublicationRefusal` for the first kind of problem that is found.
  func check() throws(PublicationRefusal) {
    if !library.unreadable.isEmpty { throw .unreadable(library.unreadable) }
    let shared = (library.duplicateIDs + library.contestedIDs.keys).sorted()
    if !shared.isEmpty { throw .shared(shared) }
    for kind in Kind.allCases {
      for field in library.manifest.customFields[kind] ?? [] where field.has(.shown) {
        let target = field.type.target ?? kind
        let hidden = [kind, target].first { !PublishSettings.kinds.contains($0) }
        if let hidden { throw .privateKind(hidden, key: field.key, of: kind) }
      }
    }
    var values: [PublicationRefusal.Place] = []
    var misspelt: [PublicationRefusal.Place] = []
    var visibility = ""
    for kind in PublishSettings.kinds {
      if let key = kind.field(.visibility)?.key {
        guard library.schema.field(.visibility, of: kind) != nil else { throw .replaced(kind, key: key) }
        visibility = key
      }
      for found in doubtful(kind) {
        values += found.values
        misspelt += found.misspelt
      }
    }
    if !misspelt.isEmpty { throw .misspelt(misspelt, key: visibility) }
    if !values.isEmpty { throw .values(values) }
  }

  /// Returns the unreadable values, and the undeclared fields whose keys resemble the key of the field that hides a
  /// record. Several threads search the records, and each of them returns its own findings.
  private func doubtful(
    _ kind: Kind
  ) -> [(values: [PublicationRefusal.Place], misspelt: [PublicationRefusal.Place])] {
    let custom = Set(library.schema.customFields(of: kind).map(\.key))
    // A private field that the user declared has no effect on the pages.
    let fields = library.schema.fields(of: kind).filter { hasQuery || !custom.contains($0.key) || $0.has(.shown) }
    let records = Array(library.records(of: kind))
    return Parallel.map(records.count, threads: library.threads) { range in
      var found: (values: [PublicationRefusal.Place], misspelt: [PublicationRefusal.Place]) = ([], [])
      for record in records[range] {
        for field in fields {
          if case .unreadable? = record.value(of: field) {
            found.values.append(PublicationRefusal.Place(path: record.path, key: field.key))
          }
        }
        for (key, _) in record.unknownFields where isNearly(key, kind.field(.visibility)?.key) {
          found.misspelt.append(PublicationRefusal.Place(path: record.path, key: key))
        }
      }
      return found
    }
  }

  private func isNearly(_ key: String, _ name: String?) -> Bool {
    guard let name else { return false }
    return !Nearest.words(to: key, among: [name, "private", "hidden", "published"]).isEmpty
  }
}

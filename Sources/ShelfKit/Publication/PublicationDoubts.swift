import ShelfModel
import ShelfStore
import ShelfText

/// Looks for everything that makes it uncertain what is public.
struct PublicationDoubts {
  private let library: Library

  init(_ library: Library) { self.library = library }

  /// - Throws: `PublicationRefusal` for the first kind of doubt that there is.
  func check() throws(PublicationRefusal) {
    if !library.unreadable.isEmpty { throw .unreadable(library.unreadable) }
    if !library.duplicateIDs.isEmpty { throw .shared(library.duplicateIDs) }
    for kind in Kind.allCases {
      for field in library.manifest.ownFields[kind] ?? [] where field.has(.shown) {
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
      let fields = library.schema.fields(of: kind)
      for record in library.records(of: kind) {
        for field in fields where record.has(field) {
          if case .unreadable? = record.value(of: field) {
            values.append(PublicationRefusal.Place(path: record.path, key: field.key))
          }
        }
        for (key, _) in record.unknownFields where isNearly(key, kind.field(.visibility)?.key) {
          misspelt.append(PublicationRefusal.Place(path: record.path, key: key))
        }
      }
    }
    if !misspelt.isEmpty { throw .misspelt(misspelt, key: visibility) }
    if !values.isEmpty { throw .values(values) }
  }

  private func isNearly(_ key: String, _ name: String?) -> Bool {
    guard let name else { return false }
    return !Nearest.words(to: key, among: [name, "private", "hidden", "published"]).isEmpty
  }
}

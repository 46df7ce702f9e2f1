import ShelfModel
import ShelfQuery
import ShelfStore
import YAMLEdit

/// A query in the library's manifest.
struct ManifestQuery {
  let keys: [String]
  /// The name in messages, such as `the filter “scary”` or `publish.books`.
  let name: String
  let text: String
}

extension ActPlan {
  /// Returns the saved filters and the publishing queries that name a record, each with its text after the record is
  /// renamed.
  func queries(naming record: Record, renamedTo new: String) -> [ManifestQuery] {
    let publish = try? library.manifest.publishSettings()
    let all =
      library.manifest.filters.map {
        ManifestQuery(keys: ["filters", $0.name], name: "the filter “\($0.name)”", text: $0.text)
      }
      + [("books", publish?.books), ("quotes", publish?.quotes)].compactMap { key, text in
        text.map { ManifestQuery(keys: ["publish", key], name: "publish.\(key)", text: $0) }
      }
    return all.compactMap { query in
      guard let source = try? QuerySource(query.text), let text = source.renaming(record, to: new, in: library) else {
        return nil
      }
      return ManifestQuery(keys: query.keys, name: query.name, text: text)
    }
  }

  /// Plans the edits to the queries that name a renamed record.
  ///
  /// - Returns: the names of the queries for messages.
  mutating func renewQueries(naming record: Record, renamedTo new: String) throws -> [String] {
    let queries = queries(naming: record, renamedTo: new)
    if queries.isEmpty { return [] }
    try replaceManifest { edit in
      for query in queries { try edit.set(query.keys, to: .scalar(Scalar(query.text, form: .quoted))) }
    }
    return queries.map(\.name)
  }
}

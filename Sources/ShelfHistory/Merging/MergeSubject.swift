import ShelfModel
import YAMLEdit

/// The type of a file being merged, which determines the declared fields of each mapping in it.
package enum MergeSubject: Sendable {
  /// A record with these fields. Mappings inside it have no declared fields.
  case record([Field])
  /// A library's `shelf.yaml`.
  case manifest

  /// Returns the type of the file at a path in a library, or nil if it is neither a record nor `shelf.yaml`.
  package init?(path: String, _ schema: Schema) {
    if path == Manifest.fileName {
      self = .manifest
    } else if let kind = Kind.of(path: path) {
      self = .record(schema.fields(of: kind))
    } else {
      return nil
    }
  }

  /// Returns whether a file is a readable record with an id, or a readable manifest: a single YAML document that is a
  /// mapping. Other files may contain anything, so no policy decides their conflicts.
  func isReadable(_ bytes: [UInt8], _ limits: Limits = Limits()) -> Bool {
    guard let document = try? Document(bytes, limits: limits), document.nodes.first?.kind == .mapping else {
      return false
    }
    guard case .record = self else { return true }
    return document.node(at: [.key(Field.idKey)]).flatMap { document.text(of: $0) }.flatMap { RecordID($0) } != nil
  }

  /// The settings in `shelf.yaml` that are lists of text values and are merged as sets.
  private static let accept = Field("accept", .textList, "Accepted problems")
  private static let queue = Field("queue", .references(.book), "The queue")
  private static let choices = Field("choices", .textList, "Values of a field")

  /// Returns the declared fields of a mapping.
  ///
  /// - Parameter path: the keys that lead to the mapping.
  func fields(at path: [String]) -> [Field] {
    switch self {
    case .record(let fields): path.isEmpty ? fields : []
    case .manifest where path == ["doctor"]: [MergeSubject.accept]
    case .manifest where path.isEmpty: [MergeSubject.queue]
    // The declaration of a field, such as `fields.book.shelfmark`, may contain `choices`.
    case .manifest where path.count == 3 && path[0] == "fields": [MergeSubject.choices]
    case .manifest: []
    }
  }
}

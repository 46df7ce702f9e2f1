import ShelfModel

/// What a list shows, what it is sorted by, and what a query asks for, in records of a kind.
package enum Attribute: Sendable {
  case field(Field)
  /// The latest of these dates.
  case latest([Field])
  /// Records of a kind. A list counts those that refer to the record; a query follows one or two references, or none to
  /// the record itself.
  case records(Kind)
  /// How many open issues refer to the record.
  case openIssues
  case path
  case kindName
}

/// The attributes that records of a kind have: their fields, own ones included, and what is worked out from the library.
package struct Attributes: Sendable {
  let kind: Kind
  let schema: Schema

  package init(of kind: Kind, _ schema: Schema) {
    self.kind = kind
    self.schema = schema
  }

  /// The attributes that a list can show and be sorted by, under the names that the list has for them.
  package var columns: [(key: String, attribute: Attribute)] {
    var columns = schema.fields(of: kind).map { ($0.key, Attribute.field($0)) }
    columns.append(("path", .path))
    for source in referringKinds {
      columns.append((source.plural, .records(source)))
      if source == .issue { columns.append(("openIssues", .openIssues)) }
    }
    return columns
  }

  /// The kinds whose records can refer to records of this kind.
  package var referringKinds: [Kind] {
    Kind.allCases.filter { source in schema.fields(referringTo: kind).contains { $0.kind == source } }
  }

  /// Returns what a word means in a query; a field's own name beats all others, and case does not matter.
  func attribute(_ name: String) -> Attribute? {
    if let field = schema.field(name, of: kind) { return .field(field) }
    let wanted = name.lowercased()
    if let field = schema.fields(of: kind).first(where: { $0.key.lowercased() == wanted }) { return .field(field) }
    if let target = Kind.allCases.first(where: { $0.singular == wanted || $0.plural == wanted }) {
      return RelationPath.find(from: target, to: kind) == nil ? nil : .records(target)
    }
    switch wanted {
    case "path": return .path
    case "openissues":
      return Kind.issue.fields.contains { $0.type.target == kind } ? .openIssues : nil
    case "kind": return .kindName
    case "modified": return modified
    default:
      let keys = Attributes.shortNames.first { $0.name == wanted }?.keys ?? []
      return keys.lazy.compactMap { schema.field($0, of: kind) }.first.map(Attribute.field)
    }
  }

  /// The words that mean something in a query, for messages and completion.
  var queryKeys: [String] {
    let names = Attributes.shortNames.map(\.name) + ["modified"] + Kind.allCases.map(\.singular) + ["openIssues"]
    let fields = schema.fields(of: kind).map(\.key)
    return fields + names.filter { !fields.contains($0) && attribute($0) != nil } + ["path", "kind"]
  }

  /// What kinds without a date of modification have instead: the latest day or moment that a record tells of itself.
  private var modified: Attribute? {
    if let field = schema.field("modificationDate", of: kind) { return .field(field) }
    let dates = ["dateAdded", "dateStarted", "dateCompleted", "creationDate"].compactMap { schema.field($0, of: kind) }
    return dates.isEmpty ? nil : dates.count == 1 ? .field(dates[0]) : .latest(dates)
  }

  /// Shorter names, and the fields that they stand for: the first one that the kind has.
  private static let shortNames: [(name: String, keys: [String])] =
    dateNames + [("title", ["name"]), ("name", ["title"])]

  fileprivate static let dateNames: [(name: String, keys: [String])] = [
    ("added", ["dateAdded"]), ("started", ["dateStarted"]), ("completed", ["dateCompleted"]),
    ("finished", ["dateCompleted"]), ("created", ["creationDate", "dateAdded"]),
  ]
}

extension Schema {
  /// Returns the field with this key, an older key, or the short name of a date, such as `added`.
  package func field(shortName name: String, of kind: Kind) -> Field? {
    if let field = field(name, of: kind) { return field }
    let keys = Attributes.dateNames.first { $0.name == name }?.keys ?? []
    return keys.lazy.compactMap { field($0, of: kind) }.first
  }
}

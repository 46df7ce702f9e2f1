import ShelfModel

/// What a key of a query stands for in records of a kind.
enum QueryKey: Sendable {
  case field(Field)
  /// The latest of these dates.
  case latest([Field])
  /// Records of a kind that are one or two references away, or the record itself.
  case kind(Kind)
  /// How many open issues refer to the record.
  case openIssues
  case path
  case kindName
}

/// The keys that a query may use for records of a kind.
///
/// These are the fields, own ones included, some shorter names, and the kinds to which references lead.
struct QueryKeys: Sendable {
  let kind: Kind
  let schema: Schema

  /// Returns what a key stands for; a field's own name takes precedence over all others, and case does not matter.
  func key(_ name: String) -> QueryKey? {
    if let field = schema.field(name, of: kind) { return .field(field) }
    let wanted = name.lowercased()
    if let field = schema.fields(of: kind).first(where: { $0.key.lowercased() == wanted }) { return .field(field) }
    if let target = Kind.allCases.first(where: { $0.singular == wanted || $0.plural == wanted }) {
      return RelationPath.find(from: target, to: kind) == nil ? nil : .kind(target)
    }
    switch wanted {
    case "path": return .path
    case "openissues":
      return Kind.issue.fields.contains { $0.type.target == kind } ? .openIssues : nil
    case "kind": return .kindName
    case "modified": return modified
    default:
      let keys = QueryKeys.shortNames.first { $0.name == wanted }?.keys ?? []
      return keys.lazy.compactMap { schema.field($0, of: kind) }.first.map(QueryKey.field)
    }
  }

  /// All keys, for messages and completion.
  var all: [String] {
    let names = QueryKeys.shortNames.map(\.name) + ["modified"] + Kind.allCases.map(\.singular) + ["openIssues"]
    let fields = schema.fields(of: kind).map(\.key)
    return fields + names.filter { !fields.contains($0) && key($0) != nil } + ["path", "kind"]
  }

  /// The substitute for kinds without a modification date: the latest day or moment in a record.
  private var modified: QueryKey? {
    if let field = schema.field("modificationDate", of: kind) { return .field(field) }
    let dates = ["dateAdded", "dateStarted", "dateCompleted", "creationDate"].compactMap { schema.field($0, of: kind) }
    return dates.isEmpty ? nil : dates.count == 1 ? .field(dates[0]) : .latest(dates)
  }

  /// Shorter names, and the fields that they stand for, of which the first that the kind has counts.
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
    let keys = QueryKeys.dateNames.first { $0.name == name }?.keys ?? []
    return keys.lazy.compactMap { field($0, of: kind) }.first
  }
}

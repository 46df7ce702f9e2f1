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
      let isTitle = QueryKeys.titleNames.contains(wanted) && QueryKeys.titleNames.contains(kind.titleKey)
      return (isTitle ? schema.title(of: kind) : schema.field(shortName: wanted, of: kind)).map(QueryKey.field)
    }
  }

  /// All keys, for messages and completion.
  var all: [String] {
    let fields = schema.fields(of: kind).map(\.key)
    let shortNames = schema.fields(of: kind).flatMap(\.shortNames) + [QueryKeys.made] + QueryKeys.titleNames
    let names = shortNames + ["modified"] + Kind.allCases.map(\.singular) + ["openIssues"]
    return fields + names.filter { !fields.contains($0) && key($0) != nil } + ["path", "kind"]
  }

  /// The substitute for kinds without a modification date: the latest day or moment in a record.
  private var modified: QueryKey? {
    if let field = schema.field(.changed, of: kind) { return .field(field) }
    let dates = schema.fields(of: kind).filter { $0.has(.made) || $0.has(.began) || $0.has(.ended) }
    return dates.isEmpty ? nil : dates.count == 1 ? .field(dates[0]) : .latest(dates)
  }

  /// The short name of the creation date in every kind that has one.
  fileprivate static let made = "created"

  /// Usual names of the title; if a kind has one of them, the other is a short name for it.
  private static let titleNames = ["title", "name"]
}

extension Schema {
  /// Returns the field with this key, an older key, or a short name, such as `added`.
  package func field(shortName name: String, of kind: Kind) -> Field? {
    field(name, of: kind) ?? fields(of: kind).first { $0.shortNames.contains(name) }
      ?? (name == QueryKeys.made ? field(.made, of: kind) : nil)
  }
}

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

  /// Returns what a word means in a query; a field's own name takes precedence over all others, and case does not matter.
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
      let isTitle = Attributes.titleNames.contains(wanted) && Attributes.titleNames.contains(kind.titleKey)
      return (isTitle ? schema.title(of: kind) : schema.field(shortName: wanted, of: kind)).map(Attribute.field)
    }
  }

  /// The words that mean something in a query, for messages and completion.
  var queryKeys: [String] {
    let fields = schema.fields(of: kind).map(\.key)
    let shortNames = schema.fields(of: kind).flatMap(\.shortNames) + [Attributes.made] + Attributes.titleNames
    let names = shortNames + ["modified"] + Kind.allCases.map(\.singular) + ["openIssues"]
    return fields + names.filter { !fields.contains($0) && attribute($0) != nil } + ["path", "kind"]
  }

  /// The substitute for kinds without a modification date: the latest day or moment in a record.
  private var modified: Attribute? {
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
      ?? (name == Attributes.made ? field(.made, of: kind) : nil)
  }
}

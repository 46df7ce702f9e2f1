import ShelfModel

/// What a list shows, what it is sorted by, and what a query asks for, in records of a kind.
package enum Attribute: Sendable {
  case field(Field)
  /// The name of the first series that a field holds.
  case seriesName(Field)
  /// The place in that series.
  case seriesPosition(Field)
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
    var columns = schema.fields(of: kind).flatMap { field in
      [(field.key, Attribute.field(field))] + (field.has(.series) ? Attributes.parts(of: field) : [])
    }
    columns.append(("path", .path))
    for source in referringKinds {
      columns.append((source.plural, .records(source)))
      if source == .issue { columns.append(("openIssues", .openIssues)) }
    }
    return columns
  }

  /// Returns what is read in a field of series, under its names.
  package static func parts(of field: Field) -> [(key: String, attribute: Attribute)] {
    [(field.key + "Name", .seriesName(field)), (field.key + "Position", .seriesPosition(field))]
  }

  /// The kinds whose records can refer to records of this kind.
  package var referringKinds: [Kind] {
    Kind.allCases.filter { source in schema.fields(referringTo: kind).contains { $0.kind == source } }
  }

  /// Returns what a word means in a query, a list of columns or an order; a field's own name takes precedence over all
  /// others, and neither case nor hyphens matter.
  package func attribute(_ name: String) -> Attribute? {
    if let field = schema.field(name, of: kind) { return .field(field) }
    let wanted = FieldName.fold(name)
    if let field = schema.fields(of: kind).first(where: { FieldName.fold($0.key) == wanted }) { return .field(field) }
    if let part = seriesParts.first(where: { FieldName.fold($0.key) == wanted }) { return part.attribute }
    if let target = Kind.allCases.first(where: { $0.singular == wanted || $0.plural == wanted }) {
      return RelationPath.find(from: target, to: kind) == nil ? nil : .records(target)
    }
    switch wanted {
    case "path": return .path
    case "openissues":
      return Kind.issue.fields.contains { $0.type.target == kind } ? .openIssues : nil
    case "kind": return .kindName
    default:
      return schema.field(named: name, of: kind).map(Attribute.field) ?? (wanted == Schema.changed ? latest : nil)
    }
  }

  private var seriesParts: [(key: String, attribute: Attribute)] {
    schema.field(.series, of: kind).map { Attributes.parts(of: $0) } ?? []
  }

  /// Returns the kind of the records that a word leads to; nil if it does not lead to records.
  func target(of name: String) -> Kind? {
    switch attribute(name) {
    case .records(let target): target
    case .field(let field): field.type.target
    default: nil
    }
  }

  /// Returns the field that a word means in the records which these are related to: who wrote the book of a quote.
  package func maker(_ name: String) -> Attribute? { relatedMaker(name).map { .field($0.field) } }

  /// Returns that field and the kind that has it; nil for other words.
  ///
  /// - Parameter name: a word that means nothing in records of this kind themselves.
  func relatedMaker(_ name: String) -> (kind: Kind, field: Field)? {
    let wanted = FieldName.fold(name)
    for other in Kind.allCases where other != kind {
      guard let field = schema.field(.maker, of: other), FieldName.fold(field.key) == wanted,
        RelationPath.find(from: other, to: kind) != nil
      else { continue }
      return (other, field)
    }
    return nil
  }

  /// Returns the column of a list that a word means.
  package func column(_ name: String) -> (key: String, attribute: Attribute)? {
    let columns = columns
    if let column = columns.first(where: { $0.key == name }) { return column }
    guard let attribute = attribute(name) else { return nil }
    return switch attribute {
    case .field(let field): (field.key, attribute)
    case .seriesName(let field): (field.key + "Name", attribute)
    case .seriesPosition(let field): (field.key + "Position", attribute)
    case .records(let target): columns.first { $0.key == target.plural }
    case .latest: (Schema.changed, attribute)
    case .openIssues: ("openIssues", attribute)
    case .path: ("path", attribute)
    case .kindName: ("kind", attribute)
    }
  }

  /// The words that mean a column, for messages.
  package var columnNames: [String] {
    var names: [String] = []
    for name in columns.map(\.key) + queryKeys where !names.contains(name) && column(name) != nil { names.append(name) }
    return names
  }

  /// The words that mean something in a query, for messages and completion.
  var queryKeys: [String] {
    let fields = schema.fieldNames(of: kind)
    let names = seriesParts.map(\.key) + [Schema.changed] + Kind.allCases.map(\.singular) + ["openIssues"]
    let makers = Kind.allCases.compactMap { schema.field(.maker, of: $0)?.key }
    let related = makers.filter { !fields.contains($0) && relatedMaker($0) != nil }
    return fields + related + names.filter { !fields.contains($0) && attribute($0) != nil } + [
      "path", "kind",
    ]
  }

  /// The substitute for the date of the last change in kinds without one: the latest day or moment in a record.
  private var latest: Attribute? {
    let dates = schema.fields(of: kind).filter { $0.has(.made) || $0.has(.began) || $0.has(.ended) }
    return dates.isEmpty ? nil : dates.count == 1 ? .field(dates[0]) : .latest(dates)
  }
}

import ShelfModel
import ShelfStore

/// A property of a record that lists can show or sort by, and that queries can test: a field of its kind, or a value
/// that is computed from the library.
///
/// Lists, sort orders and queries refer to attributes by name. `Attributes` resolves such a name for one kind of
/// record. `Cells` reads an attribute's value for display, `RecordOrder` reads it for sorting, and `QueryCompiler`
/// turns a condition on it into a test.
package enum Attribute: Sendable {
  case field(Field)
  /// The name of the first series in a field.
  case seriesName(Field)
  /// The record's position in that series.
  case seriesPosition(Field)
  /// The sort forms of the names in a field that contains people.
  case sortNames(Field)
  /// The latest date among these fields.
  case latest([Field])
  /// Records of a kind that are related to the record. A list shows the number of these records. A query follows up to
  /// two references, or none if the kind is the record's own.
  case records(Kind)
  /// The number of open issues that refer to the record.
  case openIssues
  /// The key of a book, or of the book that the record belongs to, in exported bibliographies.
  case citationKey
  case path
  case kindName
}

extension Schema {
  /// Returns the reference fields of a kind that are shown as names: genres, tags, and the book of a quote. The words
  /// of a query are also searched for in these names.
  func nameFields(of kind: Kind) -> [(field: Field, target: Kind)] {
    fields(of: kind).compactMap { field in
      field.type.target.flatMap { $0.isMadeByName || field.has(.owner) ? (field, $0) : nil }
    }
  }
}

/// Resolves the names of attributes for one kind of record: its fields, including the library's custom fields, and the
/// computed attributes.
package struct Attributes: Sendable {
  let kind: Kind
  let schema: Schema

  package init(of kind: Kind, _ schema: Schema) {
    self.kind = kind
    self.schema = schema
  }

  /// The attributes that a list can show and sort by, with their column names.
  package var columns: [(key: String, attribute: Attribute)] {
    var columns = schema.fields(of: kind).flatMap { field in
      [(field.key, isCitationKey(field.key) ? .citationKey : Attribute.field(field))]
        + (field.has(.series) ? Attributes.parts(of: field) : [])
    }
    if let sortNames { columns.append(sortNames) }
    if isCitationKey(CitationKeys.field.key), schema.field(CitationKeys.field.key, of: kind) == nil {
      columns.append((CitationKeys.field.key, .citationKey))
    }
    columns.append(("path", .path))
    for source in referringKinds {
      columns.append((source.plural, .records(source)))
      if source == .issue { columns.append(("openIssues", .openIssues)) }
    }
    return columns + related.map { ($0.plural, .records($0)) }
  }

  /// For genres and tags, the kinds whose records are related to them only through other records. For example, quotes
  /// are related to a genre through their books. For other kinds, the array is empty.
  private var related: [Kind] {
    guard kind.isMadeByName else { return [] }
    let direct = referringKinds
    return Kind.allCases.filter { other in
      other != kind && !other.isMadeByName && !direct.contains(other) && RelationPath.find(from: other, to: kind) != nil
    }
  }

  /// Returns the two attributes that are derived from a series field, the name and the position, with their keys.
  package static func parts(of field: Field) -> [(key: String, attribute: Attribute)] {
    [(field.key + "Name", .seriesName(field)), (field.key + "Position", .seriesPosition(field))]
  }

  /// The attribute with the sort forms of the authors' names, and its key. The value is nil if the kind has no authors,
  /// or if the library declares a field with this key.
  package var sortNames: (key: String, attribute: Attribute)? {
    guard let field = schema.field(.creator, of: kind) else { return nil }
    let key = field.key + "Sort"
    return schema.field(key, of: kind) == nil ? (key, .sortNames(field)) : nil
  }

  /// Returns whether a name is that of the citation key, which is computed even if the library declares a field for it.
  private func isCitationKey(_ name: String) -> Bool {
    guard FieldName.fold(name) == FieldName.fold(CitationKeys.field.key) else { return false }
    return kind == .book || owner == .book && schema.field(name, of: kind) == nil
  }

  /// The kind of the records that own records of this kind, such as the books of quotes.
  var owner: Kind? { schema.field(.owner, of: kind)?.type.target }

  /// The kinds whose records can refer to records of this kind.
  package var referringKinds: [Kind] {
    Kind.allCases.filter { source in schema.fields(referringTo: kind).contains { $0.kind == source } }
  }

  /// Returns the attribute that a word refers to in a query, a list of columns or a sort order.
  ///
  /// Except for the citation key, which is always computed, a field's exact key takes precedence over every other
  /// meaning. Otherwise, case, hyphens, underscores and spaces are ignored.
  package func attribute(_ name: String) -> Attribute? {
    if isCitationKey(name) { return .citationKey }
    if let field = schema.field(name, of: kind) { return .field(field) }
    let wanted = FieldName.fold(name)
    if let field = schema.fields(of: kind).first(where: { FieldName.fold($0.key) == wanted }) { return .field(field) }
    if let part = seriesParts.first(where: { FieldName.fold($0.key) == wanted }) { return part.attribute }
    if let sortNames, FieldName.fold(sortNames.key) == wanted { return sortNames.attribute }
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

  /// Returns the kind of records that a key in a query refers to, or nil if the key does not refer to records.
  func target(of name: String) -> Kind? {
    switch attribute(name) {
    case .records(let target): target
    case .field(let field): field.type.target
    default: nil
    }
  }

  /// Returns the attribute of a related kind that a query for records of this kind can use, and that kind. These are
  /// the author, and all fields of the records' owner: in a query for quotes, `language` is the language of the book.
  ///
  /// - Parameters:
  ///   - name: a word that does not name an attribute of this kind.
  ///   - usesOwner: whether to look among the fields of the owner.
  package func related(_ name: String, usesOwner: Bool = true) -> (kind: Kind, attribute: Attribute)? {
    if usesOwner, let owner, let attribute = Attributes(of: owner, schema).attribute(name) {
      switch attribute {
      case .field, .seriesName, .seriesPosition, .sortNames: return (owner, attribute)
      default: break
      }
    }
    let wanted = FieldName.fold(name)
    for other in Kind.allCases where other != kind {
      guard let field = schema.field(.creator, of: other), FieldName.fold(field.key) == wanted,
        RelationPath.find(from: other, to: kind) != nil
      else { continue }
      return (other, .field(field))
    }
    return nil
  }

  /// Returns the list column that a word names, with the column's own key.
  package func column(_ name: String) -> (key: String, attribute: Attribute)? {
    let columns = columns
    if let column = columns.first(where: { $0.key == name }) { return column }
    guard let attribute = attribute(name) else { return nil }
    return switch attribute {
    case .field(let field): (field.key, attribute)
    case .seriesName(let field): (field.key + "Name", attribute)
    case .seriesPosition(let field): (field.key + "Position", attribute)
    case .sortNames(let field): (field.key + "Sort", attribute)
    case .records(let target): columns.first { $0.key == target.plural }
    case .latest: (Schema.changed, attribute)
    case .openIssues: ("openIssues", attribute)
    case .citationKey: (CitationKeys.field.key, attribute)
    case .path: ("path", attribute)
    case .kindName: ("kind", attribute)
    }
  }

  /// The words that name a column, for error messages.
  package var columnNames: [String] {
    var names: [String] = []
    for name in columns.map(\.key) + queryKeys where !names.contains(name) && column(name) != nil { names.append(name) }
    return names
  }

  /// The words that can be keys in a query, for error messages and completion.
  var queryKeys: [String] {
    let fields = schema.fieldNames(of: kind)
    let names =
      seriesParts.map(\.key) + [sortNames?.key].compactMap { $0 } + [Schema.changed] + Kind.allCases.map(\.singular) + [
        "openIssues", CitationKeys.field.key,
      ]
    let creators = Kind.allCases.compactMap { schema.field(.creator, of: $0)?.key }
    let others = creators.filter { !fields.contains($0) && related($0) != nil }
    return fields + others + names.filter { !fields.contains($0) && attribute($0) != nil } + [
      "path", "kind",
    ]
  }

  /// The latest of a record's dates, which replaces the date of the last change for kinds that do not record it.
  private var latest: Attribute? {
    let dates = schema.fields(of: kind).filter { $0.has(.created) || $0.has(.started) || $0.has(.finished) }
    return dates.isEmpty ? nil : dates.count == 1 ? .field(dates[0]) : .latest(dates)
  }
}

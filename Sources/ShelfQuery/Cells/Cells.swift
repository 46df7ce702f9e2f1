import ShelfModel
import ShelfStore
import ShelfText

/// Reads attributes of records into cells.
///
/// A cell contains more than the field's text. References are resolved to the titles of their records, a missing value
/// becomes the field's default or a remark such as “no author”, and an invalid value becomes `Cell.unreadable` with the
/// text in the file. `cell(_:_:)` dispatches on the kind of attribute and, for fields, on the value's type and the
/// field's look.
package struct Cells: Sendable {
  package let library: Library
  /// The kinds whose records are shown as chips, each with the field that contains the color.
  private let chips: [(kind: Kind, color: Field?)]

  package init(_ library: Library) {
    self.library = library
    let schema = library.schema
    chips = Kind.allCases.filter { schema.field($0.titleKey, of: $0)?.look.form == .chip }.map { kind in
      (kind, schema.fields(of: kind).first { $0.type == .color })
    }
  }

  /// The amount of detail that a cell contains about the records that refer to a record.
  package enum Detail: Sendable {
    /// Only the number of records.
    case brief
    /// The ids and titles of the records.
    case whole
  }

  package func cell(_ attribute: Attribute, _ record: Record, _ detail: Detail = .brief) -> Cell {
    switch attribute {
    case .field(let field): (detail == .brief ? loans(field, record) : nil) ?? cell(field, record)
    case .seriesName(let field): series(field, record).map { .text($0.name) } ?? .nothing(nil)
    case .seriesPosition(let field): series(field, record)?.position.map { .position($0) } ?? .nothing(nil)
    case .sortNames(let field):
      record.isNested(field) || !record.has(field)
        ? .nothing(remark(field, record)) : .texts(record.texts(of: field).map(library.manifest.names.sortForm))
    case .latest(let fields): fields.map { cell($0, record) }.max { $0.text < $1.text } ?? .nothing(nil)
    case .records(let kind):
      detail == .brief
        ? .count(kind, library.count(of: kind, relatedTo: record)) : references(to: record, from: kind)
    case .openIssues: .openIssues(library.openIssues(of: record))
    case .citationKey: library.citationKey(of: record).map { .text($0) } ?? .nothing(nil)
    case .path: .path(record.path)
    case .kindName: .text(record.kind.singular)
    }
  }

  /// Returns the people, the start dates, the due dates or the copies of all current loans, depending on the field, if
  /// several copies are lent. Otherwise returns nil.
  private func loans(_ field: Field, _ record: Record) -> Cell? {
    guard !field.roles.isDisjoint(with: [.holder, .lentOn, .due, .lentCopy]),
      record.has(field) || field.has(.lentCopy), library.schema.field(.loans, of: record.kind).map(record.has) ?? false
    else { return nil }
    let loans = Loan.all(of: record, library.schema)
    if loans.count < 2 || field.has(.lentCopy) && loans.allSatisfy({ $0.copy == nil }) { return nil }
    let texts = loans.map { Cells.text(field, $0) ?? "–" }
    return .text(texts.joined(separator: ", "))
  }

  /// Returns the part of a loan that a field describes.
  static func text(_ field: Field, _ loan: Loan) -> String? {
    if field.has(.holder) { return loan.person }
    return field.has(.lentCopy) ? loan.copy : (field.has(.due) ? loan.due : loan.since)?.description
  }

  package func cell(_ field: Field, _ record: Record) -> Cell {
    if field.type == .id { return .id(record.id) }
    if field.type.target != nil { return references(field, record) }
    if field.has(.timesRead), let count = timesRead(field, record) { return count }
    guard let value = record.value(of: field) else {
      if field.look.form == .rating { return .rating(nil) }
      if field.has(.owned), record.isAssumedOwned(library.schema) { return .assumed(.flag(true)) }
      let assumed = field.defaultText.flatMap { field.type.read([$0]) }
      return assumed.map { .assumed(cell($0, field, record)) } ?? .nothing(remark(field, record))
    }
    return cell(value, field, record)
  }

  private func series(_ field: Field, _ record: Record) -> SeriesPlace? {
    record.isNested(field) ? nil : record.texts(of: field).first.map { SeriesPlace($0) }
  }

  /// Returns the number of times that a book was read, if its dates show more readings than the field's value.
  /// Otherwise returns nil.
  private func timesRead(_ field: Field, _ record: Record) -> Cell? {
    let count = ReadingFinder(record.kind, library.schema).timesRead(record)
    return count > 0 && record.value(of: field) != .integer(count) ? .assumed(.number(count)) : nil
  }

  private func remark(_ field: Field, _ record: Record) -> Look.Remark? {
    field.look.remark ?? (field.index == record.kind.titleIndex ? Look.Remark("no \(field.key)") : nil)
  }

  private func cell(_ value: FieldValue, _ field: Field, _ record: Record) -> Cell {
    let cell = plainCell(value, field, record)
    if case .unreadable = cell { return cell }
    return cell.measured(field.look.unit)
  }

  private func plainCell(_ value: FieldValue, _ field: Field, _ record: Record) -> Cell {
    switch (value, field.look.form) {
    case (.text(let name), .chip): .chip(name, color(of: record))
    case (.text(let text), .progress):
      ReadingProgress(text).map {
        .progress($0, written: text, length: BookLength(of: record, library.schema))
      } ?? .text(text)
    case (.rating(let rating), _): .rating(rating)
    case (.boolean(let flag), .state(let mark, let on, let off)): .state(flag, mark: mark, on: on, off: off)
    case (.text(let word), .weights(let high, let low)):
      .word(word, word == high ? .high : word == low ? .low : .normal)
    case (.text(let text), _): if case .choice = field.type { .word(text, .none) } else { .text(text) }
    case (.texts(let texts), _):
      // A single series that is not written as a list is shown as plain text.
      field.has(.series) && texts.count == 1 && !record.isList(field) ? .text(texts[0]) : .texts(texts)
    case (.integer(let number), _): .number(number)
    case (.decimal(let number), _): .decimal(number)
    case (.money(let money), _): .money(money)
    case (.boolean(let flag), _): .flag(flag)
    case (.duration(let time), _): .duration(time)
    case (.date(let date), _): .date(date)
    case (.timestamp(let moment), _): .moment(moment)
    case (.color(let color), _): .color(color)
    case (.ids(let ids), _): .ids(ids)
    case (.unreadable(let texts), _): .unreadable(texts)
    }
  }

  // MARK: - Other records

  private func references(_ field: Field, _ record: Record) -> Cell {
    let texts = record.texts(of: field)
    if texts.isEmpty {
      let isKnown = field.has(.owner) && record.isDeliberatelyEmpty(field)
      return .nothing(isKnown ? field.look.remark.map { Look.Remark($0.text) } : field.look.remark)
    }
    if record.isNested(field) { return .unreadable(texts) }
    let isChips = chips.contains { $0.kind == field.type.target }
    let items = texts.map { text -> Cell.Reference in
      guard let target = RecordID(text).flatMap({ library.record($0) }), target.kind == field.type.target else {
        return Cell.Reference(target: nil, title: nil, label: text, color: isChips ? .fallback : nil)
      }
      return reference(to: target, color: isChips ? color(of: target) : nil)
    }
    // The books of an issue stay in the user's order. All other names are sorted, so that they are easier to find.
    return .references(
      Cell.References(
        items: items, isList: field.type.isList, isChips: isChips, isSorted: field.type.target != .book))
  }

  private func references(to record: Record, from kind: Kind) -> Cell {
    let items = RecordOrder.standard(of: kind, library.schema)
      .sort(library.records(kind, relatedTo: record), of: library).map { reference(to: $0, color: nil) }
    return .references(Cell.References(items: items, isList: true, isChips: false, isSorted: false))
  }

  private func reference(to target: Record, color: Color?) -> Cell.Reference {
    let title = target.title
    return Cell.Reference(
      target: target.id, title: title, label: title.isEmpty ? target.id.short : title, color: color)
  }

  /// Returns the records of a kind that refer to a record, in the default order of their list.
  package func records(of kind: Kind, referringTo record: Record) -> [Record] {
    RecordOrder.standard(of: kind, library.schema).sort(library.records(kind, referringTo: record), of: library)
  }

  /// Returns the color of a record, or red, the fallback color, if the record has no color or an invalid one.
  private func color(of record: Record) -> Color {
    let field = chips.first { $0.kind == record.kind }?.color
    guard case .color(let color) = field.flatMap({ record.value(of: $0) }) else { return .fallback }
    return color
  }
}

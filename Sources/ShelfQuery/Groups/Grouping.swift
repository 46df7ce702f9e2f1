import ShelfModel
import ShelfStore
import ShelfText

/// A rule for dividing a list into groups by the values of an attribute.
///
/// `groups(of:)` reads the attribute of every record, turns it into the values that people count by (the year of a
/// date, the name of a series without the position in it, each name of a list), and collects the records of each value.
/// A record with several values is in several groups, so the counts of the groups can add up to more than the length of
/// the list. Groups are sorted by their values. The records without a value form the last group.
package struct Grouping: Sendable {
  /// The period or range of numbers that each group covers.
  package enum Step: String, CaseIterable, Sendable {
    case day, month, year, decade
  }

  /// The key of the attribute, as typed by users.
  package let key: String
  package let attribute: Attribute
  /// The reference field that leads to the record with the attribute, or nil if the records in the list have the
  /// attribute themselves.
  let owner: Field?
  /// The step between groups. If it is nil, dates are grouped by year, and each number has its own group.
  let step: Step?
  package var isDescending = false

  /// - Returns: nil if the records have no attribute with this name, or if the attribute does not support the step.
  package init?(_ name: String, step: Step?, of kind: Kind, _ schema: Schema) {
    if let column = Attributes(of: kind, schema).column(name) {
      (key, attribute, owner) = (column.key, column.attribute, nil)
    } else {
      // A quote can also be grouped by an attribute of its book, such as the author.
      let owners = schema.fields(of: kind).compactMap { field in
        field.type.target.flatMap { target in
          Attributes(of: target, schema).column(name).map { ($0.key, $0.attribute, field) }
        }
      }
      guard let found = owners.first else { return nil }
      (key, attribute, owner) = found
    }
    self.step = step
    if let step, !Grouping.allows(step, attribute) { return nil }
  }

  /// Returns the key of the attribute that a word names in the singular or plural, or nil if lists cannot be grouped by
  /// it.
  package static func key(called word: String, of kind: Kind, _ schema: Schema) -> String? {
    let wanted = Folding.fold(word)
    return Attributes(of: kind, schema).columns.map(\.key).first { key in
      [key, key + "s", key + "es"].contains { Folding.fold($0) == wanted }
        && Grouping(key, step: nil, of: kind, schema) != nil
    }
  }

  private static func allows(_ step: Step, _ attribute: Attribute) -> Bool {
    switch attribute {
    case .latest: true
    case .field(let field):
      switch field.type {
      case .date, .timestamp, .intervals: true
      case .integer: step == .decade
      default: false
      }
    default: false
    }
  }

  /// Whether the groups have a natural order, such as numbers, dates and choices, rather than being names.
  package var isOrdered: Bool {
    switch attribute {
    case .field(let field): field.type.isOrdered || field.type == .boolean || field.type == .intervals
    case .latest, .records, .openIssues, .seriesPosition: true
    case .seriesName, .path, .kindName, .sortNames, .citationKey: false
    }
  }

  /// The kind of the records that the groups are named after, or nil if the key is not the plural of a kind, such as
  /// `genres`.
  package var target: Kind? {
    guard case .field(let field) = attribute, let target = field.type.target else { return nil }
    return key == target.plural ? target : nil
  }

  /// Whether the values are Booleans.
  package var isFlag: Bool { if case .field(let field) = attribute { field.type == .boolean } else { false } }

  /// Returns whether the first key of a sort order is the attribute of the groups.
  package func isFirst(of order: RecordOrder) -> Bool {
    guard owner == nil, let first = order.keys.first?.attribute else { return false }
    return switch (first, attribute) {
    case (.field(let a), .field(let b)): a.index == b.index
    case (.records(let a), .records(let b)): a == b
    case (.latest, .latest), (.openIssues, .openIssues), (.path, .path), (.kindName, .kindName),
      (.seriesName, .seriesName), (.seriesPosition, .seriesPosition), (.sortNames, .sortNames),
      (.citationKey, .citationKey):
      true
    default: false
    }
  }

  /// The records that have the same value, in the order of the list.
  package struct Group: Sendable {
    /// The value, or nil for the records that have none.
    package fileprivate(set) var value: Cell?
    package var records: [Record]
    /// The number of values. If the rule counts readings, a record can have the value several times.
    package fileprivate(set) var count = 0
  }

  /// Whether the groups consist of readings, of which a book can have several in a group.
  package var countsReadings: Bool {
    if case .field(let field) = attribute { field.has(.started) || field.has(.finished) } else { false }
  }

  /// Divides a list into groups. Names that differ only in case and accents form one group, which has the most frequent
  /// spelling.
  package func groups(of records: [Record], in library: Library, _ localTime: LocalTime) -> [Group] {
    let reader = GroupReader(self, library, localTime)
    var places: [GroupReader.Rank: Int] = [:]
    var groups: [(rank: GroupReader.Rank, group: Group, spellings: [String: Int])] = []
    var rest = Group(value: nil, records: [])
    for record in records {
      var seen: Set<GroupReader.Rank> = []
      let values = reader.values(of: record)
      for (rank, cell) in values {
        let isNew = seen.insert(rank).inserted
        if !isNew, !countsReadings { continue }
        let place = places[rank] ?? groups.count
        if place == groups.count {
          places[rank] = place
          groups.append((rank, Group(value: cell, records: []), [:]))
        }
        groups[place].group.count += 1
        if !isNew { continue }
        groups[place].group.records.append(record)
        if case .text(let text) = cell { groups[place].spellings[text, default: 0] += 1 }
      }
      if values.isEmpty {
        rest.records.append(record)
        rest.count += 1
      }
    }
    let sorted = groups.sorted { isDescending ? $1.rank < $0.rank : $0.rank < $1.rank }.map { _, group, spellings in
      var group = group
      if spellings.count > 1 { group.value = .text(Folding.commonest(spellings)) }
      return group
    }
    return sorted + (rest.records.isEmpty ? [] : [rest])
  }
}

/// Reads the values that `Grouping` groups records by.
private struct GroupReader {
  /// A sort key that identifies a value. Numbers precede text.
  enum Rank: Hashable, Comparable {
    case number(Int)
    case text([UInt8])

    static func < (a: Rank, b: Rank) -> Bool {
      switch (a, b) {
      case (.number(let a), .number(let b)): a < b
      case (.text(let a), .text(let b)): a.lexicographicallyPrecedes(b)
      case (.number, .text): true
      case (.text, .number): false
      }
    }
  }

  typealias Value = (rank: Rank, cell: Cell)

  private let grouping: Grouping
  private let cells: Cells
  private let titles: TitleKeys
  private let localTime: LocalTime

  init(_ grouping: Grouping, _ library: Library, _ localTime: LocalTime) {
    self.grouping = grouping
    self.localTime = localTime
    cells = Cells(library)
    titles = TitleKeys(library)
  }

  func values(of record: Record) -> [Value] {
    guard let owner = grouping.owner else { return ownValues(of: record) }
    let targets = record.texts(of: owner).compactMap { RecordID($0).flatMap { cells.library.record($0) } }
    return targets.filter { $0.kind == owner.type.target }.flatMap(ownValues)
  }

  private func ownValues(of record: Record) -> [Value] {
    switch grouping.attribute {
    case .field(let field): values(of: field, record)
    case .latest: values(cells.cell(grouping.attribute, record), nil, record)
    case .seriesName(let field): record.texts(of: field).map { name(SeriesPlace($0).name) }
    default: values(cells.cell(grouping.attribute, record), nil, record)
    }
  }

  private func values(of field: Field, _ record: Record) -> [Value] {
    if field.has(.series) { return record.texts(of: field).map { name(SeriesPlace($0).name) } }
    if field.has(.loans) || field.has(.holder) {
      let current = Loan.all(of: record, cells.library.schema).map { name($0.person) }
      let past = record.texts(of: field).filter { LoanEntry($0)?.isCurrent != true }
      return field.has(.holder) ? current : past.map { name(LoanEntry($0)?.person ?? $0) } + current
    }
    // A book that was given away has no place among those on the shelf.
    if field.has(.state), Loan.isOffShelf(record, cells.library.schema) { return [] }
    var found = values(cells.cell(field, record), field, record)
    // As in queries, every reading of a book counts, not only the latest.
    if field.has(.started) || field.has(.finished),
      let earlier = cells.library.schema.field(.earlier, of: record.kind)
    {
      found += record.texts(of: earlier).compactMap { DateInterval($0) }
        .compactMap { field.has(.finished) ? $0.end : $0.start }.map(period)
    }
    return found
  }

  private func values(_ cell: Cell, _ field: Field?, _ record: Record) -> [Value] {
    switch cell {
    case .nothing, .rating(nil): []
    case .assumed(let cell), .measured(let cell, _): values(cell, field, record)
    case .texts(let texts) where field?.type == .intervals:
      texts.compactMap { DateInterval($0) }.compactMap { $0.end ?? $0.start }.map(period)
    case .texts(let texts): texts.map { name($0, of: field) }
    case .text(let text), .chip(let text, _), .progress(_, let text, _), .path(let text):
      [name(text, of: field)]
    case .word(let word, _):
      if case .choice(let words)? = field?.type, let place = words.firstIndex(of: word) {
        [(.number(place), .word(word, .none))]
      } else {
        [name(word)]
      }
    case .references(let references): references.inOrder.map(reference)
    case .ids(let ids): ids.map { (.text(Array($0.description.utf8)), .id($0)) }
    case .id(let id): [(.text(Array(id.description.utf8)), cell)]
    case .number(let number): [self.number(number)]
    case .count(_, let number), .openIssues(let number): [(.number(number), .number(number))]
    case .decimal(let number): [(.number(number.millionths), cell)]
    case .money(let money):
      // The currency comes first, so that amounts in the same currency are adjacent.
      [(.text(Array((money.currency ?? "").utf8) + NaturalOrder.key(Array(money.description.utf8))), cell)]
    case .duration(let time): [(.number(time.minutes), cell)]
    case .position(let position): [(.number(position.first), cell)]
    case .rating(let rating?): [(.number(rating.quarters), cell)]
    case .flag(let flag), .state(let flag, _, _, _): [(.number(flag ? 1 : 0), cell)]
    case .date(let date): [period(date)]
    case .moment(let moment): [period(localTime.day(of: moment))]
    case .color(let color): [name(color.description)]
    case .unreadable(let texts): [name(texts.joined(separator: ", "))]
    }
  }

  /// Returns the value for a name. Names that differ only in case or accents are treated as the same name, and so are
  /// the names and codes of a language.
  private func name(_ text: String, of field: Field? = nil) -> Value {
    let languages = field.map { $0.has(.language) ? LanguageName.keys(of: text) : [] } ?? []
    let words = languages.isEmpty ? Folding.fold(text) : languages.map { LanguageName.english[$0] ?? $0 }.joined()
    let folded = Array(words.utf8)
    guard let field, field.isOfPeople else { return (.text(NaturalOrder.key(folded)), .text(text)) }
    // Several people may have the same sort form, so the rank also contains the name.
    let key = cells.library.manifest.names.key(of: field.personName(in: text))
    return (.text(NaturalOrder.key(Array(key.utf8)) + [0] + folded), .text(text))
  }

  private func reference(_ item: Cell.Reference) -> Value {
    var folding = FoldingBuffer()
    guard let record = item.target.flatMap({ cells.library.record($0) }) else { return name(item.label) }
    // The rank contains the id, so that two books with the same title form two groups.
    let cell = item.color.map { Cell.chip(item.label, $0) } ?? .text(item.label)
    return (.text(titles.key(of: record, &folding) + [0] + Array(record.id.description.utf8)), cell)
  }

  private func number(_ number: Int) -> Value {
    guard grouping.step == .decade else { return (.number(number), .number(number)) }
    let decade = number.saturatingSum(-((number % 10 + 10) % 10))
    return (.number(decade), .text("\(decade)s"))
  }

  /// Returns the period that contains a date, as far as the date's precision allows.
  private func period(_ date: CalendarDate) -> Value {
    let text = date.description
    return switch grouping.step ?? .year {
    case .decade: (.number(date.year / 10), .text("\(date.year / 10 * 10)s"))
    case .year: (.number(date.year), .text(String(text.prefix(4))))
    case .month: (.text(Array(text.prefix(7).utf8)), .text(String(text.prefix(7))))
    case .day: (.text(Array(text.utf8)), .text(text))
    }
  }
}

import ShelfModel
import ShelfQuery
import ShelfStore
import ShelfTerminal
import ShelfText

/// A list that can be divided into groups with counts, and can have the sums of a column.
///
/// People see the list with a heading above each group. Programs get only the groups: `group`, `count` and `sum`.
package struct GroupedList {
  private let library: Library
  private let records: [Record]
  /// The groups and their rule, or nil for an ungrouped list.
  private let grouping: (rule: Grouping, groups: [Grouping.Group])?
  private let sum: ColumnSum?
  private let style: CellStyle

  package init(
    _ records: [Record], in library: Library, by grouping: Grouping?, sum: ColumnSum?, style: CellStyle
  ) {
    (self.library, self.records, self.sum, self.style) = (library, records, sum, style)
    self.grouping = grouping.map { ($0, $0.groups(of: records, in: library, style.localTime)) }
  }

  // MARK: - For people

  /// The groups with their headings. An ungrouped list is a single part without a heading.
  package var parts: [(heading: StyledText?, records: [Record])] {
    guard let grouping else { return [(nil, records)] }
    return grouping.groups.map { group in
      let count = [Wording.number(group.records.count), lentText(of: group.records), sumText(of: group.records)]
        .compactMap { $0 }
      return (
        StyledText(label(of: group, grouping.rule), .bold) + StyledText(" (\(count.joined(separator: "; ")))", .dim),
        group.records
      )
    }
  }

  /// The remarks for the line below the list: the sum of the column, and the numbers of records whose value is missing
  /// or invalid.
  package var remarks: [String] {
    guard let sum else { return [] }
    let total = sum.total(of: records, Cells(library))
    return [text(of: total) ?? "\(Wording.label(sum.key)): none"] + missing
  }

  /// The numbers of records whose values are missing from the sum.
  package var missing: [String] {
    guard let sum else { return [] }
    let total = sum.total(of: records, Cells(library))
    let (missing, unreadable) = (total.missing, total.unreadable)
    let gone = records.count { Loan.isGone($0, library.schema) }
    return (missing == 0 ? [] : ["\(Wording.number(missing)) without \(Wording.label(sum.key))"])
      + (unreadable == 0
        ? [] : ["\(Wording.number(unreadable)) not counted, because they are not valid (see `shelf doctor`)"])
      + (total.multiplied == 0
        ? [] : ["\(Wording.number(total.multiplied)) with several copies, counted for each copy"])
      + (gone == 0 ? [] : [Wording.notOwned(gone)])
  }

  /// Returns the name of a group as people see it.
  private func label(of group: Grouping.Group, _ rule: Grouping) -> String {
    guard let value = group.value else { return Wording.groupWithout(rule) }
    return Wording.group(value, style)
  }

  /// Returns the number of lent records if the groups are states, because the list shows “lent” in place of the state.
  private func lentText(of records: [Record]) -> String? {
    guard let rule = grouping?.rule, case .field(let field) = rule.attribute, field.has(.state),
      let kind = records.first?.kind,
      let holder = library.schema.field(.holder, of: kind)
    else { return nil }
    let count = records.count { $0.has(holder) }
    return count == 0 ? nil : "\(Wording.number(count)) lent"
  }

  private func sumText(of records: [Record]) -> String? {
    sum.flatMap { text(of: $0.total(of: records, Cells(library))) }
  }

  /// Returns the label and sum of the column, or nil if there is nothing to add up.
  private func text(of total: ColumnSum.Total) -> String? {
    guard let sum else { return nil }
    let text: String
    switch total.value {
    case .number(let number): text = Wording.number(number)
    case .measured(.number(let number), let unit): text = "\(Wording.number(number)) \(unit)"
    case let cell: text = cell.text
    }
    return text.isEmpty ? nil : "\(Wording.label(sum.key)): \(text)"
  }

  // MARK: - For programs

  package func tsv() -> [UInt8] {
    var tsv = TSVWriter()
    for row in rows { tsv.row(row) }
    return tsv.take()
  }

  package func csv(_ writer: CSVWriter = CSVWriter()) -> [UInt8] {
    var csv = writer
    csv.row((grouping == nil ? [] : ["group"]) + ["count"] + (sum == nil ? [] : ["sum"]))
    for row in rows { csv.row(row) }
    return csv.take()
  }

  private var rows: [[String]] {
    func row(_ records: [Record]) -> [String] {
      [String(records.count)] + (sum.map { [$0.total(of: records, Cells(library)).value.separated] } ?? [])
    }
    return grouping?.groups.map { [$0.value?.text ?? ""] + row($0.records) } ?? [row(records)]
  }

  /// Returns a JSON object for each group, or a single object for an ungrouped list.
  package func json(isLines: Bool) -> [UInt8] {
    guard let grouping else {
      var json = JSONWriter(isLines ? .compact : .pretty)
      write(nil, records, &json)
      json.endLine()
      return json.take()
    }
    return JSONWriter.list(grouping.groups, isLines: isLines) { write($0, $0.records, &$1) }
  }

  private func write(_ group: Grouping.Group?, _ records: [Record], _ json: inout JSONWriter) {
    json.object { json in
      if let group {
        json.key("group")
        json.value(group.value ?? .nothing(nil))
      }
      json.member("count", records.count)
      if let sum {
        json.key("sum")
        json.value(sum.total(of: records, Cells(library)).value)
      }
    }
  }
}

extension Wording {
  /// Returns the remark about the records in a list that the user no longer owns.
  package static func notOwned(_ count: Int) -> String { "\(number(count)) not owned (owned:true leaves them out)" }

  /// Returns the value of a group as people see it.
  package static func group(_ value: Cell, _ style: CellStyle) -> String {
    switch value {
    case .flag(let flag), .state(let flag, _, "", ""): flag ? "yes" : "no"
    case .state(let flag, _, let on, let off): flag ? on : off
    case .word(let word, _): label(word)
    case .rating(let rating?): style.ratings.text(quarters: rating.quarters)
    case .path(let path): path
    default: VisibleText.line(value.text.isEmpty ? "no title" : value.text)
    }
  }

  /// Returns the name of the values that a list is grouped by: “genre”, “date completed”.
  package static func name(of rule: Grouping) -> String {
    if case .field(let field) = rule.attribute, field.has(.loans) { return "borrower" }
    return rule.target?.singular ?? label(rule.key)
  }

  /// Returns the name of the group of records without a value: “no rating”.
  package static func groupWithout(_ rule: Grouping) -> String {
    rule.isFlag ? "\(label(rule.key)) not set" : "no \(name(of: rule))"
  }
}

extension Grouping {
  /// Parses a field with an optional step, such as `completed` or `completed:month`, or the step of the usual date, such
  /// as `month`.
  package init(reading text: String, of kind: Kind, _ schema: Schema) throws(CommandError) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map { String($0.trimmed) }
    let steps = Step.allCases.map(\.rawValue)
    let step = parts.count > 1 ? Step(rawValue: parts[1].lowercased()) : nil
    if parts.count > 1, step == nil {
      throw CommandError(
        .usage, "cannot group by “\(text)”", hint: "after the colon, write \(steps.joined(separator: ", "))")
    }
    if let grouping = Grouping(parts[0], step: step, of: kind, schema) {
      self = grouping
    } else if step != nil, Grouping(parts[0], step: nil, of: kind, schema) != nil {
      throw CommandError(
        .usage, "cannot group by “\(text)”", hint: "only dates are in days, months and years, and numbers in decades")
    } else {
      let columns = Attributes(of: kind, schema).columns.map(\.key)
      // A step without a date, as in `--by month`.
      let word = FieldName.fold(parts[0])
      if parts.count == 1, let step = Step.allCases.first(where: { [$0.rawValue, $0.rawValue + "s"].contains(word) }),
        let column = Grouping.usualColumn(for: step, among: columns, of: kind, schema),
        let grouping = Grouping(column, step: step, of: kind, schema)
      {
        self = grouping
        return
      }
      throw .noColumn(
        parts[0], in: "a list of \(kind.plural)", among: Attributes(of: kind, schema).columnNames, all: columns)
    }
  }

  /// Returns a column that the step divides: the day when a record was finished or created if there is one, or the year
  /// for decades.
  private static func usualColumn(
    for step: Step, among columns: [String], of kind: Kind, _ schema: Schema
  ) -> String? {
    let usual = [schema.field(.finished, of: kind)?.key, schema.field(.created, of: kind)?.key].compactMap(\.self)
    return ((step == .decade ? ["year"] : []) + usual + columns).first { key in
      columns.contains(key) && Grouping(key, step: step, of: kind, schema) != nil
    }
  }
}

extension Column {
  /// Returns the arguments that can group a list by this column: its key alone, and its key with each applicable step.
  package func groupings(_ place: (kind: Kind, schema: Schema)) -> [String] {
    let steps = Grouping.Step.allCases.filter { Grouping(key, step: $0, of: place.kind, place.schema) != nil }
    return [key] + steps.map { "\(key):\($0.rawValue)" }
  }
}

extension ColumnSum {
  /// Finds the column to add up.
  package init(reading name: String, of kind: Kind, _ schema: Schema) throws(CommandError) {
    let column = try Column.read(name, of: kind, schema)
    guard column.count == 1 else { throw CommandError(.usage, "--sum adds up one column, not “\(name)”") }
    if let sum = ColumnSum(column[0].key, column[0].attribute) {
      self = sum
    } else {
      let fitting = Column.all(of: kind, schema).filter { ColumnSum($0.key, $0.attribute) != nil }.map(\.key)
      throw CommandError(
        .usage, "cannot add up “\(column[0].key)”",
        hint: fitting.isEmpty
          ? "\(kind.plural) have no numbers" : "the columns with numbers are \(fitting.joined(separator: ", "))")
    }
  }
}

extension Statistics {
  /// Counts books by the values of a field or, if books do not have the field, the records of every kind that has it.
  /// By the dates of readings, it counts every reading.
  ///
  /// - Parameter year: the year in which the books were finished, or nil for any year. Other years in which a book was
  ///   finished are not counted.
  /// - Throws: an error if no kind has the field.
  package init(
    _ records: [Kind: [Record]], by text: String, year: Int? = nil, in library: Library, style: CellStyle
  ) throws(CommandError) {
    var refusal: CommandError?
    var sections: [Section] = []
    for kind in Kind.allCases {
      do throws(CommandError) {
        let rule = try Grouping(reading: text, of: kind, library.schema)
        var groups = Statistics.ordered(rule.groups(of: records[kind] ?? [], in: library, style.localTime), rule)
        if let year, case .field(let field) = rule.attribute, field.has(.finished) {
          // A decade has no year of its own.
          groups.removeAll { group in group.value.flatMap { CalendarDate($0.text) }.map { $0.year != year } ?? true }
        }
        let labels = groups.map { group in
          group.value.map { Wording.group($0, style) } ?? Wording.groupWithout(rule)
        }
        let rows = groups.map { group in
          var color: Color?
          if case .chip(_, let own)? = group.value { color = own }
          return Row(label: group.value?.text ?? "", count: group.count, color: color)
        }
        // Several kinds of records share tags, and books often have none.
        let isShared =
          if case .field(let field) = rule.attribute { field.yieldsToDeclared && field.type.target != nil } else {
            false
          }
        if isShared, groups.allSatisfy({ $0.value == nil }) { continue }
        let title = "\(rule.countsReadings ? "Readings" : Wording.heading(kind.plural)) by \(Wording.name(of: rule))"
        sections.append(Section(key: kind.plural, title: title, shape: .bars, rows: rows, labels: labels))
        if kind == .book, !isShared { break }
      } catch {
        refusal = refusal ?? error
      }
    }
    if sections.isEmpty, let refusal { throw refusal }
    self.init(sections: sections.filter { !$0.rows.isEmpty })
  }

  /// Returns groups in the order of statistics: names by number of records, everything else by value, and records
  /// without a value last.
  private static func ordered(_ groups: [Grouping.Group], _ rule: Grouping) -> [Grouping.Group] {
    if rule.isOrdered { return groups }
    let order = groups.indices.sorted { a, b in
      let (first, second) = (groups[a], groups[b])
      guard first.value != nil, second.value != nil else { return second.value == nil && first.value != nil }
      return first.records.count == second.records.count
        ? a < b : first.records.count > second.records.count
    }
    return order.map { groups[$0] }
  }
}

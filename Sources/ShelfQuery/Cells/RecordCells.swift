import ShelfModel

/// The contents of the page about a record, as cells.
package struct RecordCells: Sendable {
  package let title: Cell
  /// Whether the title can span several lines.
  package let hasLongTitle: Bool
  /// The short fields, except the id and the title.
  package let fields: [(key: String, cell: Cell)]
  /// The long texts of the record.
  package let texts: [(key: String, text: String)]
  /// The undeclared fields.
  package let unknown: [(key: String, texts: [String])]
  /// The previous and the next record in each series that the record belongs to.
  package let neighbors: [Neighbor]
  /// The other editions of the book.
  package let editions: [Edition]
  /// The records that refer to this record, by kind: the key of the kind, the total number, and the records to show.
  package let referring: [(key: String, count: Int, records: [Line])]

  /// The previous or next record in a series.
  package struct Neighbor: Sendable {
    package let isNext: Bool
    /// The position in the series, such as `13`. The name of the series precedes it if the record belongs to several
    /// series.
    package let place: String
    package let title: String
    package let id: RecordID
  }

  /// One line about a record, on the page of another record.
  package struct Line: Sendable {
    /// The title, or an empty string if the record has none.
    package let title: String
    /// Whether the title can span several lines and should be shown in full.
    package let isLong: Bool
    /// The owner of the record, or nil if records of its kind have no owner.
    package let owner: Cell?
    /// Remarks after the title, such as a page number.
    package let notes: [String]
    /// The user's remark on a record with a long title, such as the note on a quote, with the key of the field.
    package let remark: (key: String, text: String)?
    /// The creation date, or nil if it is unknown.
    package let made: Cell?
    /// The short form of the record's id.
    package let id: String
  }
}

extension Cells {
  /// Returns the contents of a page about a record.
  ///
  /// - Parameter maximum: the maximum number of referring records per kind. If a kind has too many to sort quickly, the
  ///   first ones in the library's order are returned.
  package func page(of record: Record, maximum: Int = .max) -> RecordCells {
    let kind = record.kind
    let fields = library.schema.fields(of: kind)
    let title = library.schema.title(of: kind)
    let others = fields.filter { $0.index != title.index && $0.type != .id }
    return RecordCells(
      title: cell(title, record), hasLongTitle: title.isLong,
      // Omits assumed ownership and computed numbers of readings, as well as the log and long texts, which are shown
      // elsewhere.
      fields: others.filter {
        !$0.isLong && !$0.has(.log) && ($0.roles.isDisjoint(with: [.owned, .timesRead]) || record.has($0))
      }.map {
        ($0.key, cell($0, record))
      },
      texts: others.filter(\.isLong).compactMap { field in record.value(of: field).map { (field.key, $0.text) } },
      unknown: record.unknownFields, neighbors: neighbors(of: record), editions: editions(of: record),
      referring: Attributes(of: kind, library.schema).referringKinds.map { source in
        let all = library.records(source, referringTo: record)
        let isCut = all.count > maximum && all.count > Cells.manyRecords
        let shown = isCut ? all : RecordOrder.standard(of: source, library.schema).sort(all, of: library)
        return (source.plural, all.count, shown.prefix(maximum).map { line(about: $0, on: record) })
      }.filter { $0.1 > 0 })
  }

  /// Returns the previous and the next record in each series of a record.
  package func neighbors(of record: Record) -> [RecordCells.Neighbor] {
    let all = SeriesNeighbors.all(of: record, in: library)
    return all.flatMap { series in
      [(false, series.previous), (true, series.next)].compactMap { isNext, other in
        other.map { other in
          RecordCells.Neighbor(
            isNext: isNext,
            place: all.count > 1 ? "\(series.place.name) \(other.position)" : other.position.description,
            title: other.record.title, id: other.record.id)
        }
      }
    }
  }

  private static var manyRecords: Int { 200 }

  /// Returns the cells of the fields that have a value, a default or an assumed value, in the order of the kind's
  /// table.
  ///
  /// The name and position of the first series follow the series field, although they are not fields themselves. If
  /// `shelf.yaml` has `names`, the authors are followed by their sort forms.
  package func cells(of record: Record) -> [(key: String, cell: Cell, isField: Bool)] {
    let sortNames = sortNames(of: record.kind)
    return library.schema.fields(of: record.kind).flatMap { field -> [(key: String, cell: Cell, isField: Bool)] in
      let isSaid =
        record.has(field) || field.has(.owner) && record.isDeliberatelyEmpty(field) || field.defaultText != nil
      if field.has(.owned), !record.has(field) {
        if case .assumed(let cell) = cell(field, record) { return [(field.key, .assumed(cell), true)] }
      }
      guard isSaid else { return [] }
      var parts =
        field.has(.series) ? Attributes.parts(of: field).map { ($0.key, cell($0.attribute, record), false) } : []
      if field.has(.creator), let sortNames {
        parts.append((sortNames.key, cell(sortNames.attribute, record), false))
      }
      return [(field.key, cell(field, record), true)] + parts.filter { if case .nothing = $0.1 { false } else { true } }
    }
  }

  /// Returns the attribute with the sort forms of the authors, or nil if the library has no `names`.
  package func sortNames(of kind: Kind) -> (key: String, attribute: Attribute)? {
    let names = library.manifest.names
    return names.entries.isEmpty || names.isForOrderOnly ? nil : Attributes(of: kind, library.schema).sortNames
  }

  /// Returns the records that refer to a record, by kind.
  package func relations(of record: Record) -> [(key: String, cell: Cell)] {
    Attributes(of: record.kind, library.schema).referringKinds.map { kind in
      (kind.plural, cell(.records(kind), record, .whole))
    }
  }

  /// Returns the line about a record for the page of another record.
  ///
  /// - Parameter page: the record whose page shows the line. If that record is of the owner's kind, the line omits the
  ///   owner.
  package func line(about record: Record, on page: Record? = nil) -> RecordCells.Line {
    let schema = library.schema
    let notes = schema.fields(of: record.kind).flatMap { field -> [String] in
      let cell = cell(field, record)
      switch (cell, field.look.note) {
      case (.text(let text), _?) where field.has(.page): return [PageLabel.of(text)]
      case (.text(let text), let note?):
        // Some values already start with the word that precedes them, such as the word for a page.
        let isSaid = text.lowercased().hasPrefix(note.prefix { $0.isLetter }.lowercased()) && !note.isEmpty
        return [isSaid ? text : note + text]
      case (.texts(let texts), let note?): return texts.isEmpty ? [] : [note + texts.joined(separator: ", ")]
      case (.references(let references), let note?): return references.inOrder.map { note + $0.label }
      case (.state(true, let mark, _, _), _): return [mark]
      default: return []
      }
    }
    let made = schema.field(.created, of: record.kind).flatMap { record.has($0) ? cell($0, record) : nil }
    let title = schema.title(of: record.kind)
    let remark = schema.fields(of: record.kind).first { title.isLong && $0.isLong && $0.index != title.index }
    return RecordCells.Line(
      title: record.title, isLong: title.isLong,
      owner: schema.field(.owner, of: record.kind).flatMap { field in
        page.map { $0.kind == field.type.target } ?? false ? nil : cell(field, record)
      }, notes: notes, remark: remark.flatMap { field in record.value(of: field).map { (field.key, $0.text) } },
      made: made,
      id: record.id.short)
  }
}

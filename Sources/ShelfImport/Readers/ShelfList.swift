import ShelfFormats
import ShelfModel
import ShelfText

/// Reads lists that `shelf list` wrote and the user may have edited: tables with an `id` column, JSON and YAML.
///
/// The ids show which records of this library the list contains, and their kind. A cell that matches a current list of
/// the library is not a change, and does not show what a record's file contains, because lists also show defaults and
/// values that follow from others. Any other cell is a new value of its field. Columns that are not fields are omitted.
enum ShelfList {
  // MARK: - Tables

  /// Returns whether a file is a table with ids and fields of records.
  static func isTable(_ probe: SourceProbe) -> Bool {
    guard let place = place(ofID: probe.firstRow), probe.firstRow.contains(where: isField) else { return false }
    var table = TableStart(probe.head, names: probe.maps.map(\.column)).table(probe.head)
    _ = table.next()
    // The user may have added rows without an id above the others.
    for _ in 0..<maxRows {
      guard let cells = table.next()?.cells else { return false }
      if cells.indices.contains(place), ListedRecord.isID(cells[place].trimmed) { return true }
    }
    return false
  }

  private static let maxRows = 100

  private static func place(ofID header: [String]) -> Int? {
    header.firstIndex { FieldName.fold($0.trimmed) == ShelfMember.id }
  }

  private static func isField(_ column: String) -> Bool {
    let name = column.trimmed
    return FieldName.fold(name) != ShelfMember.id
      && Kind.allCases.contains { Schema().field(named: name, of: $0) != nil }
  }

  /// The reason for rejecting a list that is recognized only by its ids, if none of them belongs to a record.
  static let whyUnknown =
    "its column or key id has ids, but none of them is that of a record of this library; if the rows are books, use "
    + "--map COLUMN=title"

  /// Reads a table if at least one of its rows has the id of a record of the library.
  ///
  /// - Returns: whether the table was read.
  static func readTable(
    _ file: SourceFile, _ probe: SourceProbe, _ options: ImportOptions, into batch: inout SourceBatch
  ) throws(SourceError) -> Bool {
    guard isTable(probe), let place = place(ofID: probe.firstRow) else { return false }
    let bytes = TextDecoding(file.bytes).bytes
    var table = TableStart(bytes, names: options.maps.map(\.column)).table(bytes)
    _ = table.next()
    var kind: Kind?
    while kind == nil, let cells = table.next()?.cells {
      if cells.indices.contains(place) { kind = options.listed(cells[place].trimmed)?.kind }
    }
    guard let kind else { return false }
    let maps = Dictionary(options.maps.map { (ColumnName.fold($0.column), $0.field.key) }, uniquingKeysWith: { $1 })
    let suffix = ShelfColumn.currencySuffix
    var plain = options
    plain.maps = []
    try TableSource(names: options.maps.map(\.column)).read(file, plain, into: &batch) { row, batch in
      row.knowAll()
      let text = row.cells.indices.contains(place) ? row.cells[place].trimmed : ""
      let listed = options.listed(text)
      let id = RecordID(text) ?? listed?.id
      if id == nil, !text.isEmpty {
        batch.reject("“\(CleanText.short(text))” is not the id of a record", line: row.line, raw: row.raw)
        return nil
      }
      var draft = Draft(listed?.kind ?? kind, key: id?.description ?? "")
      if let id { (draft.statedID, draft.isVerbatim, draft.hasNames) = (id, true, true) }
      draft.line = row.line
      // Messages identify a record by its title.
      let title = draft.kind.titleKey
      if let listed { draft.set(FieldHandle(named: title), listed.text(title)) }
      for (name, text) in row.all where FieldName.fold(name.trimmed) != ShelfMember.id {
        func isMoney(_ name: String) -> Bool { field(name, of: draft.kind, maps, options.schema)?.type == .money }
        // The currency has a column of its own.
        let currency = field(name + suffix, of: draft.kind, maps, options.schema) == nil ? row[name + suffix] : ""
        let isCurrency =
          name.hasSuffix(suffix) && isMoney(String(name.dropLast(suffix.count)))
          && field(name, of: draft.kind, maps, options.schema) == nil
        if isCurrency { continue }
        let cell = !text.isEmpty && isMoney(name) ? "\(text) \(currency)".trimmed : text
        if let listed, listed.text(name)?.trimmed == cell.trimmed { continue }
        guard let field = field(name, of: draft.kind, maps, options.schema) else {
          if !cell.isEmpty { batch.leaveOut(column: name) }
          continue
        }
        take(cell, name, field, in: &draft, row.line, &batch)
      }
      return add(draft, row, &batch)
    }
    return true
  }

  /// Returns the field of a column, or nil for the id, former ids, and a column that does not match a field.
  private static func field(_ column: String, of kind: Kind, _ maps: [String: String], _ schema: Schema) -> Field? {
    let field = schema.field(named: maps[ColumnName.fold(column)] ?? column.trimmed, of: kind)
    return field.flatMap { $0.type == .id || $0.type == .formerIDs ? nil : $0 }
  }

  /// Sets a field from the cell of a table.
  private static func take(
    _ cell: String, _ column: String, _ field: Field, in draft: inout Draft, _ line: Int?, _ batch: inout SourceBatch
  ) {
    let texts =
      field.type.isList ? items(cell) : cell.isEmpty ? [] : [ShelfTable.restored(cell, column, field, line, &batch)]
    guard texts.isEmpty || field.type.target != nil || field.type.read(texts) != nil else {
      return batch.leaveOut(column, cell, "is not \(field.type.description)", line: line)
    }
    if field.key == FieldHandle.sources.key, !draft.isVerbatim {
      draft.sources = texts
      return
    }
    draft.replace(FieldHandle(field), texts)
  }

  /// Returns the row's draft, with a key if it has no id, or nil if the row is rejected.
  private static func add(_ draft: Draft, _ row: TableSource.Row, _ batch: inout SourceBatch) -> Draft? {
    var draft = draft
    if draft.statedID != nil { return draft }
    guard let title = draft.title, !title.isEmpty else {
      batch.reject("no \(draft.kind.titleKey)", line: row.line, raw: row.raw)
      return nil
    }
    guard let owner = draft.kind.field(.owner) else {
      draft.key =
        draft.kind == .book ? SourceKey.book(title, draft[.author]) : SourceKey.hash(draft.kind.singular, title)
      draft.markEmptyIncomplete()
      return draft
    }
    var book = Draft(.book, key: "")
    (book.file, book.line, book.rows) = (batch.file, row.line, 0)
    book.set(.title, draft.first(FieldHandle(owner)))
    book.set(.author, FieldMapping.list(row["author"]))
    draft.remove(FieldHandle(owner))
    guard let name = book.title else {
      draft.key = SourceKey.hash("", title)
      draft.markEmptyIncomplete()
      draft.leaveWithoutOwner()
      return draft
    }
    book.key = SourceKey.book(name, book[.author])
    book.markEmptyIncomplete()
    draft.key = SourceKey.hash(book.key, title)
    draft.markEmptyIncomplete()
    draft.owner = Draft.Key(kind: .book, text: batch.add(book))
    return draft
  }

  /// Returns the items of a list in a cell. Semicolons separate items, and a backslash escapes a semicolon within an
  /// item.
  private static func items(_ cell: String) -> [String] {
    var items = [""]
    var isEscaped = false
    for character in cell {
      if isEscaped || character != "\\" && character != ";" {
        items[items.count - 1].append(character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else {
        items.append("")
      }
    }
    return items.map(\.trimmed).filter { !$0.isEmpty }
  }

  // MARK: - JSON and YAML

  /// Returns whether any object in a tree has a record's id and a field of a record.
  static func isTree(_ value: JSONValue) -> Bool {
    let objects = objects(value)
    return objects.contains { object in
      object.value[ShelfMember.id]?.text.map(ListedRecord.isID) ?? false
        && object.value.members.contains { isField($0.key) }
    }
  }

  private static func objects(_ value: JSONValue) -> [JSONValue.Item] {
    value.isArray ? value.items : [JSONValue.Item(value: value, line: 1, range: 0..<0)]
  }

  /// Reads the objects of a tree if each has an id, and at least one id belongs to a record of the library.
  ///
  /// - Returns: whether the tree was read.
  static func isRead(
    _ value: JSONValue, _ options: ImportOptions, into batch: inout SourceBatch, in file: SourceFile
  ) throws(SourceError) -> Bool {
    if !options.maps.isEmpty || !isTree(value) { return false }
    if readTree(value, options, into: &batch) { return true }
    if !GenericList.isPlain(value, options.maps) { throw SourceError(whyUnknown, in: file.path) }
    return false
  }

  private static func readTree(_ value: JSONValue, _ options: ImportOptions, into batch: inout SourceBatch) -> Bool {
    let objects = objects(value)
    let texts = objects.map { $0.value[ShelfMember.id]?.text ?? "" }
    let listed = texts.map(options.listed)
    let ids = zip(texts, listed).map { RecordID($0) ?? $1?.id }
    guard !ids.contains(nil), let kind = listed.lazy.compactMap(\.self).first?.kind else { return false }
    for (place, object) in objects.enumerated() {
      guard let id = ids[place] else { continue }
      batch.begin()
      var draft = Draft(listed[place]?.kind ?? kind, key: id.description)
      (draft.id, draft.line, draft.isVerbatim) = (id, object.line, true)
      take(object.value.members, in: &draft, listed[place], options, &batch)
      batch.add(draft)
    }
    return true
  }

  /// Sets the fields of a record from the members of an object.
  static func take(
    _ members: [JSONValue.Member], in draft: inout Draft, _ listed: ListedRecord?, _ options: ImportOptions,
    _ batch: inout SourceBatch
  ) {
    for member in members where !ShelfMember.isTaken(member.key) {
      let text = member.value.isNull ? "" : member.value.text
      if let text, let listed, listed.text(member.key)?.trimmed == text.trimmed { continue }
      guard let field = field(member.key, of: draft.kind, [:], options.schema) else {
        if !member.value.isNull { batch.leaveOut(column: member.key) }
        continue
      }
      draft.setVerbatim(field.key, member.value)
    }
  }
}

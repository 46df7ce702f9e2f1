import ShelfModel
import ShelfSystem
import ShelfText
import YAMLEdit

/// The record edits of one command, as new contents for files that have not been written yet.
///
/// An act builds a plan by calling `create`, `change`, `replace` and `delete`. Each call edits the record's YAML
/// document losslessly, taking earlier edits of the plan into account, and stores the resulting bytes in a
/// `WorkingCopy`. The plan applies the rules for all edits: a changed record gets a new modification date, names that
/// must be unique are checked, a deletion cascades to records that belong to the deleted record and removes all other
/// references to it, and a record is not edited if another file has the same id, because shelf cannot know which file
/// the user means.
///
/// When the plan is complete, its `changes` are shown as a diff (a dry run) or written by a `LibraryChange` with a
/// `Transaction`. An import creates thousands of records, so their files can be produced on several threads (see
/// `write`); in that case the plan knows a record's name immediately, but its path only later.
package struct EditPlan {
  package let library: Library
  /// The time of the change, for the dates that shelf sets.
  package let now: Timestamp
  package private(set) var created: [CreatedRecord] = []
  package private(set) var deleted: [Record] = []
  private var createdIndex: [RecordID: Int32] = [:]
  /// The number of created records that have a file. They are the first records in `created`.
  private var writtenCount = 0
  /// The records whose files change, in the order of the edits.
  package private(set) var changed: [Record] = []
  var files = WorkingCopy()
  /// The documents of the records that were changed first, before and after the changes. They are kept so that further
  /// edits and reports do not have to parse the files again.
  var documents: [ExactPath: (old: Document, new: Document)] = [:]
  /// The maximum number of records whose documents are kept.
  private static let keptDocuments = 64
  /// The new records whose files have not been produced yet.
  private var unwritten: [UnwrittenRecord] = []
  private var threads = 1
  private lazy var libraryPaths = Set(library.records.map(\.path) + library.unreadable.map(\.path))

  package init(_ library: Library, now: Timestamp) {
    self.library = library
    self.now = now
  }

  /// Calls a function and then produces the files of the records that it creates on several threads.
  package mutating func write(
    threads: Int, _ body: (inout EditPlan) throws(EditError) -> Void
  ) throws(EditError) {
    self.threads = threads
    defer { self.threads = 1 }
    try body(&self)
    try writeRest()
  }

  /// The changes to files, ordered by when each file was first edited. The array is empty if nothing changes.
  package var changes: [FileChange] { files.changes }

  /// Adds a new record.
  ///
  /// - Parameters:
  ///   - others: undeclared keys with their values, and declared fields that are deliberately empty.
  ///   - isVerbatim: whether a list may contain the same item twice.
  package mutating func create(
    _ kind: Kind, _ id: RecordID, _ assignments: [Assignment],
    others: [(key: String, value: JSONValue)] = [], isVerbatim: Bool = false
  ) throws(EditError) {
    try checkName(assignments, of: kind, id)
    let owner = assignments.first { $0.field.has(.owner) }?.values.first.flatMap { RecordID($0.text) }
    // The path of a record depends on the path of its owner, so the owner's file must be produced first.
    if let owner, createdIndex[owner].map({ $0 >= writtenCount }) ?? false { try writeRest() }
    let record = UnwrittenRecord(
      kind: kind, id: id, title: assignments.first { $0.field.has(.title) }?.values.first?.text ?? "",
      ownerPath: owner.flatMap { path(ofCreated: $0) ?? library.record($0)?.path }, assignments: assignments,
      others: others, isVerbatim: isVerbatim, fields: library.schema.fields(of: kind))
    let new = CreatedRecord(id: id, kind: kind, path: "", title: record.title, owner: owner)
    if threads > 1, record.cannotBeRefused {
      register(new)
      unwritten.append(record)
    } else {
      try writeRest()
      let file = try record.result.get()
      register(new)
      addFile(file)
    }
  }

  /// Produces the files of all new records that do not have one yet.
  private mutating func writeRest() throws(EditError) {
    let records = unwritten
    unwritten = []
    let files = Parallel.map(records.count, threads: threads) { records[$0].map(\.result) }
    for file in files.joined() { addFile(try file.get()) }
  }

  private mutating func register(_ record: CreatedRecord) {
    createdIndex[record.id] = Int32(created.count)
    created.append(record)
  }

  /// Adds the file of the first record that does not have one.
  private mutating func addFile(_ file: UnwrittenRecord.File) {
    var path = file.path
    // Another record may have the same title and an id that starts with the same digits.
    if libraryPaths.contains(path) || !files.create(path, file.bytes) {
      path = RecordPath.unmistakable(path, file.id)
      files.set(path, to: file.bytes, from: nil)
    }
    created[writtenCount].path = path
    writtenCount += 1
  }

  /// Returns the name of a record that the plan creates, or nil if it creates none with this id.
  package func name(ofCreated id: RecordID) -> String? { createdIndex[id].map { created[Int($0)].title } }

  /// Returns the path of a record that the plan creates, or nil if it creates none with this id, or has not produced
  /// its file yet.
  package func path(ofCreated id: RecordID) -> String? {
    createdIndex[id].flatMap { $0 < writtenCount ? created[Int($0)].path : nil }
  }

  /// Applies assignments to a record, and updates its modification date if its kind has one.
  ///
  /// - Parameter others: undeclared keys with their values, which are nil for keys to remove.
  package mutating func change(
    _ record: Record, _ assignments: [Assignment], others: [(key: String, value: JSONValue?)] = []
  ) throws(EditError) {
    try checkName(assignments, of: record.kind, record.id)
    try edit(record) { plan, document throws(EditRefusal) in
      for assignment in assignments { document = try plan.apply(assignment, to: document, record.kind) }
      if assignments.contains(where: { $0.field.states != nil }),
        !assignments.contains(where: { $0.field.has(.owned) }),
        let owned = plan.keptOwnership(of: record, document)
      {
        document = try plan.apply(owned, to: document, record.kind)
      }
      for (key, value) in others { document = try UndeclaredValue.setting(key, to: value, in: document) }
    }
  }

  /// Returns the assignment that records that the user owns a copy, if a change of the record's state ends the
  /// assumption that they do. For example, a book stays theirs when they start to read it.
  ///
  /// - Parameter document: the record's document after the change.
  private func keptOwnership(of record: Record, _ document: Document) -> Assignment? {
    let schema = library.schema
    guard record.isAssumedOwned(schema), let state = schema.field(.state, of: record.kind), let states = state.states,
      let owned = schema.field(.owned, of: record.kind)
    else { return nil }
    func texts(_ field: Field) -> [String] {
      FieldEdits(field: field, fields: schema.fields(of: record.kind)).texts(in: document)
    }
    let new = texts(state).first ?? state.defaultText
    if new == states.before.value || new == states.wanted { return nil }
    let hasValue = [owned, schema.field(.lender, of: record.kind)].contains { !($0.map(texts) ?? []).isEmpty }
    return hasValue ? nil : .set(owned, to: "true")
  }

  /// Changes the key of a value in a record. The value keeps its form and its comments.
  ///
  /// - Parameter isRepeated: whether the other field already has the same value, so that the key is only removed.
  package mutating func rename(
    _ key: String, to newKey: String, in record: Record, isRepeated: Bool
  ) throws(EditError) {
    try edit(record) { _, document throws(EditRefusal) in
      if isRepeated {
        document = try document.applying(.remove([.key(key)]))
        return
      }
      // The other field may already be present without a value.
      if document.node(at: [.key(newKey)]) != nil { document = try document.applying(.remove([.key(newKey)])) }
      document = try document.applying(.renameKey([.key(key)], to: newKey))
    }
  }

  private mutating func edit(
    _ record: Record, _ body: (EditPlan, inout Document) throws(EditRefusal) -> Void
  ) throws(EditError) {
    let old = try document(of: record)
    var new = old
    do throws(EditRefusal) {
      try body(self, &new)
      guard new.bytes != old.bytes else { return }
      if let field = library.schema.field(.changed, of: record.kind) {
        new = try apply(.set(field, to: now.description), to: new, record.kind)
      }
    } catch {
      throw .refused(path: record.path, error)
    }
    if !files.touches(record.path) { changed.append(record) }
    files.set(record.path, to: new.bytes, from: record.source)
    let path = ExactPath(record.path)
    if let first = documents[path]?.old {
      documents[path] = (first, new)
    } else if documents.count < EditPlan.keptDocuments, files.original(of: record.path) == old.bytes {
      documents[path] = (old, new)
    }
  }

  /// Replaces a whole file with edited text, and updates the modification date unless the user changed it.
  ///
  /// - Parameter record: the record that the file contained before, or nil if it was not readable.
  package mutating func replace(
    _ path: String, _ old: [UInt8], with new: [UInt8], _ record: Record?
  ) throws(EditError) {
    var document = try Document(editing: new, path: path)
    if let record, let field = library.schema.field(.changed, of: record.kind) {
      let edits = FieldEdits(field: field, fields: library.schema.fields(of: record.kind))
      if edits.texts(in: document) == record.texts(of: field) {
        // If the date cannot be updated, the text still has to be saved.
        document = (try? edits.apply(.set(field, to: now.description), to: document)) ?? document
      }
    }
    files.set(path, to: document.bytes, from: old)
  }

  /// Deletes a record, and handles the records that refer to it according to the delete rules of their fields.
  ///
  /// - Parameter isMeant: whether the caller has identified the file, so that the record is deleted even if other files
  ///   have the same id.
  package mutating func delete(_ record: Record, isMeant: Bool = false) throws(EditError) {
    if isDeleted(record) { return }
    if !isMeant { try checkIdentity(of: record) }
    deleted.append(record)
    if files.touches(record.path) { changed.removeAll { $0.path == record.path } }
    files.set(record.path, to: nil, from: record.source)
    documents[ExactPath(record.path)] = nil
    for (kind, field) in library.schema.fields(referringTo: record.kind) {
      for source in library.records(kind, referringTo: record) {
        let ids = source.texts(of: field).filter { RecordID($0).flatMap { library.record($0)?.id } == record.id }
        if ids.isEmpty || isDeleted(source) { continue }
        switch field.deleteRule {
        case .cascade: try delete(source)
        case .nullify:
          let operation: Assignment.Operation = field.type.isList ? .remove : .set
          let values = field.type.isList ? ids.map { Assignment.Value(text: $0) } : []
          try change(source, [Assignment(field, operation, values)])
        }
      }
    }
  }

  func isDeleted(_ record: Record) -> Bool {
    if case .some(.none) = files.contents(of: record.path) { true } else { false }
  }

  private func apply(_ assignment: Assignment, to document: Document, _ kind: Kind) throws(EditRefusal) -> Document {
    let edits = FieldEdits(field: assignment.field, fields: library.schema.fields(of: kind))
    return try edits.apply(assignment, to: document)
  }

  private func document(of record: Record) throws(EditError) -> Document {
    if let known = documents[ExactPath(record.path)]?.new { return known }
    let planned = files.contents(of: record.path) ?? nil
    if planned == nil { try checkIdentity(of: record) }
    return try Document(editing: planned ?? record.source, path: record.path)
  }

  /// Rejects an edit if several files have the record's id, because shelf must not guess which of them the user means.
  private func checkIdentity(of record: Record) throws(EditError) {
    let sharing = library.records(sharing: record.id)
    if sharing.count > 1 { throw .duplicateID(record.id, paths: sharing.map(\.path)) }
  }

  /// Rejects a name that another record of the kind already has, regardless of case, if names of the kind are unique.
  private func checkName(_ assignments: [Assignment], of kind: Kind, _ id: RecordID) throws(EditError) {
    guard kind.hasUniqueNames else { return }
    guard let name = assignments.last(where: { $0.field.has(.title) })?.values.first?.text else { return }
    let wanted = name.lowercased()
    let other = library.records(of: kind).first { $0.id != id && title(of: $0).lowercased() == wanted }
    if let other { throw .nameTaken(name, by: other, of: library.record(id)) }
  }

  /// Returns the title that a record will have when the plan is carried out, or an empty string if the plan deletes the
  /// record.
  private func title(of record: Record) -> String {
    guard files.touches(record.path), let field = library.schema.field(.title, of: record.kind) else {
      return record.title
    }
    return isDeleted(record) ? "" : texts(of: field, in: record).new.first ?? ""
  }

  /// Returns the fields of a record that change, with their old and new values.
  ///
  /// If a field without a value is removed, both its old and new values are empty.
  package func changes(in record: Record) -> [FieldDifference] {
    guard let (original, document) = versions(of: record) else { return [] }
    let fields = library.schema.fields(of: record.kind)
    let (before, after) = (original.values(of: fields), document.values(of: fields))
    return fields.compactMap { field in
      let (was, isNow) = (FieldEdits.node(of: field, in: before), FieldEdits.node(of: field, in: after))
      guard was != nil || isNow != nil else { return nil }
      let edits = FieldEdits(field: field, fields: fields)
      let (old, new) = (edits.contents(at: was, in: original), edits.contents(at: isNow, in: document))
      return old == new && (was == nil) == (isNow == nil) ? nil : FieldDifference(field: field, old: old, new: new)
    }
  }

  /// Returns the old and new values of a field. Values that are not text are returned as they are written in the file.
  package func texts(of field: Field, in record: Record) -> (old: [String], new: [String]) {
    guard let (original, document) = versions(of: record) else {
      let old = record.texts(of: field)
      return (old, old)
    }
    let edits = FieldEdits(field: field, fields: library.schema.fields(of: record.kind))
    return (edits.contents(in: original), edits.contents(in: document))
  }

  /// Returns the old and new versions of a record's file, or nil if the file does not change or cannot be parsed.
  private func versions(of record: Record) -> (old: Document, new: Document)? {
    if let known = documents[ExactPath(record.path)] { return known }
    guard let new = files.contents(of: record.path) ?? nil, let document = try? Document(new),
      let original = files.original(of: record.path).flatMap({ try? Document($0) })
    else { return nil }
    return (original, document)
  }
}

extension Document {
  /// Parses a file that is to be edited.
  package init(editing bytes: [UInt8], path: String, keepsDuplicateKeys: Bool = false) throws(EditError) {
    do throws(YAMLError) {
      try self.init(bytes, keepsDuplicateKeys: keepsDuplicateKeys)
    } catch {
      throw .refused(path: path, EditRefusal(reason: error.message, offset: error.offset))
    }
  }
}

/// The values of a field before and after a change.
package struct FieldDifference: Sendable {
  package let field: Field
  package let old: [String]
  package let new: [String]
}

/// A record that a change creates.
package struct CreatedRecord: Sendable {
  package let id: RecordID
  package let kind: Kind
  package fileprivate(set) var path: String
  package let title: String
  /// The owner of the record, such as the book of a quote, or nil if it has none.
  package let owner: RecordID?
}

/// The reason why a record cannot be changed.
package enum EditError: Error, Sendable {
  case refused(path: String, EditRefusal)
  case duplicateID(RecordID, paths: [String])
  /// Another record of a kind with unique names already has this name. The last value is the record that was to get the
  /// name, or nil if it is a new one.
  case nameTaken(String, by: Record, of: Record?)
}

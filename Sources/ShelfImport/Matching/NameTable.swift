import ShelfFormats
import ShelfModel
import ShelfStore
import ShelfText

/// A table of genres and tags by their names, including the ones that the import creates.
///
/// Names are compared without case, and hyphens are treated as spaces, so that `sci-fi` finds `Sci Fi`. A new name gets
/// an id immediately, but the record is created only when another record refers to it. The id is derived from the name,
/// so that it is the same in every library.
struct NameTable {
  private let library: Library
  private var ids: [Draft.Key: RecordID] = [:]
  /// Records that are created as soon as another record refers to them.
  private var planned: [RecordID: (kind: Kind, name: String)] = [:]
  private var colors: ColorPicker
  /// The names that were matched with existing names although they differ in more than case, spaces and hyphens.
  private(set) var unequal: [String: String] = [:]

  private mutating func note(_ name: String, isTakenFor known: String) {
    func letters(_ text: String) -> [UInt8] {
      Folding.accented(CleanText.collapse(String(text.map { "-_".contains($0) ? " " : $0 })))
    }
    if name != known, letters(name) != letters(known) { unequal[CleanText.collapse(name)] = known }
  }

  /// The ids of records that imports created, and that were deleted from the library according to its history.
  var deleted: Set<RecordID> = []
  /// Whether the current record was deleted and comes back, so that its genres and tags come back too.
  var isReviving = false

  init(_ library: Library) {
    self.library = library
    colors = ColorPicker(
      library.records(of: .genre).compactMap { record in
        if case .color(let color) = library.value("color", of: record) { color } else { nil }
      })
    for kind in Kind.allCases where kind.isMadeByName {
      for record in library.records(of: kind) {
        let key = Draft.Key(kind: kind, text: NameTable.key(record.title))
        if ids[key] == nil { ids[key] = record.id }
      }
    }
  }

  /// Returns the reference to the record with a name. The record is created only if another record uses the reference.
  /// Returns nil if an import created that record and it was deleted from the library, unless the record that refers to
  /// it was deleted as well and comes back.
  mutating func reference(_ name: String, _ kind: Kind, _ base: ImportBase) -> Assignment.Value? {
    let key = Draft.Key(kind: kind, text: NameTable.key(name))
    if key.text.isEmpty { return nil }
    if let known = base.id(of: key) {
      // The record may have been renamed in the library.
      if let record = library.record(known), record.kind == kind {
        return Assignment.Value(text: record.id.description, name: record.title)
      }
      if !isReviving, ids[key] == nil, planned[known] == nil { return nil }
    }
    if let id = ids[key] {
      let known = library.record(id)?.title ?? planned[id]?.name ?? name
      note(name, isTakenFor: known)
      return Assignment.Value(text: id.description, name: known)
    }
    let id = NameTable.derivedID(kind, key.text)
    let taken = library.record(id)
    if let taken, taken.kind == kind { return Assignment.Value(text: taken.id.description, name: taken.title) }
    if !isReviving, deleted.contains(id) { return nil }
    ids[key] = id
    planned[id] = (kind, CleanText.collapse(name))
    return Assignment.Value(text: id.description, name: CleanText.collapse(name))
  }

  /// Returns the id of the record with a name. If there is none, a record with the stated id is created as soon as
  /// another record refers to it. Returns nil for an empty name.
  mutating func id(of name: String, _ kind: Kind, stated id: RecordID) -> RecordID? {
    let key = Draft.Key(kind: kind, text: NameTable.key(name))
    if key.text.isEmpty { return nil }
    if let known = ids[key] { return known }
    // The same id may stand next to two names, if one of them was edited.
    let id = planned[id] == nil ? id : NameTable.derivedID(kind, key.text)
    ids[key] = id
    planned[id] = (kind, CleanText.collapse(name))
    return id
  }

  /// Returns a field's values at the last import, with the current ids of its names.
  ///
  /// If the record with a name has been deleted, the user may have created another record with that name.
  func current(_ texts: [String], _ field: Field, _ draft: Draft) -> [String] {
    guard let kind = field.type.target, kind.isMadeByName, !draft.hasReferences else { return texts }
    func isGone(_ text: String) -> Bool { RecordID(text).map { library.record($0) == nil } ?? false }
    guard texts.contains(where: isGone) else { return texts }
    let now = Dictionary(
      draft[FieldHandle(field)].map { name in
        let key = NameTable.key(name)
        return (NameTable.derivedID(kind, key).description, ids[Draft.Key(kind: kind, text: key)]?.description)
      }, uniquingKeysWith: { first, _ in first })
    return texts.map { text in isGone(text) ? now[text].flatMap { $0 } ?? text : text }
  }

  /// Returns the id of the record with a name, or nil if there is none. The name must be normalized for comparison
  /// (`key(_:)`).
  func id(key: String, _ kind: Kind) -> RecordID? { ids[Draft.Key(kind: kind, text: key)] }

  /// Returns the ids that new records for these names would get, except for names that are already known.
  func newIDs(_ names: some Sequence<String>, _ kind: Kind, _ base: ImportBase) -> [RecordID] {
    names.compactMap { name in
      let key = Draft.Key(kind: kind, text: NameTable.key(name))
      guard !key.text.isEmpty, ids[key] == nil, base.id(of: key) == nil else { return nil }
      let id = NameTable.derivedID(kind, key.text)
      return library.record(id) == nil ? id : nil
    }
  }

  private static func derivedID(_ kind: Kind, _ key: String) -> RecordID {
    .derived(from: "\(kind.singular):\(key)", in: .imports)
  }

  /// Returns the name of a record that is to be created, or nil if there is none with this id.
  func name(of id: RecordID) -> String? { planned[id]?.name }

  /// Creates the planned records that values refer to, unless they already exist, and returns the kinds of the new
  /// records.
  mutating func make(
    _ values: [Assignment.Value], in plan: inout EditPlan, _ base: inout ImportBase
  ) throws(EditError) -> [Kind] {
    var made: [Kind] = []
    for value in values {
      guard let id = RecordID(value.text), let (kind, name) = planned[id] else { continue }
      if plan.name(ofCreated: id) != nil { continue }
      guard let title = library.schema.field(.title, of: kind) else { continue }
      var assignments = [Assignment.set(title, to: name)]
      if let color = library.schema.fields(of: kind).first(where: { $0.type == .color }) {
        assignments.append(.set(color, to: colors.next().description))
      }
      try plan.create(kind, id, assignments)
      base.remember(Draft.Key(kind: kind, text: NameTable.key(name)), id, [:])
      made.append(kind)
    }
    return made
  }

  /// Returns a name normalized for comparison: `sci-fi` and `Sci Fi` are equal, `C` and `C#` are not.
  static func key(_ name: String) -> String {
    var folded = Array(Folding.fold(name).utf8)
    func isWord(_ index: Int) -> Bool {
      guard folded.indices.contains(index) else { return false }
      return folded[index] >= 0x61 || (0x30...0x39).contains(folded[index])
    }
    // Punctuation at the end is part of the name, as in `2021_`.
    for index in folded.indices where "-_".utf8.contains(folded[index]) && isWord(index - 1) && isWord(index + 1) {
      folded[index] = 0x20
    }
    return String(decoding: folded, as: UTF8.self)
  }
}

import ShelfModel
import ShelfStore
import ShelfText
import YAMLEdit

extension Check {
  static let misplacedFile = Check(
    "misplaced-file", .warning, "a record outside the folders for records, or in the wrong one",
    reason: """
      shelf reads records only in \(Kind.list("or", \.folder)), and the folder determines the kind of record.
      """,
    example: "Books/dune-3f2b8c1e.yaml",
    repair: """
      Moves the file to the folder of its kind, which shelf recognizes from the fields of the record. This is safe if \
      the fields or the name of a folder leave no doubt about the kind, if no other record has the same id, and if no \
      other genre or tag has the same name. If another record has the same id, gives the moved file a new id, or \
      deletes the file if it is an identical copy.
      """,
    .library { check, examination in
      let misplaced = MisplacedFiles(examination)
      return examination.strays.map { misplaced.finding(check, $0) }
    },
    .record { check, record, examination in
      let guess = KindGuess(record.keys, examination.library.schema)
      guard guess.isDoubtful(record.kind), guess.fitting.count == 1, let kind = guess.fitting.first else { return [] }
      // A single unknown field may just be superfluous, unless references to the record also expect a different kind.
      // If references expect the kind of the record's folder, moving the record would break them.
      let referred = MisplacedFiles.kinds(asWhichOthersReferTo: record, examination.library)
      if referred != [kind], guess.mismatches(record.kind) < 2 { return [] }
      let path = examination.freePath(MisplacedFiles.place(record.path, kind), record.id)
      let isConsistent =
        examination.library.records(sharing: record.id).count < 2 && referred.isSubset(of: [kind])
      return [
        Finding(
          check, record, at: nil,
          "is in the folder of \(record.kind.plural), but has the fields of \(kind.withArticle)",
          repairs: [MisplacedFiles.moving(record.path, record.source, path, isConsistent ? .consent : .choice)])
      ]
    })
}

/// Finds the proper folder for each record that is outside its kind's folder.
private struct MisplacedFiles {
  private let examination: Examination
  /// The kinds that references expect the files to have, by file id.
  private let known: [RecordID: Set<Kind>]
  /// The files with each id, sorted by the length of their paths.
  private let groups: [RecordID: [StrayFile]]
  /// The unreadable files in the kinds' folders, by the id in their text.
  private let unreadable: [RecordID: UnreadableFile]
  /// The number of files with each name.
  private let names: [Name: Int]

  /// A name that only one record of its kind may have.
  private struct Name: Hashable {
    let kind: Kind
    let folded: String
  }

  init(_ examination: Examination) {
    self.examination = examination
    known = MisplacedFiles.kinds(of: examination.strays, examination.library)
    groups = Dictionary(grouping: examination.strays, by: \.id).mapValues { files in
      files.sorted { ($0.path.count, $0.path) < ($1.path.count, $1.path) }
    }
    let unread = examination.strays.isEmpty ? [] : examination.library.unreadable
    unreadable = Dictionary(
      unread.compactMap { file in Examination.id(in: file.source).map { ($0, file) } },
      uniquingKeysWith: { first, _ in first })
    var names: [Name: Int] = [:]
    for stray in examination.strays {
      for kind in MisplacedFiles.kinds(of: stray, known, examination.library.schema).kinds {
        MisplacedFiles.name(of: stray, kind, examination.library).map { names[$0, default: 0] += 1 }
      }
    }
    self.names = names
  }

  func finding(_ check: Check, _ stray: StrayFile) -> Finding {
    let (kinds, isCertain) = MisplacedFiles.kinds(of: stray, known, examination.library.schema)
    let twin = twin(of: stray)
    var message = "a record outside the folders for records is not read"
    if let twin {
      message += "; it is \(twin.isSame ? "a copy of" : "another version of") \(twin.path)"
    } else if !kinds.isEmpty {
      message += "; it looks like \(kinds.map(\.withArticle).joined(separator: " or "))"
    }
    let repairs = kinds.flatMap { kind in
      let path = examination.freePath(MisplacedFiles.place(stray.path, kind), stray.id)
      if let twin { return self.repairs(stray, path, twin.isSame, kinds.count > 1 ? kind : nil) }
      let need: Repair.Need =
        kinds.count > 1 ? .choice : isCertain && isName(free: stray, kind) ? .nothing : .consent
      return [MisplacedFiles.moving(stray.path, stray.source, path, need, kinds.count > 1 ? kind : nil)]
    }
    return Finding(
      check, path: stray.path, source: stray.source, message,
      advice: "move it to \(Kind.list("or", \.folder))",
      repairs: repairs)
  }

  /// Returns another file with the same id that takes precedence over this one, and whether the contents are identical.
  private func twin(of stray: StrayFile) -> (path: String, isSame: Bool)? {
    if let record = examination.library.record(stray.id) { return (record.path, record.source == stray.source) }
    if let file = unreadable[stray.id] {
      return (file.path, file.source == stray.source)
    }
    let group = groups[stray.id, default: []]
    guard group.count > 1 else { return nil }
    if group[0].path != stray.path { return (group[0].path, group[0].source == stray.source) }
    // The first file may be moved if all others are identical copies of it.
    let other = group.first { $0.source != stray.source }
    return other.map { ($0.path, false) }
  }

  /// Returns the repair that moves a file.
  ///
  /// - Parameter kind: the kind to include in the repair's name, or nil if there is only one possible kind.
  static func moving(
    _ old: String, _ source: [UInt8], _ new: String, _ need: Repair.Need, _ kind: Kind? = nil
  ) -> Repair {
    Repair(
      "move" + (kind.map { "-" + $0.plural } ?? ""), "move it to \(new)", need,
      [.write(path: new, old: nil, new: source), .write(path: old, old: source, new: nil)])
  }

  private func repairs(_ stray: StrayFile, _ path: String, _ isSame: Bool, _ kind: Kind?) -> [Repair] {
    var repairs: [Repair] = []
    if isSame, kind == nil {
      repairs.append(
        Repair("delete", "delete the copy", .consent, [.write(path: stray.path, old: stray.source, new: nil)]))
    }
    let id = Scalar(examination.newID().description, form: .literal)
    if let document = try? Document(stray.source),
      let new = try? document.applying(.set([.key(Field.idKey)], .scalar(id)))
    {
      repairs.append(
        Repair(
          "new-id" + (kind.map { "-" + $0.plural } ?? ""), "move it to \(path), with a new id", .choice,
          [.write(path: path, old: nil, new: new.bytes), .write(path: stray.path, old: stray.source, new: nil)]))
    }
    return repairs
  }

  /// Returns whether the file can become a record of this kind without a name conflict.
  private func isName(free stray: StrayFile, _ kind: Kind) -> Bool {
    guard let name = MisplacedFiles.name(of: stray, kind, examination.library) else { return true }
    return names[name] == 1 && examination.records(name.kind, called: name.folded).isEmpty
  }

  /// Returns the name that must be unique within the kind, or nil if the kind allows duplicate names or the file has no
  /// title.
  private static func name(of stray: StrayFile, _ kind: Kind, _ library: Library) -> Name? {
    guard kind.hasUniqueNames else { return nil }
    let title = library.read(stray.source, as: kind, path: place(stray.path, kind))?.title ?? ""
    return title.isEmpty ? nil : Name(kind: kind, folded: Folding.fold(title))
  }

  /// Returns the kinds that the references to a record expect.
  static func kinds(asWhichOthersReferTo record: Record, _ library: Library) -> Set<Kind> {
    let sources = Kind.allCases.flatMap { library.records($0, referringTo: record) }
    let references = sources.lazy.flatMap { $0.references(library.schema) }
    return Set(references.filter { RecordID($0.item.text) == record.id }.map(\.target))
  }

  private static func kinds(of strays: [StrayFile], _ library: Library) -> [RecordID: Set<Kind>] {
    if strays.isEmpty { return [:] }
    let wanted = Set(strays.map(\.id))
    let targets = Kind.allCases.map { kind in library.schema.fields(of: kind).map(\.type.target) }
    var kinds: [RecordID: Set<Kind>] = [:]
    for record in library.records {
      let targets = targets[Int(record.kind.rawValue)]
      record.forEachReference(in: targets.map { $0 != nil }) { field, id in
        if wanted.contains(id), let target = targets[field] { kinds[id, default: []].insert(target) }
      }
    }
    return kinds
  }

  /// Returns the kinds that a file may have, and whether the answer is certain.
  ///
  /// The fields determine the kind. If several kinds match equally well, the references to the file decide, and then
  /// the name of a folder.
  private static func kinds(
    of stray: StrayFile, _ known: [RecordID: Set<Kind>], _ schema: Schema
  ) -> (kinds: [Kind], isCertain: Bool) {
    let guess = KindGuess(stray.source, schema)
    let referred = known[stray.id, default: []]
    let folders = Set(stray.path.split(separator: "/").dropLast().map { Folding.fold(String($0)) })
    let named = Set(Kind.allCases.filter { folders.contains($0.singular) || folders.contains($0.plural) })
    let nearest = guess.nearest
    let isFitting = !guess.fitting.isEmpty
    for evidence in [referred, named] where !evidence.isEmpty {
      let agreeing = nearest.filter(evidence.contains)
      if agreeing.count == 1 { return (agreeing, evidence.count == 1) }
      // The evidence contradicts the fields, so the answer is uncertain, unless the evidence is only the name of a
      // folder and the fields match a single kind completely.
      if agreeing.isEmpty, evidence == referred || !(isFitting && nearest.count == 1) {
        return ((isFitting || nearest.count == 1 ? nearest : []) + Kind.allCases.filter(evidence.contains), false)
      }
    }
    if nearest.count == 1 { return (nearest, isFitting) }
    return (isFitting ? nearest : [], false)
  }

  /// Returns the path for the file inside the kind's folder. Subfolders in the path are kept, except for subfolders
  /// named after a kind.
  static func place(_ path: String, _ kind: Kind) -> String {
    let parts = path.split(separator: "/").map(String.init)
    let names = Set(Kind.allCases.flatMap { [$0.singular, $0.plural] })
    let folders = parts.dropLast().filter { !names.contains(Folding.fold($0)) }
    return RecordFile.withPlainEnding(([kind.folder] + folders + parts.suffix(1)).joined(separator: "/"))
  }
}

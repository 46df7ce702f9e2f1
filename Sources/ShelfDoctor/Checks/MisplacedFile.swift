import ShelfModel
import ShelfStore
import ShelfText
import YAMLEdit

extension Check {
  static let misplacedFile = Check(
    "misplaced-file", .warning, "a record outside the kinds' folders",
    reason: "A record is read only below \(Kind.list("or", \.folder)).",
    example: "Books/dune-3f2b8c1e.yaml",
    repair: """
      Moves the file to the folder of its kind. Safe if nothing else has its id, or the name of a genre or tag; otherwise \
      moves it with a new id, or deletes a copy of what the library has.
      """,
    .library { check, examination in
      let misplaced = MisplacedFiles(examination)
      return examination.strays.map { misplaced.finding(check, $0) }
    })
}

/// Records outside the kinds' folders.
private struct MisplacedFiles {
  private let examination: Examination
  /// The kinds of the files to which other records refer, by id.
  private let known: [RecordID: Kind]
  /// The files with each id, the one with the shortest path first.
  private let groups: [RecordID: [StrayFile]]
  /// The files below the kinds' folders that are not read, by id.
  private let unreadable: [RecordID: UnreadableFile]
  /// How many of the files have the same name.
  private let names: [Name: Int]

  /// What may be only once.
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
      guard let kind = known[stray.id] ?? MisplacedFiles.kind(of: stray, examination.library) else { continue }
      MisplacedFiles.name(of: stray, kind, examination.library).map { names[$0, default: 0] += 1 }
    }
    self.names = names
  }

  func finding(_ check: Check, _ stray: StrayFile) -> Finding {
    let kind = known[stray.id] ?? MisplacedFiles.kind(of: stray, examination.library)
    let path = kind.map { examination.free(MisplacedFiles.place(stray.path, $0), stray.id) }
    let twin = twin(of: stray)
    var message = "a record outside the kinds' folders is not read"
    if let twin {
      message += "; it is \(twin.isSame ? "a copy of" : "another version of") \(twin.path)"
    } else if let kind {
      message += "; it looks like \(kind.withArticle)"
    }
    return Finding(
      check, path: stray.path, source: stray.source, message,
      advice: "move it below \(Kind.list("or", \.folder))",
      repairs: path.map { path in
        twin.map { repairs(stray, path, $0.isSame) } ?? [moving(stray, path, isName(free: stray, kind))]
      } ?? [])
  }

  /// Returns another file with the same id that has the better right to it, and whether it holds the same bytes.
  private func twin(of stray: StrayFile) -> (path: String, isSame: Bool)? {
    if let record = examination.library.record(stray.id) { return (record.path, record.source == stray.source) }
    if let file = unreadable[stray.id] {
      return (file.path, file.source == stray.source)
    }
    let group = groups[stray.id, default: []]
    guard group.count > 1 else { return nil }
    if group[0].path != stray.path { return (group[0].path, group[0].source == stray.source) }
    // The first one may go to its place if the others are copies of it.
    let other = group.first { $0.source != stray.source }
    return other.map { ($0.path, false) }
  }

  private func moving(_ stray: StrayFile, _ path: String, _ isSafe: Bool) -> Repair {
    Repair(
      "move", "move it to \(path)", isSafe ? .nothing : .consent,
      [.write(path: path, old: nil, new: stray.source), .write(path: stray.path, old: stray.source, new: nil)])
  }

  private func repairs(_ stray: StrayFile, _ path: String, _ isSame: Bool) -> [Repair] {
    var repairs: [Repair] = []
    if isSame {
      repairs.append(
        Repair("delete", "delete the copy", .consent, [.write(path: stray.path, old: stray.source, new: nil)]))
    }
    let id = Scalar(examination.newID().description, form: .literal)
    if let document = try? Document(stray.source),
      let new = try? document.applying(.set([.key(Field.idKey)], .scalar(id)))
    {
      repairs.append(
        Repair(
          "new-id", "move it to \(path), with a new id", .choice,
          [.write(path: path, old: nil, new: new.bytes), .write(path: stray.path, old: stray.source, new: nil)]))
    }
    return repairs
  }

  /// Returns whether moving the file gives no name to a second record.
  private func isName(free stray: StrayFile, _ kind: Kind?) -> Bool {
    guard let name = kind.flatMap({ MisplacedFiles.name(of: stray, $0, examination.library) }) else { return true }
    return names[name] == 1 && examination.records(name.kind, called: name.folded).isEmpty
  }

  /// Returns the name that no other record of its kind may have.
  private static func name(of stray: StrayFile, _ kind: Kind, _ library: Library) -> Name? {
    guard kind.hasUniqueNames else { return nil }
    let title = library.read(stray.source, as: kind, path: place(stray.path, kind))?.title ?? ""
    return title.isEmpty ? nil : Name(kind: kind, folded: Folding.fold(title))
  }

  private static func kinds(of strays: [StrayFile], _ library: Library) -> [RecordID: Kind] {
    if strays.isEmpty { return [:] }
    let wanted = Set(strays.map(\.id))
    let targets = Kind.allCases.map { kind in library.schema.fields(of: kind).map(\.type.target) }
    var kinds: [RecordID: Kind] = [:]
    for record in library.records {
      let targets = targets[Int(record.kind.rawValue)]
      record.forEachReference(in: targets.map { $0 != nil }) { field, id in
        if wanted.contains(id) { kinds[id] = targets[field] }
      }
    }
    return kinds
  }

  /// Returns the kind of a file, judging by its folder or its fields.
  private static func kind(of stray: StrayFile, _ library: Library) -> Kind? {
    let folders = stray.path.split(separator: "/").dropLast().map { Folding.fold(String($0)) }
    if let kind = Kind.allCases.first(where: { folders.contains($0.singular) || folders.contains($0.plural) }) {
      return kind
    }
    guard let document = try? Document(stray.source) else { return nil }
    let keys = Set(document.entries(of: 0).compactMap { document.text(of: $0.key) }).subtracting([
      Field.idKey, Field.formerIDsKey,
    ])
    let fitting = Kind.allCases.filter { kind in
      keys.contains(kind.titleKey) && keys.allSatisfy { library.schema.field($0, of: kind) != nil }
    }
    return fitting.count == 1 ? fitting[0] : nil
  }

  /// Returns the path below the kind's folder; the file's own folders are kept.
  private static func place(_ path: String, _ kind: Kind) -> String {
    let parts = path.split(separator: "/").map(String.init)
    let folders = parts.dropLast().filter { ![kind.singular, kind.plural].contains(Folding.fold($0)) }
    return RecordFile.withPlainEnding(([kind.folder] + folders + parts.suffix(1)).joined(separator: "/"))
  }
}

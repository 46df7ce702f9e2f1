import ShelfModel
import ShelfStore
import ShelfSystem
import ShelfText
import YAMLEdit

extension Check {
  static let misplacedFile = Check(
    "misplaced-file", .warning, "a record outside the kinds' folders, or a name that clashes with another",
    reason: """
      A record is read only below \(Kind.list("or", \.folder)). Two names that differ only in case are the \
      same file on macOS and Windows, where one of them would replace the other.
      """,
    example: "Books/dune-3f2b8c1e.yaml",
    repair: "Moves the file to the folder of its kind, or gives it the name that the program would give it.",
    .library { check, examination in
      MisplacedFile.strays(check, examination) + MisplacedFile.clashes(check, examination)
    })
}

private enum MisplacedFile {
  static func strays(_ check: Check, _ examination: Examination) -> [Finding] {
    let known = kinds(of: examination.strays, examination.library)
    return examination.strays.map { stray in
      let kind = known[stray.id] ?? kind(of: stray, examination.library)
      let path = kind.map { examination.free(place(stray.path, $0), stray.id) }
      return Finding(
        check, path: stray.path, source: stray.source,
        "a record outside the kinds' folders is not read"
          + (kind.map { "; it looks like \($0.withArticle)" } ?? ""),
        advice: "move it below \(Kind.list("or", \.folder))",
        repairs: path.map { [move(stray.path, $0, stray.source)] } ?? [])
    }
  }

  private static func move(_ path: String, _ target: String, _ source: [UInt8]) -> Repair {
    Repair(
      "move", "move it to \(target)", .nothing,
      [.write(path: target, old: nil, new: source), .write(path: path, old: source, new: nil)])
  }

  /// Returns the kinds of stray files to which other records refer, by id.
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

  /// Returns the kind of a stray file, judging by its folder or its fields.
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
    return ([kind.folder] + folders + parts.suffix(1)).joined(separator: "/")
  }

  /// Finds names that are the same on a case-insensitive disk.
  static func clashes(_ check: Check, _ examination: Examination) -> [Finding] {
    let library = examination.library
    let records = library.records
    // Of two names that end with the same digits, at most one ends with those of its own record.
    let foreign = Parallel.map(records.count, threads: library.threads) { range in
      range.contains { !records[$0].isNamedAfterID }
    }
    if !foreign.contains(true) { return [] }
    let hashes = Parallel.map(records.count, threads: library.threads) { range in
      range.map { records[$0].path.hashOfLowercase }
    }.flatMap { $0 }
    let order = hashes.indices.sorted { hashes[$0] < hashes[$1] }
    var findings: [Finding] = []
    for (a, b) in zip(order, order.dropFirst()) where hashes[a] == hashes[b] {
      let pair = [records[a], records[b]].sorted { $0.path < $1.path }
      guard pair[0].path.lowercased() == pair[1].path.lowercased() else { continue }
      let target = RecordPath.path(for: pair[1].kind, pair[1].id, title: pair[1].title, bookPath: nil)
      let folder = pair[1].path.prefix { $0 != "/" }
      let isFree = !examination.isTaken(target) && target.hasPrefix(folder)
      findings.append(
        Finding(
          check, pair[1], at: nil, "the name differs from \(pair[0].path) only in upper and lower case",
          related: [pair[0].id], advice: "rename one of them",
          repairs: isFree ? [move(pair[1].path, target, pair[1].source)] : []))
    }
    return findings
  }
}

extension Record {
  /// Whether the file's name ends with the first digits of the id.
  fileprivate var isNamedAfterID: Bool {
    var name = file.name
    return name.withUTF8 { bytes in
      guard let dot = bytes.lastIndex(of: UInt8(ascii: ".")), dot >= 8 else { return false }
      var digits: UInt64 = 0
      for byte in bytes[(dot - 8)..<dot] {
        guard let digit = RecordID.hexDigit(byte) else { return false }
        digits = digits << 4 | UInt64(digit)
      }
      return digits == id.high >> 32
    }
  }
}

extension String {
  /// A hash (FNV-1a) that ignores the case of ASCII letters only.
  fileprivate var hashOfLowercase: UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in utf8 {
      let lower = (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
      hash = (hash ^ UInt64(lower)) &* 0x0000_0100_0000_01b3
    }
    return hash
  }
}

import YAMLEdit

extension Check {
  static let misplacedFile = Check(
    "misplaced-file", .warning, "a record outside of the kinds' folders, or a name that clashes with another",
    reason: """
      A record is read only below books, quotes, genres, tags or issues. Two names that differ in case alone are one \
      file on the disks of macOS and Windows, where one of them would replace the other.
      """,
    example: "Books/dune-3f2b8c1e.yaml",
    repair: "Moves the file to the folder of its kind, or gives it the name that the program would give it.",
    .library { check, examination in
      MisplacedFile.strays(check, examination) + MisplacedFile.clashes(check, examination)
    })
}

private enum MisplacedFile {
  static func strays(_ check: Check, _ examination: Examination) -> [Finding] {
    examination.strays.map { stray in
      let kind = kind(of: stray, examination.library)
      let path = kind.map { free(place(stray.path, $0), stray.id, examination.library) }
      return Finding(
        check, path: stray.path, source: stray.source, at: 0..<0,
        "a record outside of the kinds' folders is not read"
          + (kind == nil ? "" : "; it looks like \(kind!.withArticle)"),
        advice: "move it below books, quotes, genres, tags or issues",
        repairs: path.map { [move(stray.path, $0, stray.source)] } ?? [])
    }
  }

  private static func move(_ path: String, _ target: String, _ source: [UInt8]) -> Repair {
    Repair(
      "move", "move it to \(target)", .nothing,
      [.write(path: target, old: nil, new: source), .write(path: path, old: source, new: nil)])
  }

  /// Returns the kind that a stray file is of: as other records refer to it, as its folder says, or by its fields.
  private static func kind(of stray: StrayFile, _ library: Library) -> Kind? {
    for kind in Kind.allCases {
      for (source, field) in library.schema.fields(referringTo: kind)
      where library.records(of: source).contains(where: { $0.texts(of: field).contains(stray.id.description) }) {
        return kind
      }
    }
    let folders = stray.path.split(separator: "/").dropLast().map { Folding.fold(String($0)) }
    if let kind = Kind.allCases.first(where: { folders.contains($0.singular) || folders.contains($0.plural) }) {
      return kind
    }
    guard let document = try? Document(stray.source) else { return nil }
    let keys = Set(document.entries(of: 0).compactMap { document.text(of: $0.key) }).subtracting(["id", "formerIds"])
    let fitting = Kind.allCases.filter { kind in
      keys.contains(kind.titleKey) && keys.allSatisfy { library.schema.field($0, of: kind) != nil }
    }
    return fitting.count == 1 ? fitting[0] : nil
  }

  /// Returns the path below the kind's folder; folders that the file was in stay.
  private static func place(_ path: String, _ kind: Kind) -> String {
    var parts = path.split(separator: "/").map(String.init)
    if parts.count > 1, [kind.singular, kind.plural].contains(Folding.fold(parts[0])) { parts.removeFirst() }
    return ([kind.folder] + parts).joined(separator: "/")
  }

  /// Returns the path, or one with the id in its name where another file has it.
  private static func free(_ path: String, _ id: RecordID, _ library: Library) -> String {
    let isTaken =
      library.records.contains { $0.path.lowercased() == path.lowercased() }
      || library.unreadable.contains { $0.path == path }
    guard isTaken, let dot = path.lastIndex(of: ".") else { return path }
    return path[..<dot] + "-" + id.short + path[dot...]
  }

  /// Names that are one on a disk that does not tell upper from lower case.
  static func clashes(_ check: Check, _ examination: Examination) -> [Finding] {
    let library = examination.library
    let records = library.records
    // Of two names that end with the same digits, one at most ends with those of its own record.
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
      let isFree = !records.contains { $0.path.lowercased() == target.lowercased() } && target.hasPrefix(folder)
      findings.append(
        Finding(
          check, pair[1], at: nil, "the name differs from \(pair[0].path) in upper and lower case only",
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
  /// A hash (FNV-1a) that does not tell upper from lower case of ASCII; other letters count as they are written.
  fileprivate var hashOfLowercase: UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in utf8 {
      let lower = (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
      hash = (hash ^ UInt64(lower)) &* 0x0000_0100_0000_01b3
    }
    return hash
  }
}

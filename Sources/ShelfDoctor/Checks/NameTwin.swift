import ShelfModel
import ShelfStore
import ShelfSystem

extension Check {
  static let nameTwin = Check(
    "name-twin", .warning, "a file name that some systems confuse with another name, or ignore",
    reason: """
      Names that differ only in case, or in the encoding of accents (the Unicode normalization forms NFC and NFD), are \
      the same on macOS and Windows, where one file would replace the other. A file whose name ends in .YAML counts as \
      a record on some disks, but not on others.
      """,
    example: "books/Dune.yaml   # and books/dune.yaml",
    repair: "Gives one of the files the name that shelf would give it, or changes the extension to lower case.",
    .file { check, file, examination in
      file.cause == .capitals ? [NameTwin.capitals(check, file, examination)] : []
    },
    .library { check, examination in NameTwin.twins(check, examination) })
}

private enum NameTwin {
  static func capitals(_ check: Check, _ file: UnreadableFile, _ examination: Examination) -> Finding {
    let ending = file.path[(file.path.lastIndex(of: ".") ?? file.path.startIndex)...]
    let id = Examination.id(in: file.source)
    let plain = RecordFile.withPlainEnding(file.path)
    let isFree = !examination.isTaken(plain, but: file.path)
    let path = isFree ? plain : id.map { examination.freePath(plain, $0) }
    let twin = id.flatMap { examination.library.record($0) }.flatMap { $0.source == file.source ? $0 : nil }
    let deletion = twin.map { twin in
      Repair(
        "delete", "delete this file, which has the same contents as \(twin.path)", .consent,
        [.write(path: file.path, old: file.source, new: nil)])
    }
    let renaming = path.flatMap { file.source.isEmpty ? nil : move(file.path, $0, file.source, isFirst: twin == nil) }
    let repairs = [deletion, renaming].compactMap { $0 }
    return Finding(
      check, file, "a file whose name ends in “\(ending)” is not read: the names of records end in .yaml",
      advice: repairs.isEmpty ? "rename it" : nil, repairs: repairs)
  }

  private static func move(
    _ path: String, _ target: String, _ source: [UInt8], _ name: String = "rename", isFirst: Bool
  ) -> Repair {
    Repair(
      name, "rename \(isFirst || name == "rename" ? "it" : path) to \(target)", isFirst ? .consent : .choice,
      [.write(path: target, old: nil, new: source), .write(path: path, old: source, new: nil)])
  }

  /// Returns a finding for each pair of paths that are equal on a disk that ignores case and normalizes Unicode.
  static func twins(_ check: Check, _ examination: Examination) -> [Finding] {
    let library = examination.library
    let records = library.records
    // If every file name ends with digits of the record's id, two names can be equal only if the records share an id.
    let foreign = Parallel.map(records.count, threads: library.threads) { range in
      range.contains { !records[$0].isNamedAfterID }
    }
    if !foreign.contains(true), library.duplicateIDs.isEmpty { return [] }
    var findings: [Finding] = []
    // Swift compares strings by canonical equivalence, so NFC and NFD forms are equal.
    for twins in Dictionary(grouping: records, by: { $0.path.lowercased() }).values where twins.count > 1 {
      let sorted = twins.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
      for (first, second) in zip(sorted, sorted.dropFirst()) {
        findings.append(finding(check, first, second, examination))
      }
    }
    return findings
  }

  private static func finding(_ check: Check, _ first: Record, _ second: Record, _ examination: Examination) -> Finding
  {
    let difference = first.path == second.path ? "in the encoding of accents" : "in upper and lower case"
    var repairs: [Repair] = []
    for record in [second, first] {
      guard let target = target(for: record, examination) else { continue }
      repairs.append(
        move(
          record.path, target, record.source, record === second ? "rename" : "rename-other", isFirst: repairs.isEmpty))
    }
    return Finding(
      check, second, at: nil, "the name differs from \(first.path) only \(difference)",
      related: [first.id], advice: repairs.isEmpty ? "rename one of them" : nil, repairs: repairs)
  }

  /// Returns the path in the same folder with the name that shelf would choose, or nil if that path is taken.
  private static func target(for record: Record, _ examination: Examination) -> String? {
    let name = RecordPath.path(for: record.kind, record.id, title: record.title, bookPath: nil).split(separator: "/")
    let folder = record.path.split(separator: "/").dropLast().joined(separator: "/")
    let path = folder + "/" + (name.last ?? "")
    return examination.isTaken(path) ? nil : path
  }
}

extension Record {
  /// Whether the file's name ends with the first eight digits of the id.
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

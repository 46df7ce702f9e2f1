import Foundation
import ShelfTestSupport
import Testing

@testable import ShelfModel
@testable import ShelfStore
@testable import ShelfSystem

/// Tests that every field of every record in a real library can be edited without affecting anything else.
///
/// By default, the tests use a random sample. Its seed is printed, and setting SHELF_SEED repeats it. SHELF_FULL=1
/// tests everything.
@Suite(.enabled(if: TestData.isThere, TestData.whereFrom)) struct RealLibraryEditTests {
  /// The format of the files before they are edited.
  enum Variant: String, CaseIterable, Sendable {
    case asWritten, crlf, byteOrderMark, noFinalLineEnd

    func convert(_ bytes: [UInt8]) -> [UInt8] {
      let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
      switch self {
      case .asWritten: return bytes
      case .crlf:
        var result: [UInt8] = []
        for (index, byte) in bytes.enumerated() {
          if byte == 0x0A, index == 0 || bytes[index - 1] != 0x0D { result.append(0x0D) }
          result.append(byte)
        }
        return result
      case .byteOrderMark: return bytes.starts(with: mark) ? bytes : mark + bytes
      case .noFinalLineEnd: return Array(bytes.reversed().drop { $0 == 0x0A || $0 == 0x0D }.reversed())
      }
    }
  }

  private func load(_ root: String) throws -> Library {
    try Library.load(at: root, fileSystem: DiskFileSystem(), threads: 2)
  }

  /// Writes a copy of the library and reads it.
  private func copy(of library: Library, _ variant: Variant, in folder: TemporaryFolder) throws -> Library {
    try folder.write("shelf.yaml", "format: 1\n")
    for record in library.records { try folder.write(record.path, variant.convert(record.source)) }
    return try load(folder.path)
  }

  @Test(arguments: Variant.allCases) func onlyTheFieldChanges(_ variant: Variant) throws {
    // Each variant tests different edits.
    let seed = SeededGenerator.seedOfRun &+ UInt64(variant.rawValue.utf8.count)
    let original = try load(TestData.folder("real-library"))
    let folder = try TemporaryFolder()
    let library = variant == .asWritten ? original : try copy(of: original, variant, in: folder)
    #expect(library.unreadable.isEmpty)
    #expect(library.records.map(\.path).sorted() == original.records.map(\.path).sorted())
    var proof = EditProof(library: library)
    var shapes = EditShapes(library: library, random: SeededGenerator(seed: seed))
    if TestData.isFull {
      for record in library.records {
        for field in fields(of: record, library) {
          for edit in shapes.edits(of: field, in: record, texts: 8) { proof.check(record, edit) }
        }
        if proof.counts.failures > 10 { break }
      }
    } else {
      var random = SeededGenerator(seed: seed &+ 1)
      for _ in 0..<700 where proof.counts.failures < 10 {
        // Chooses the kind first, because there are many more books than issues.
        let kind = random.pick(Kind.allCases)
        let record = random.pick(Array(library.records(of: kind)))
        let field = random.pick(fields(of: record, library))
        proof.check(record, random.pick(shapes.edits(of: field, in: record, texts: 8)))
      }
    }
    print("edits, \(variant.rawValue), seed \(SeededGenerator.seedOfRun): \(proof.counts.summary)")
    #expect(proof.counts.failures == 0)
  }

  /// The fields that can be edited: all except the id and `modificationDate`, which shelf updates.
  private func fields(of record: Record, _ library: Library) -> [Field] {
    library.schema.fields(of: record.kind).filter { $0.type != .id && $0.key != "modificationDate" }
  }

  /// Line endings, a byte order mark and the end of the file do not change the record.
  @Test(arguments: [Variant.crlf, .byteOrderMark]) func variantsReadTheSame(_ variant: Variant) throws {
    let original = try load(TestData.folder("real-library"))
    let folder = try TemporaryFolder()
    let library = try copy(of: original, variant, in: folder)
    // Records are read in the order of the file system.
    let pairs = zip(original.records.sorted { $0.path < $1.path }, library.records.sorted { $0.path < $1.path })
    for (a, b) in pairs {
      #expect(a.path == b.path)
      #expect(a.id == b.id && a.keys == b.keys)
      for field in original.schema.fields(of: a.kind) { #expect(a.texts(of: field) == b.texts(of: field)) }
    }
  }

  /// `SourceLines`, which does not use the YAML parser, finds the same fields as the parser.
  @Test func linesAreFoundInEveryFile() throws {
    for record in try load(TestData.folder("real-library")).records {
      #expect(SourceLines(record.source).fields.map(\.key) == record.keys, "\(record.path)")
    }
  }
}

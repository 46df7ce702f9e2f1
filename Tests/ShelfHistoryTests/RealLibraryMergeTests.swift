import Foundation
import ShelfTestSupport
import Testing

@testable import ShelfHistory
@testable import ShelfModel
@testable import ShelfStore
@testable import ShelfSystem
@testable import YAMLEdit

/// Tests that merging edits of two fields of a real record, one on each side, has the same result as making them one
/// after another.
///
/// The default run tests a random sample. Its seed is printed, and setting SHELF_SEED repeats it. SHELF_FULL=1 makes a
/// long run.
@Suite(.enabled(if: TestData.isThere, TestData.whereFrom)) struct RealLibraryMergeTests {
  @Test func mergingIsEditingTwice() throws {
    let seed = SeededGenerator.seedOfRun
    var random = SeededGenerator(seed: seed)
    let library = try Library.load(at: TestData.folder("real-library"), fileSystem: DiskFileSystem(), threads: 2)
    var shapes = EditShapes(library: library, random: SeededGenerator(seed: seed &+ 1))
    var (same, merges, failures) = (0, 0, 0)
    for _ in 0..<(TestData.isFull ? 20_000 : 500) where failures < 5 {
      let record = random.pick(Array(library.records(of: random.pick(Kind.allCases))))
      let fields = library.schema.fields(of: record.kind).filter { $0.type != .id }.shuffled(using: &random)
      if isOneLoan(fields, of: record) { continue }
      let first = random.pick(shapes.edits(of: fields[0], in: record, texts: 3))
      let second = random.pick(shapes.edits(of: fields[1], in: record, texts: 3))
      guard let base = try? Document(record.source), let ours = try? apply(first, base, library, record.kind),
        let theirs = try? apply(second, base, library, record.kind),
        let both = try? apply(second, ours, library, record.kind)
      else { continue }
      merges += 1
      let result = RecordMerge(of: record.kind, library.schema)
        .merge(ours: ours.bytes, base: base.bytes, theirs: theirs.bytes)
      if result.bytes == both.bytes { same += 1 }
      let problem = problem(result, both, record, library)
      if let problem {
        failures += 1
        Issue.record(
          "seed \(seed), \(record.path), \(fields[0].key) and \(fields[1].key): \(problem)\n\([base, ours, theirs].map { String(decoding: $0.bytes, as: UTF8.self) }) gives \(String(decoding: result.bytes, as: UTF8.self))"
        )
      }
    }
    print("real merges, seed \(seed): \(merges), of which \(same) to the byte what two edits give")
    #expect(merges > 100 && Double(same) > 0.8 * Double(merges))
  }

  /// Returns whether the first two fields belong to one loan. The person, the start date and the due date of a loan are
  /// merged as one value.
  private func isOneLoan(_ fields: [Field], of record: Record) -> Bool {
    let people = fields.filter { !$0.roles.isDisjoint(with: [.holder, .lender]) }.map(\.key)
    let loan = fields.filter { !$0.roles.isDisjoint(with: [.holder, .lender, .lentOn, .due]) }.map(\.key)
    let both = [fields[0].key, fields[1].key]
    let isLent = fields.contains { people.contains($0.key) && !record.texts(of: $0).isEmpty }
    return both.allSatisfy { people.contains($0) } || isLent && both.allSatisfy { loan.contains($0) }
  }

  private func apply(
    _ assignment: Assignment, _ document: Document, _ library: Library, _ kind: Kind
  ) throws -> Document {
    try FieldEdits(field: assignment.field, fields: library.schema.fields(of: kind)).apply(assignment, to: document)
  }

  private func problem(
    _ result: RecordMerge.Result, _ expected: Document, _ record: Record, _ library: Library
  ) -> String? {
    if let reason = result.textReason { return reason }
    if !result.isClean { return "conflict in \(result.conflicts)" }
    guard let merged = try? Document(result.bytes) else { return "does not read" }
    for field in library.schema.fields(of: record.kind) {
      let edits = FieldEdits(field: field, fields: library.schema.fields(of: record.kind))
      let (texts, others) = (edits.texts(in: merged), edits.texts(in: expected))
      // A text at the end of the file may have gained or lost a line break.
      let ends = field.isLong ? texts.map { $0 + "\n" } == others || texts == others.map { $0 + "\n" } : false
      if texts != others, !ends { return "\(field.key) is \(texts), expected \(others)" }
    }
    return nil
  }
}

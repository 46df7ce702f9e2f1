import Foundation
import ShelfTestSupport
import Testing

@testable import ShelfDoctor
@testable import ShelfModel
@testable import ShelfStore
@testable import ShelfSystem

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Tests that doctor finds each problem in a large library at the right position, and reports nothing else.
@Suite struct PlantedLibraryTests {
  @Test(arguments: [false, true])
  func everyPlantedProblemIsFoundAndNothingElse(_ hidesReferences: Bool) throws {
    let seed = SeededGenerator.seedOfRun
    let planted = try PlantedLibrary(seed: seed, hidesReferences: hidesReferences)
    let findings = try planted.findings()
    planted.expect(findings, "SHELF_SEED=\(seed)")
    let codes = Set(planted.expected.map(\.code))
    // Leaves out the checks of `.shelf`, which do not concern records, and the checks of queues, names and declared
    // fields, which would interfere with other problems in `shelf.yaml`.
    let missing = Set(Check.all.map(\.code)).subtracting(codes).subtracting([
      "tracked-state", "doubted-change", "queue-leftover", "name-leftover", "shared-copy-number",
      "shared-citation-key",
    ])
    #expect(missing == (hidesReferences ? ["unused-genre", "unused-tag", "unused-cover"] : ["unused-tag"]))
  }

  @Test(arguments: [false, true])
  func repairsLeaveNothingTheyMendAndNothingNew(_ isWithConsent: Bool) throws {
    let seed = SeededGenerator.seedOfRun &+ 1
    let planted = try PlantedLibrary(seed: seed, hidesReferences: false)
    let before = try planted.tree()
    var run = RepairRun(try planted.library(), strays: try planted.strays(), doctor: try planted.doctor())
    let found = Set(run.remaining.map(PlantedProblem.init))
    func choose(_ finding: Finding, _ library: Library) -> Repair? {
      finding.safeRepair
        ?? (isWithConsent
          ? finding.repairs(in: library).first { if case .consent = $0.need { true } else { false } } : nil)
    }
    run.repair(choose)
    #expect(run.refused.isEmpty, "SHELF_SEED=\(seed) \(run.refused.map { "\($0.finding.path): \($0.reason)" })")
    #expect(run.repaired.count > planted.expected.count / 6)
    #expect(run.remaining.filter { choose($0, run.library) != nil }.isEmpty, "SHELF_SEED=\(seed)")

    // Repairs that need consent may cause other problems. For example, a copied book becomes a second book with the
    // same title.
    let consequences = isWithConsent ? ["probable-duplicate"] : []
    let places = Set(found.map { [$0.code, $0.path] })
    let new = run.remaining.map(PlantedProblem.init)
      .filter { !places.contains([$0.code, $0.path]) && !consequences.contains($0.code) }
    #expect(new.isEmpty, "SHELF_SEED=\(seed)")

    try planted.commit(run.changes)
    let left = try planted.findings().map(PlantedProblem.init).sorted()
    #expect(left == run.remaining.map(PlantedProblem.init).sorted(), "SHELF_SEED=\(seed)")
    var again = RepairRun(try planted.library(), strays: try planted.strays(), doctor: try planted.doctor())
    again.repair(choose)
    #expect(again.changes.isEmpty, "SHELF_SEED=\(seed)")

    try planted.undo()
    let after = try planted.tree()
    let different = Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }.sorted()
    #expect(different.isEmpty, "SHELF_SEED=\(seed)")
  }
}

/// A library on disk, in a git repository, with known problems.
struct PlantedLibrary {
  let repository: TestRepository
  let expected: [PlantedProblem]
  var root: String { repository.root }

  private static let books = TestData.isFull ? 4000 : 400
  private static let problems = TestData.isFull ? 1000 : 110

  init(seed: UInt64, hidesReferences: Bool) throws {
    let clean = CleanLibrary(books: PlantedLibrary.books, seed: seed)
    repository = try TestRepository()
    for (path, text) in clean.files { try repository.write(path, text) }
    try repository.commit("Clean")
    var planter = Planter(clean, hidesReferences: hidesReferences, seed: seed)
    planter.plant(PlantedLibrary.problems)
    let before = Dictionary(uniqueKeysWithValues: clean.files.map { ($0.path, Array($0.text.utf8)) })
    for path in before.keys where planter.files[path] == nil { try repository.remove(path) }
    for (path, bytes) in planter.files where before[path] != bytes {
      try repository.folder.write("work/" + path, bytes)
    }
    try repository.write(".gitattributes", "/books/*.yaml merge=shelf\n")
    try repository.write(".merge_file_a1b2c3", "title: Dune\n")
    for path in planter.returns { try repository.remove(path) }
    try repository.commit("Planted")
    for path in planter.returns { try repository.folder.write("work/" + path, planter.files[path, default: []]) }
    try repository.commit("Returned")
    for path in planter.lateIssues {
      let text = String(decoding: planter.files[path, default: []], as: UTF8.self)
      try repository.write(path, text.replacing("title: ", with: "title: Changed "))
    }
    let root = repository.root
    for (path, kind) in planter.specials {
      switch kind {
      case .link: try #require(symlink("/etc/passwd", root + "/" + path) == 0)
      case .huge:
        try repository.write(path, "id: 1\n")
        try #require(truncate(root + "/" + path, 17 << 20) == 0)
      }
    }
    let manifest = String(
      decoding: try DiskFileSystem().contents(of: repository.root + "/shelf.yaml", limit: 10_000), as: UTF8.self)
    let fields = """
      fields: {book: {notes: {}, publisher: {type: text list}, two words: {}}}
      gaol: {2026: 40}
      language: xx
      filters: {x: "ratng:9"}

      """
    try repository.folder.write("work/shelf.yaml", Array((manifest + fields).utf8))
    try repository.folder.write("work/shelf 2.yaml", Array((manifest + "goal: {2026: 40}\n").utf8))
    let line = manifest.split(separator: "\n", omittingEmptySubsequences: false).count
    let others = [
      PlantedProblem("merge-attributes", ".gitattributes"), PlantedProblem("merge-leftover", ".merge_file_a1b2c3"),
      PlantedProblem("manifest-copy", "shelf 2.yaml"), PlantedProblem("gained-field", "shelf.yaml", line),
      PlantedProblem("replaced-field", "shelf.yaml", line), PlantedProblem("untypable-field", "shelf.yaml", line),
      PlantedProblem("unknown-setting", "shelf.yaml", line + 1),
      PlantedProblem("unknown-language", "shelf.yaml", line + 2),
      PlantedProblem("invalid-filter", "shelf.yaml", line + 3),
    ]
    let covers = try PlantedLibrary.plantCovers(in: repository, hidesReferences: hidesReferences)
    expected = (planter.expected + others + covers).sorted()
  }

  /// Adds covers, and returns their problems.
  private static func plantCovers(in repository: TestRepository, hidesReferences: Bool) throws -> [PlantedProblem] {
    let library = try Library.load(at: repository.root, fileSystem: DiskFileSystem(), threads: 2)
    let ids = library.records(of: .book).filter { library.records(sharing: $0.id).count == 1 }.map(\.id).prefix(4)
    /// Returns the start of a JPEG file, up to and including the size of the picture.
    func head(height: UInt8) -> [UInt8] { [0xFF, 0xD8, 0xFF, 0xC0, 0, 11, 8, height, 0, 1, 0, 1, 1, 0x11, 0, 0] }
    var problems: [PlantedProblem] = []
    func plant(_ name: String, _ bytes: [UInt8], _ code: String?) throws {
      try repository.folder.write("work/covers/" + name, bytes)
      if let code { problems.append(PlantedProblem(code, "covers/" + name)) }
    }
    try plant("good-\(ids[0]).jpg", head(height: 1), nil)
    try plant("one-\(ids[1]).jpg", head(height: 1), "several-covers")
    try plant("two-\(ids[1]).png", head(height: 1), "several-covers")
    try plant("page-\(ids[2]).jpg", Array("<html>".utf8), "unusable-cover")
    try plant("large-\(ids[3]).jpg", head(height: 9), "large-cover")
    try plant("nobody-00000000.jpg", head(height: 1), hidesReferences ? nil : "unused-cover")
    return problems
  }

  func library() throws -> Library { try Library.load(at: root, fileSystem: DiskFileSystem(), threads: 2) }

  func strays() throws -> [StrayFile] { try library().strays(DiskFileSystem()) }

  func doctor() throws -> Doctor {
    let repository = try repository.repository
    let today = try #require(CalendarDate("2026-11-21"))
    let now = try #require(Timestamp("2026-11-21T10:00:00Z"))
    let cache = HistoryCache(repository, schema: try library().schema)
    let count = Counter()
    func ask(_ questions: HistoryFacts.Questions) -> HistoryFacts { cache.answer(questions) }
    var doctor = Doctor(today: today, now: now, newID: { recordID(1_000_000 + count.next()) }, asking: ask)
    doctor.attributes = try DiskFileSystem().contents(of: root + "/.gitattributes", limit: 1000)
    doctor.mergeLeftovers = try library().mergeLeftovers(DiskFileSystem())
    doctor.manifestCopies = try library().manifestCopies(DiskFileSystem())
    let root = root
    doctor.covers = CoverFacts(try Covers(at: root, fileSystem: DiskFileSystem())) { path, limit, isStart in
      let bytes = try? DiskFileSystem().contents(of: root + "/" + path, limit: 1 << 20)
      return isStart ? bytes.map { Array($0.prefix(limit)) } : bytes
    }
    return doctor
  }

  func findings() throws -> [Finding] { try doctor().findings(in: library(), strays: strays()) }

  func expect(_ findings: [Finding], _ comment: Comment) {
    let found = findings.map(PlantedProblem.init).sorted()
    for difference in found.difference(from: expected) {
      switch difference {
      case .insert(_, let problem, _):
        let message = findings.first { PlantedProblem($0) == problem }?.message ?? ""
        Issue.record("\(comment.rawValue): false alarm: \(problem), \(message)")
      case .remove(_, let problem, _): Issue.record("\(comment.rawValue): missed: \(problem)")
      }
    }
  }

  func commit(_ changes: [FileChange]) throws {
    let fileSystem = DiskFileSystem()
    let lock = try LibraryLock.acquire(at: root, fileSystem: fileSystem, command: "doctor")
    let label = Transaction.Label(
      command: "doctor", time: try #require(Timestamp("2026-11-21T10:00:00Z")), limits: UndoLimits())
    try Transaction(changes, at: root, fileSystem: fileSystem).commit(label, holding: lock)
  }

  /// Returns all files except the files in `.git`, because git may update its index at any time.
  func tree() throws -> [String: String] {
    try Tree(of: root).library.filter { !$0.key.hasPrefix(".git/") }
  }

  func undo() throws {
    let plan = try UndoPlan(1, .changes, Journal(at: root, fileSystem: DiskFileSystem()))
    try commit(plan.changes)
  }
}

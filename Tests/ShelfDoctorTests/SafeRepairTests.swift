import ShelfTestSupport
import Testing

@testable import ShelfDoctor
@testable import ShelfModel
@testable import ShelfStore
@testable import YAMLEdit

/// Tests that a safe repair never causes another problem, regardless of what else is wrong with the library.
@Suite struct SafeRepairTests {
  private static let rounds = TestData.isFull ? 3000 : 150

  /// For each repaired problem, the problems that the repair may reveal in the same record.
  private static let comingToLight: [String: Set<String>] = [
    "unknown-choice": ["status-dates", "impossible-progress"],
    "wrong-type": ["status-dates", "dates-out-of-order", "contradictory-loan", "impossible-progress"],
    "old-field-name": [
      "stale-comment", "wrong-type", "unknown-choice", "out-of-range", "reference-by-name", "former-id",
    ],
    "reference-by-name": ["stale-comment", "probable-duplicate"],
    "former-id": ["stale-comment", "probable-duplicate"],
    "unknown-field": ["stale-comment", "status-dates", "dates-out-of-order", "former-id", "reference-by-name"],
  ]

  /// The problems that no repair may cause.
  private static let clashes: Set<String> = ["duplicate-id", "name-twin", "misplaced-file"]

  private struct Place: Hashable, CustomStringConvertible {
    var code: String
    var path: String
    var field: String?

    init(_ finding: Finding) {
      (code, path, field) = (finding.check.code, finding.path, finding.field)
      // A repair may change which of several duplicates is reported, so what they have in common replaces the path.
      switch code {
      case "duplicate-id": path = finding.related.map(\.description).joined()
      case "duplicate-name", "probable-duplicate": path = finding.record?.title.lowercased() ?? ""
      default: break
      }
    }

    var description: String { "\(path): \(code) \(field ?? "")" }
  }

  @Test func safeRepairsMakeNoProblem() throws {
    var repaired: Set<String> = []
    for round in 0..<SafeRepairTests.rounds {
      let seed = SeededGenerator.seedOfRun &+ UInt64(round)
      let (library, strays) = messy(seed: seed)
      let count = Counter()
      let doctor = Doctor(
        today: try #require(CalendarDate("2026-11-21")), now: try #require(Timestamp("2026-11-21T10:00:00Z")),
        newID: { recordID(1_000_000 + count.next()) })
      var run = RepairRun(library, strays: strays, doctor: doctor)
      let before = Set(run.remaining.map(Place.init))
      let unread = Set(library.unreadable.map(\.path) + strays.map(\.path))
      let ids = Set(library.records.map(\.id))
      // The ids in unreadable files. If such an id turns out to be a duplicate, it already was one before the repair.
      let hiddenIDs = Set(library.unreadable.compactMap { Examination.id(in: $0.source) })
      let hiddenTexts = library.unreadable.compactMap { file -> String? in
        guard let document = try? Document(file.source) else { return nil }
        return document.node(at: [.key(Field.idKey)]).flatMap { document.text(of: $0) }
      }
      run.repair { finding, _ in finding.safeRepair }
      // A comment after a one-line list applies to several references but can name only one of them.
      let left = run.remaining.filter { $0.safeRepair != nil && $0.check.code != "stale-comment" }.map(Place.init)
      if !left.isEmpty, run.refused.isEmpty {
        // A run attempts a repair only once, even if another repair brings its problem back. The next run makes it.
        var next = RepairRun(run.library, strays: [], doctor: doctor)
        next.repair { finding, _ in finding.safeRepair }
        let still = Set(next.remaining.filter { $0.safeRepair != nil }.map(Place.init)).intersection(left)
        if !still.isEmpty { Issue.record("SHELF_SEED=\(seed) not made: \(still)") }
      }
      repaired.formUnion(run.repaired.map(\.finding.check.code))

      let read = Set(run.repaired.filter { unread.contains($0.finding.path) }.flatMap { $0.repair.places.map(\.path) })
      let shared = Set(library.duplicateIDs).union(run.library.duplicateIDs)
      func clashes(_ findings: [Finding]) -> [Place] {
        findings.filter {
          SafeRepairTests.clashes.contains($0.check.code) && !$0.related.contains(where: hiddenIDs.contains)
        }
        .map(Place.init)
      }
      let (twins, twinsBefore) = (clashes(run.remaining), clashes(doctor.findings(in: library, strays: strays)))
      #expect(twins.count <= twinsBefore.count, "SHELF_SEED=\(seed) \(twins) after \(twinsBefore)")
      for finding in run.remaining where !before.contains(Place(finding)) {
        let code = finding.check.code
        // A file that becomes readable reveals its own problems and the problems of references to it.
        let isRead = read.contains(finding.path) || finding.related.contains { !ids.contains($0) }
        // References to an id that two records share are ambiguous.
        if !SafeRepairTests.clashes.contains(code), finding.related.contains(where: shared.contains) { continue }
        if isRead, !SafeRepairTests.clashes.contains(code) { continue }
        if code == "duplicate-id", finding.related.contains(where: hiddenIDs.contains) { continue }
        // References to the invalid id of an unreadable file are reported only once the file is readable.
        if code == "reference-by-name", hiddenTexts.contains(where: { finding.message.hasPrefix("“\($0)”") }) {
          continue
        }
        // Nothing is reported as unused while an unreadable file may use it, or a reference contains its name.
        if code.hasPrefix("unused-") { continue }
        let causes = run.repaired.filter { $0.repair.places.contains { $0.path == finding.path } }
          .map(\.finding.check.code)
        // Two records may turn out to be similar once their values can be read.
        if code == "probable-duplicate" { continue }
        // A record that no repair changed can refer to the wrong kind only if one of its ids now belongs to another
        // record.
        if causes.isEmpty, code == "wrong-kind-reference" { continue }
        if causes.contains(where: { SafeRepairTests.comingToLight[$0]?.contains(code) ?? false }) { continue }
        Issue.record("SHELF_SEED=\(seed) \(Place(finding)): \(finding.message), after \(causes)")
      }
    }
    #expect(
      repaired.isSuperset(of: [
        "misplaced-file", "reference-by-name", "old-field-name", "unknown-choice", "wrong-type", "stale-comment",
        "former-id", "duplicate-reference", "unusable-text", "missing-id", "invalid-id", "unknown-field",
      ]))
  }

  /// Returns a library with all kinds of mistakes, and its stray files. Some files are moved or copied out of the
  /// kinds' folders, some are renamed, and some have no id or an id in an unusual form.
  private func messy(seed: UInt64) -> (library: Library, strays: [StrayFile]) {
    var messy = MessyRecords(seed: seed, records: 30)
    var files: [String: [UInt8]?] = [:]
    var strays: [StrayFile] = []
    for (path, text) in messy.files() {
      var (path, text) = (path, text)
      func addStray(_ path: String) {
        guard let id = Examination.id(in: Array(text.utf8)) else { return }
        strays.append(StrayFile(path: path, source: Array(text.utf8), id: id))
      }
      if messy.random.once(in: 15) { addStray("sub/" + path) }
      if messy.random.once(in: 40) { addStray("other/" + path) }
      if messy.random.once(in: 15) {
        addStray("inbox/" + path)
        continue
      }
      if messy.random.once(in: 20) { path = path.replacing("/r", with: "/R") }
      if messy.random.once(in: 20), let end = text.firstIndex(of: "\n") {
        let id = String(text[..<end].dropFirst(4))
        text =
          messy.random.pick(["", "id: {\(id)}\n", "id: \"{\(id)}\"\n", "id: urn:uuid:\(id)\n"])
          + text[end...].dropFirst()
      }
      if messy.random.once(in: 30), let key = text.firstRange(of: "genres:") {
        text.replaceSubrange(key, with: "gneres:")
      }
      files[path] = Array(text.utf8)
    }
    let manifest = Manifest(name: "Test", customFields: [:], undoLimits: UndoLimits(), doctor: DoctorSettings())
    let library = Library(root: "/library", manifest: manifest, schema: messy.schema, records: [], unreadable: [])
    return (library.replacing(files), strays)
  }
}

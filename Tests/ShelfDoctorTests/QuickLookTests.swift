import ShelfTestSupport
import Testing

@testable import ShelfDoctor
@testable import ShelfModel
@testable import ShelfStore
@testable import YAMLEdit

/// Tests that the quick look never misses a record that has a problem.
@Suite struct QuickLookTests {
  private static let rounds = TestData.isFull ? 5000 : 500

  @Test func recordsThatAreNoSuspectsHaveNoFinding() throws {
    let today = try #require(CalendarDate("2026-11-21"))
    let now = try #require(Timestamp("2026-11-21T10:00:00Z"))
    var records = 0
    var sound = 0
    for round in 0..<QuickLookTests.rounds {
      let seed = SeededGenerator.seedOfRun &+ UInt64(round)
      let library = library(seed: seed)
      let quick = QuickLook(library, today: today)
      let suspects = Set(quick.suspects)
      records += library.records.count
      sound += library.records.count - suspects.count

      let dangling = QuickLookTests.dangling(in: library)
      #expect(quick.dangling == dangling, "SHELF_SEED=\(seed)")
      let examination = Examination(
        library, today: today, now: now, history: HistoryFacts(), dangling: dangling, strays: [], newID: { recordID(0) }
      )
      for (position, record) in library.records.enumerated() where !suspects.contains(position) {
        for check in Check.all {
          for case .record(let examine) in check.scopes {
            for finding in examine(check, record, examination) {
              Issue.record("SHELF_SEED=\(seed) \(finding.message):\n\(String(decoding: record.source, as: UTF8.self))")
            }
          }
        }
      }
    }
    // The test proves nothing unless some records are suspects and some are not.
    #expect(records > 10 * QuickLookTests.rounds)
    #expect(sound > records / 10)
    #expect(sound < records)
  }

  /// The quick look does not suspect records without problems. If it suspected every record, it would be correct, but
  /// slow.
  @Test func cleanRecordsAreNoSuspects() throws {
    let library = try TestLibrary.make(CleanLibrary(books: 40, seed: 1).files.map { ($0.path, $0.text) })
    let quick = QuickLook(library, today: try #require(CalendarDate("2026-11-21")))
    #expect(quick.suspects.isEmpty)
    #expect(quick.dangling.isEmpty)
  }

  private func library(seed: UInt64) -> Library {
    var messy = MessyRecords(seed: seed, records: 30)
    let schema = messy.schema
    let records = messy.files().compactMap { try? TestLibrary.record($0.path, Array($0.text.utf8), schema) }
    let manifest = Manifest(name: "Test", customFields: [:], undoLimits: UndoLimits(), doctor: DoctorSettings())
    return Library(root: "/library", manifest: manifest, schema: schema, records: records, unreadable: [])
  }

  /// Returns the ids that no record has, by searching the documents of all records.
  private static func dangling(in library: Library) -> Set<RecordID> {
    var dangling: Set<RecordID> = []
    for record in library.records {
      guard let document = try? Document(record.source) else { continue }
      for field in library.schema.fields(of: record.kind) where field.type.target != nil {
        for key in [field.key] + field.formerKeys where record.key(of: field) == key {
          guard let node = document.node(at: [.key(key)]) else { continue }
          for item in [node] + document.items(of: node) {
            if let id = document.text(of: item).flatMap({ RecordID($0) }), library.record(id) == nil {
              dangling.insert(id)
            }
          }
        }
      }
    }
    return dangling
  }
}

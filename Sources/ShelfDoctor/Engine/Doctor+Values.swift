import ShelfModel
import ShelfStore

extension Doctor {
  /// Returns findings for values that do not match the types of their fields, including accepted problems.
  package static func misfits(in library: Library) -> [Finding] {
    // These checks use neither the date nor git nor other records, so the examination needs no real values for them.
    let someday = CalendarDate(daysSince1970: 0)
    let examination = Examination(
      library, today: someday, now: Timestamp(secondsSince1970: 0), history: HistoryFacts(), dangling: [], strays: [],
      newID: { RecordID(high: 0, low: 0) })
    let checks = [Check.wrongType, .unknownChoice, .outOfRange]
    let findings = QuickLook(library, today: someday).suspects.flatMap { position in
      checks.flatMap { check in
        check.scopes.flatMap { scope -> [Finding] in
          guard case .record(let examine) = scope else { return [] }
          return examine(check, library.records[position], examination)
        }
      }
    }
    return findings.sorted(by: Doctor.precedes)
  }
}

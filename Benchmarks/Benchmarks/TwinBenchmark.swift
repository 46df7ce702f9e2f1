import ShelfDoctor
import ShelfModel
import ShelfStore
import ShelfSystem
import ShelfText
import YAMLEdit

/// Compares optimized code with the general code that it replaces, within this process.
///
/// A gain of less than 5% does not justify the additional code.
struct TwinBenchmark {
  let runs: Int

  /// Runs the measurements with all records of a library in memory.
  func measure(_ library: GeneratedLibrary, into report: inout Report) throws {
    let scope = Report.count(library.records)
    // A single thread is used, so that scheduling does not distort the comparison.
    let loaded = try Library.load(at: library.folder, fileSystem: DiskFileSystem(), threads: 1)
    let files = loaded.records.map(\.source)
    report.rows.append(
      row(scope, "FlatScanner, all records", "libyaml") {
        parse(files, plainly: true)
      } other: {
        parse(files, plainly: false)
      })
    guard let today = CalendarDate("2026-11-21"), let now = Timestamp("2026-11-21T10:00:00Z") else { return }
    let doctor = Doctor(today: today, now: now, newID: { RecordID(high: 0, low: 0) })
    report.rows.append(
      row(scope, "QuickLook, all records", "the checks of records") {
        QuickLook(loaded, today: today).suspects.count
      } other: {
        doctor.examineEveryRecord(of: loaded).count
      })
    let titles = loaded.records.map { Folding.fold($0.title) }
    let word = Folding.fold(Words.rare)
    report.rows.append(
      row(scope, "rangeOfBytes, all titles", "firstRange(of:)") {
        titles.count { $0.rangeOfBytes(word) != nil }
      } other: {
        titles.count { $0.firstRange(of: word) != nil }
      })
  }

  private func parse(_ files: [[UInt8]], plainly: Bool) -> Int {
    var reader = MappingReader()
    var entries = 0
    for file in files {
      file.withUnsafeBufferPointer { source in
        _ = plainly ? try? reader.read(source) : try? reader.readWithLibYAML(source)
      }
      entries += reader.entries.count
    }
    return entries
  }

  /// Compares two implementations of the same task, which run alternately.
  private func row(_ scope: String, _ what: String, _ yardstick: String, _ body: () -> Int, other: () -> Int) -> Row {
    var (ours, others): ([Double], [Double]) = ([], [])
    for run in 0...max(2, runs / 2) {
      let (mine, theirs) = (milliseconds(body), milliseconds(other))
      // The first turn is a warm-up.
      if run > 0 {
        ours.append(mine)
        others.append(theirs)
      }
    }
    return Row(
      scope: scope, what: what, milliseconds: ours.sorted()[ours.count / 2], yardstick: yardstick,
      yardstickMilliseconds: others.sorted()[others.count / 2], bar: Bars.twin)
  }

  private func milliseconds(_ body: () -> Int) -> Double {
    let clock = ContinuousClock()
    let start = clock.now
    let result = body()
    let duration = start.duration(to: clock.now)
    // Using the result prevents the compiler from removing the computation.
    precondition(result >= 0, "a count")
    return Double(duration.components.attoseconds) / 1e15 + Double(duration.components.seconds) * 1000
  }
}

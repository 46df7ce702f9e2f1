/// Everything that is measured, in order.
struct Benchmark {
  let programs: Programs
  let runs: Int
  let libraries: LibraryStore

  /// Measures on libraries of these sizes.
  func measure(_ sizes: [Int]) throws -> Report {
    var report = Report()
    var lists: [Int: Double] = [:]
    for size in sizes {
      let library = try libraries.library(records: size, git: programs.git)
      lists[size] = try measureReading(library, into: &report)
      if size == 10_000 { try measureChange(library, into: &report) }
    }
    if let small = lists[10_000], let large = lists[100_000] {
      report.rows.append(
        Row(
          scope: "", what: "shelf book list, 100,000 records", figure: Report.milliseconds(large),
          yardstick: "10,000 records", yardstickFigure: Report.milliseconds(small),
          ratio: Report.times(large / small), bar: Report.times(Bars.tenTimesTheRecords)))
    }
    try ChangeBenchmark(shelf: programs.shelf, folder: libraries.folder, runs: runs).measure(into: &report)
    try measureStart(into: &report)
    note(&report)
    return report
  }

  /// Measures the commands that read everything, and returns the median of `shelf book list` if that works.
  private func measureReading(_ library: GeneratedLibrary, into report: inout Report) throws -> Double? {
    let yardsticks = yardsticks(library)
    let commands = commands(library)
    let results = try Contest(subjects: yardsticks.map(\.subject) + commands, runs: runs).hold()
    let isBarred = library.records >= Bars.records
    let scope = Report.count(library.records)

    for (command, result) in zip(commands, results.dropFirst(yardsticks.count)) {
      guard let result else {
        report.notes.append("\(scope) records: \(command.name) does not work in this binary.")
        continue
      }
      for (yardstick, other) in zip(yardsticks, results) {
        guard let other else { continue }
        report.rows.append(
          Row(
            scope: scope, what: command.name, figure: Report.milliseconds(result.median),
            yardstick: yardstick.subject.name, yardstickFigure: Report.milliseconds(other.median),
            ratio: Report.times(result.median / other.median), bar: isBarred ? Report.times(yardstick.bar) : ""))
      }
      report.rows.append(
        Row(
          scope: scope, what: "\(command.name), peak memory", figure: Report.megabytes(result.peakBytes),
          bar: isBarred ? "\(Int(Bars.peakMegabytes)) MB" : ""))
    }
    return results[yardsticks.count]?.median
  }

  private func measureChange(_ library: GeneratedLibrary, into report: inout Report) throws {
    let list = Subject("shelf book list", shelf(["book", "list"], library))
    let id = library.generator.book(0).id
    func set(_ rating: Int) -> Subject {
      Subject("shelf book set, one field", shelf(["book", "set", id, "rating=\(rating)"], library))
    }
    let original = LibraryGenerator.firstRating
    // Back and forth, so that every run changes the file and the last one leaves it as it was.
    let results = try Contest(subjects: [list, set(original + 1), list, set(original)], runs: (runs + 1) / 2).hold()
    guard let listed = results[0], let changed = results[1] else {
      report.notes.append("shelf book set does not work in this binary.")
      return
    }
    report.rows.append(
      Row(
        scope: Report.count(library.records), what: "shelf book set, one field",
        figure: Report.milliseconds(changed.median), yardstick: list.name,
        yardstickFigure: Report.milliseconds(listed.median), ratio: Report.times(changed.median / listed.median),
        bar: Report.times(Bars.change)))
  }

  private func measureStart(into report: inout Report) throws {
    let subjects = [
      Subject("shelf --version", Child(program: programs.shelf, arguments: ["--version"])),
      Subject("git --version", Child(program: programs.git, arguments: ["--version"])),
    ]
    let results = try Contest(subjects: subjects, runs: max(runs * 10, 100)).hold()
    guard let shelf = results[0], let git = results[1] else {
      report.notes.append("shelf --version does not work in this binary.")
      return
    }
    report.rows.append(
      Row(
        scope: "", what: subjects[0].name, figure: Report.milliseconds(shelf.median), yardstick: subjects[1].name,
        yardstickFigure: Report.milliseconds(git.median), ratio: Report.times(shelf.median / git.median),
        bar: Report.times(Bars.start)))
  }

  /// The measured commands: one per line.
  private func commands(_ library: GeneratedLibrary) -> [Subject] {
    [
      Subject("shelf book list", shelf(["book", "list"], library)),
      Subject("shelf quote list", shelf(["quote", "list"], library)),
      Subject("shelf book show", shelf(["book", "show", library.generator.book(0).name], library)),
      Subject("shelf book list --limit 1", shelf(["book", "list", "--limit", "1"], library)),
      Subject("shelf search", shelf(["search", Words.rare], library)),
      Subject(
        "shelf doctor, no git", shelf(["doctor", "--skip", "stale-modification-date"], library), statuses: [0, 1]),
      Subject("shelf doctor", shelf(["doctor"], library), statuses: [0, 1]),
    ]
  }

  private func yardsticks(_ library: GeneratedLibrary) -> [(subject: Subject, bar: Double)] {
    let status = Subject("git status", Child(program: programs.git, arguments: ["-C", library.folder, "status"]))
    guard let ripgrep = programs.ripgrep else { return [(status, Bars.gitStatus)] }
    let search = Child(program: ripgrep, arguments: ["-c", Words.rare, library.folder])
    return [(status, Bars.gitStatus), (Subject("rg -c", search), Bars.ripgrep)]
  }

  private func shelf(_ arguments: [String], _ library: GeneratedLibrary) -> Child {
    Child(program: programs.shelf, arguments: arguments, environment: ["SHELF_LIBRARY=\(library.folder)"])
  }

  private func note(_ report: inout Report) {
    if programs.ripgrep == nil { report.notes.append("ripgrep is not installed: no comparison with rg -c.") }
    report.notes.append(
      "Medians of \(runs) runs in turns, files in the page cache. Peaks up to "
        + "\(Report.megabytes(rusage.own.peakBytes)) may be this program's own.")
  }
}

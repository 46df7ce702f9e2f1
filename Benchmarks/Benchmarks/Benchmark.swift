/// Runs all measurements in order and collects their results in a report.
///
/// Absolute times depend on the computer and on what else it is doing, so most figures are ratios. For every library,
/// the commands of shelf take turns with yardsticks: a program that merely reads the same files, `git status` and
/// ripgrep. The report contains the medians and their ratios. A figure above its limit in `Bars` is marked, but does
/// not make the benchmark fail. Further benchmarks measure changes, imports, published pages, and sessions of the
/// browser and of the language server. Libraries are generated from a seed, so that every run measures the same data.
struct Benchmark {
  let programs: Programs
  let runs: Int
  let libraries: LibraryStore

  /// Measures libraries of the given sizes.
  func measure(_ sizes: [Int]) throws -> Report {
    var report = Report()
    var lists: [Int: Double] = [:]
    for size in sizes {
      let library = try libraries.library(records: size, git: programs.git)
      lists[size] = try measureReading(library, into: &report)
      if size == 10_000 { try measureChange(library, into: &report) }
      try EditorBenchmark(shelf: programs.shelf, runs: runs).measure(library, into: &report)
      try BrowserBenchmark(shelf: programs.shelf, runs: runs).measure(library, into: &report)
      if size == sizes.max() { try TwinBenchmark(runs: runs).measure(library, into: &report) }
    }
    if let small = lists[10_000], let large = lists[100_000] {
      report.rows.append(
        Row(
          scope: "", what: "shelf book list, 100,000 records", milliseconds: large, yardstick: "10,000 records",
          yardstickMilliseconds: small, bar: Bars.tenTimesTheRecords))
    }
    try ChangeBenchmark(shelf: programs.shelf, folder: libraries.folder, runs: runs).measure(into: &report)
    if lists[10_000] != nil || lists[100_000] != nil {
      let imports = ImportBenchmark(shelf: programs.shelf, folder: libraries.folder, runs: runs)
      try imports.measure(into: &report)
      if lists[100_000] != nil { try imports.measureMany(into: &report) }
      try PublishBenchmark(programs: programs, runs: runs, libraries: libraries).measure(into: &report)
    }
    try measureStart(into: &report)
    note(&report)
    return report
  }

  /// Measures the commands that read the whole library. Returns the median of `shelf book list`, or nil if it fails.
  private func measureReading(_ library: GeneratedLibrary, into report: inout Report) throws -> Double? {
    let yardsticks = yardsticks(library)
    let commands = commands(library)
    let results = try Contest(subjects: yardsticks.map(\.subject) + commands.map(\.subject), runs: runs).hold()
    let isBarred = library.records >= Bars.records
    let scope = Report.count(library.records)

    for (command, result) in zip(commands, results.dropFirst(yardsticks.count)) {
      let name = command.subject.name
      guard let result else {
        report.notes.append("\(scope) records: \(name) does not work in this binary.")
        continue
      }
      for (yardstick, other) in zip(yardsticks, results) {
        guard let other else { continue }
        report.rows.append(
          Row(
            scope: scope, what: name, milliseconds: result.median, yardstick: yardstick.subject.name,
            yardstickMilliseconds: other.median, bar: isBarred && yardstick.isBarred ? command.bar : nil))
      }
      report.rows.append(
        Row(
          scope: scope, what: "\(name), peak memory", peakBytes: result.peakBytes,
          bar: isBarred ? Bars.peakMegabytes : nil))
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
    // The rating alternates, so that every run changes the file and the last one restores it.
    let results = try Contest(subjects: [list, set(original + 1), list, set(original)], runs: (runs + 1) / 2).hold()
    guard let listed = results[0], let changed = results[1] else {
      report.notes.append("shelf book set does not work in this binary.")
      return
    }
    report.rows.append(
      Row(
        scope: Report.count(library.records), what: "shelf book set, one field", milliseconds: changed.median,
        yardstick: list.name, yardstickMilliseconds: listed.median, bar: Bars.change))
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
        scope: "", what: subjects[0].name, milliseconds: shelf.median, yardstick: subjects[1].name,
        yardstickMilliseconds: git.median, bar: Bars.start))
  }

  /// The measured commands, each with the limit for its ratio to plain reading.
  private func commands(_ library: GeneratedLibrary) -> [(subject: Subject, bar: Double?)] {
    let git = "stale-modification-date,conflict-markers,half-restored,tracked-state"
    let (doctor, single) = (["doctor", "--skip", git], ["doctor", "--skip", git + ",probable-duplicate"])
    let book = library.generator.book(0).name
    return [
      (Subject("shelf book list", shelf(["book", "list"], library)), Bars.reading),
      (Subject("shelf quote list", shelf(["quote", "list"], library)), Bars.reading),
      (Subject("shelf book show", shelf(["book", "show", book], library)), Bars.reading),
      (Subject("shelf book list --limit 1", shelf(["book", "list", "--limit", "1"], library)), Bars.reading),
      (Subject("shelf search", shelf(["search", Words.rare], library)), Bars.reading),
      (Subject("shelf doctor, no git, no twins", shelf(single, library), statuses: [0, 1]), Bars.doctor),
      (Subject("shelf doctor, no git", shelf(doctor, library), statuses: [0, 1]), Bars.doctorWithTwins),
      (Subject("shelf doctor", shelf(["doctor"], library), statuses: [0, 1]), Bars.doctorWithTwins),
    ]
  }

  private func yardsticks(_ library: GeneratedLibrary) -> [Yardstick] {
    let reading = Child(program: programs.bench, arguments: ["read", library.folder])
    let status = Child(program: programs.git, arguments: ["-C", library.folder, "status"])
    let yardsticks = [
      Yardstick(subject: Subject("reading all files", reading), isBarred: true),
      Yardstick(subject: Subject("git status", status)),
    ]
    guard let ripgrep = programs.ripgrep else { return yardsticks }
    let search = Child(program: ripgrep, arguments: ["-c", Words.rare, library.folder])
    return yardsticks + [Yardstick(subject: Subject("rg -c", search))]
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

#if os(Linux)
  import CLinux
#endif

/// Compares changes with plain writes of the same files to the same disk. The two alternate.
struct ChangeBenchmark {
  let shelf: String
  let folder: String
  let runs: Int

  private static let books = 10_000
  private static let genre = "00000000-0000-4000-8000-000000000001"

  /// Measures a change to one file and a change to 10,000 files.
  func measure(into report: inout Report) throws {
    try measureOne(into: &report)
    try measureMany(into: &report)
  }

  private func measureOne(into report: inout Report) throws {
    let library = try makeLibrary("one", books: 10)
    let text = bookText(0)
    var changed = Measurement()
    var plain = Measurement()
    for run in 0..<max(runs, 20) {
      changed.add(try command(["book", "set", "Book 0", "rating=\(run % 2 + 1)"], library))
      plain.add(
        try timed {
          try Files.save(text, to: library + "/plain.new", synced: true)
          rename(library + "/plain.new", library + "/plain")
        })
    }
    let more = changed.median - plain.median
    report.rows.append(
      Row(
        scope: "10", what: "shelf book set, the whole command", figure: Report.milliseconds(changed.median),
        yardstick: "write, fsync, rename", yardstickFigure: Report.milliseconds(plain.median),
        ratio: (more < 0 ? "−" : "+") + Report.milliseconds(abs(more))))
  }

  private func measureMany(into report: inout Report) throws {
    let library = try makeLibrary("many", books: Self.books)
    let texts = (0..<Self.books).map(bookText)
    var deleted = Measurement()
    var undone = Measurement()
    var plain = Measurement()
    for run in 0..<max(3, runs / 3) {
      // Flushes earlier writes, so that they do not distort the result.
      sync()
      plain.add(try timed { try writePlainly(texts, to: "\(folder)/plain-\(run)") })
      sync()
      deleted.add(try command(["genre", "delete", Self.genre, "--yes"], library))
      sync()
      undone.add(try command(["undo"], library))
    }
    for (what, result) in [("shelf genre delete, from 10,000 books", deleted), ("shelf undo of that", undone)] {
      report.rows.append(
        Row(
          scope: Report.count(Self.books), what: what, milliseconds: result.median,
          yardstick: "10,000 writes, one sync", yardstickMilliseconds: plain.median, bar: Bars.manyChanges))
    }
  }

  private func command(_ arguments: [String], _ library: String) throws -> Run {
    let run = try Child(program: shelf, arguments: arguments, environment: ["SHELF_LIBRARY=\(library)"]).run()
    guard run.status == 0 else { throw BenchError("shelf \(arguments.joined(separator: " ")): status \(run.status)") }
    return run
  }

  private func timed(_ body: () throws -> Void) rethrows -> Run {
    let clock = ContinuousClock()
    return Run(duration: try clock.measure(body), peakBytes: 0, status: 0)
  }

  private func writePlainly(_ texts: [String], to folder: String) throws {
    try Files.makeFolder(folder)
    for (index, text) in texts.enumerated() { try Files.save(text, to: "\(folder)/\(index).yaml") }
    let directory = open(folder, O_RDONLY | O_DIRECTORY)
    guard directory >= 0 else { throw BenchError.system("open", folder) }
    defer { close(directory) }
    #if os(Linux)
      syncfs(directory)
    #else
      sync()
    #endif
  }

  private func makeLibrary(_ name: String, books: Int) throws -> String {
    let library = "\(folder)/change-\(name)"
    try Files.makeFolder(library + "/books")
    try Files.makeFolder(library + "/genres")
    try Files.save("format: 1\n", to: library + "/shelf.yaml")
    try Files.save("id: \(Self.genre)\nname: Common\n", to: library + "/genres/common.yaml")
    for index in 0..<books { try Files.save(bookText(index), to: "\(library)/books/\(index).yaml") }
    return library
  }

  private func bookText(_ index: Int) -> String {
    let digits = String(index)
    let id = "00000000-0000-4000-8000-1" + String(repeating: "0", count: 11 - digits.count) + digits
    return "id: \(id)\ntitle: Book \(index)\nrating: 3\ngenres:\n  - \(Self.genre) # Common\nsynopsis: "
      + String(repeating: "as long as most are ", count: 10) + "\n"
  }
}

/// Compares the first publication with copying the same pages, and publication after one change with listing the same
/// books.
struct PublishBenchmark {
  let programs: Programs
  let runs: Int
  let libraries: LibraryStore

  private static let plan = LibraryPlan(books: 10_000, quotes: 20_000)

  /// Measures publishing all pages, and publishing again after one book has changed.
  func measure(into report: inout Report) throws {
    let library = try libraries.library(Self.plan, named: "published", manifest: Self.manifest, git: programs.git)
    let site = "\(libraries.folder)/site"
    let publish = Child(
      program: programs.shelf, arguments: ["--library", library.folder, "publish", "--output", site])
    let list = Child(program: programs.shelf, arguments: ["--library", library.folder, "book", "list"])
    guard try publish.run().status == 0 else {
      report.notes.append("shelf publish does not work in this binary.")
      return
    }
    var (first, copied, changed, listed) = (Measurement(), Measurement(), Measurement(), Measurement())
    let book = library.generator.bookRecord(0)
    for run in 0..<max(2, runs / 3) {
      let copy = "\(libraries.folder)/site-copy"
      try remove(copy)
      sync()
      copied.add(try Child(program: "/bin/cp", arguments: ["-r", site, copy]).run())
      try remove(copy)
      try remove(site)
      sync()
      first.add(try publish.run())
      try Files.save(book.text + "isbn: \(run)\n", to: "\(library.folder)/\(book.path)")
      listed.add(try list.run())
      changed.add(try publish.run())
    }
    try Files.save(book.text, to: "\(library.folder)/\(book.path)")
    let scope = Report.count(library.records)
    report.rows.append(
      Row(
        scope: scope, what: "shelf publish, the first time", milliseconds: first.median,
        yardstick: "cp -r of the pages", yardstickMilliseconds: copied.median, bar: Bars.firstPages))
    report.rows.append(
      Row(
        scope: scope, what: "shelf publish, after one change", milliseconds: changed.median,
        yardstick: "shelf book list", yardstickMilliseconds: listed.median, bar: Bars.pagesAfterChange))
    report.rows.append(
      Row(
        scope: scope, what: "shelf publish, peak memory", peakBytes: max(first.peakBytes, changed.peakBytes),
        bar: Bars.pagesMegabytes))
  }

  private static let manifest = """
    format: 1
    name: Benchmark
    publish:
      statuses: [onShelf, inProgress, completed, abandoned]

    """

  private func remove(_ folder: String) throws {
    try Child(program: "/bin/rm", arguments: ["-rf", folder]).runOrThrow()
  }
}

/// Compares imports with `redo`, which merely writes the same files in a transaction.
struct ImportBenchmark {
  let shelf: String
  let folder: String
  let runs: Int

  /// Measures a Goodreads export and Kindle clippings.
  func measure(into report: inout Report) throws {
    try measure("10,000 rows of Goodreads", goodreads(10_000), in: "goodreads.csv", into: &report)
    try measure("50,000 Kindle clippings", clippings(50_000), in: "clippings.txt", into: &report)
  }

  /// Measures an import with as many rows as the largest library has records.
  func measureMany(into report: inout Report) throws {
    try measure("100,000 rows of Goodreads", goodreads(100_000), in: "goodreads-many.csv", into: &report)
  }

  private func measure(_ what: String, _ text: String, in name: String, into report: inout Report) throws {
    let library = "\(folder)/import-\(name)"
    try Files.makeFolder(library)
    try Files.save("format: 1\n", to: library + "/shelf.yaml")
    let file = "\(folder)/\(name)"
    try Files.save(text, to: file)
    var (imported, redone) = (Measurement(), Measurement())
    for _ in 0..<max(1, runs / 10) {
      sync()
      imported.add(try command(["import", file], library))
      _ = try command(["undo"], library)
      sync()
      redone.add(try command(["redo"], library))
      _ = try command(["undo"], library)
    }
    report.rows.append(
      Row(
        scope: "", what: "shelf import, \(what)", milliseconds: imported.median, yardstick: "shelf redo of that",
        yardstickMilliseconds: redone.median, bar: Bars.importing))
    report.rows.append(
      Row(
        scope: "", what: "shelf import, \(what), peak memory", peakBytes: imported.peakBytes,
        bar: Bars.importMegabytes))
  }

  private func command(_ arguments: [String], _ library: String) throws -> Run {
    let run = try Child(program: shelf, arguments: arguments, environment: ["SHELF_LIBRARY=\(library)"]).run()
    guard run.status == 0 else { throw BenchError("shelf \(arguments.joined(separator: " ")): status \(run.status)") }
    return run
  }

  private func goodreads(_ count: Int) -> String {
    var text =
      "Book Id,Title,Author,ISBN13,My Rating,Publisher,Number of Pages,Date Read,Date Added,Bookshelves,"
      + "Exclusive Shelf,My Review\n"
    for row in 0..<count {
      let review = row % 4 == 0 ? String(repeating: "As long as most are. ", count: 6) : ""
      text +=
        "\(row + 1),Book \(row),\"Author \(row % 900)\",\"=\"\"\"\"\",\(row % 6),Ace,\(100 + row % 400),2020/05/1\(row % 10),"
        + "2019/01/02,shelf-\(row % 30),\(row % 3 == 0 ? "to-read" : "read"),\(review)\n"
    }
    return text
  }

  private func clippings(_ count: Int) -> String {
    var text = ""
    for entry in 0..<count {
      text +=
        "Book \(entry / 50) (Author \(entry / 50 % 300))\r\n- Your Highlight on page \(entry % 300 + 1) | Location "
        + "\(entry * 3)-\(entry * 3 + 2) | Added on Monday, January 6, 2020 10:\(10 + entry % 50):00 AM\r\n\r\n"
        + "Words that were marked, the \(entry)th of them, as long as most are in a book.\r\n==========\r\n"
    }
    return text
  }
}

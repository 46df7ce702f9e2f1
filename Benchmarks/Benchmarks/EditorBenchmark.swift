import ShelfRPC

/// Measures response times of `shelf lsp` while a user types, as 95th percentiles.
struct EditorBenchmark {
  let shelf: String
  let runs: Int

  /// The number of times that each action, such as a keystroke or a completion, is measured.
  private static let times = 100

  func measure(_ library: GeneratedLibrary, into report: inout Report) throws {
    guard library.records >= 10_000 else { return }
    let isLarge = library.records >= Bars.records
    let scope = Report.count(library.records)
    func add(_ what: String, _ milliseconds: Double, _ bar: (small: Double, large: Double)) {
      let maximum = isLarge ? bar.large : bar.small
      report.rows.append(
        Row(
          scope: scope, what: what, figure: Report.milliseconds(milliseconds), bar: Report.milliseconds(maximum),
          isOver: milliseconds > maximum))
    }
    let text = try book(of: library)
    let uri = "file://\(library.folder)/\(text.path)"
    var (first, whole) = (Measurement(), Measurement())
    for _ in 0..<max(3, runs / 3) {
      let clock = ContinuousClock()
      let start = clock.now
      let session = try EditorSession(shelf, folder: library.folder)
      open(session, uri, text.text)
      try session.waitForFindings(uri, version: 1)
      first.add(Run(duration: clock.now - start, peakBytes: 0, status: 0))
      _ = try session.ask("workspace/symbol", ["query": "nothing is called this"])
      whole.add(Run(duration: clock.now - start, peakBytes: 0, status: 0))
      try session.end()
    }
    add("lsp: start to the first findings", first.late, Bars.firstFindings)
    add("lsp: start to the whole library", whole.late, Bars.wholeLibrary)
    let session = try EditorSession(shelf, folder: library.folder)
    open(session, uri, text.text)
    _ = try session.ask("workspace/symbol", ["query": ""])
    try measureTyping(session, uri, text.text, add)
    if let bytes = session.residentBytes {
      let maximum = isLarge ? Bars.editorMegabytes.large : Bars.editorMegabytes.small
      report.rows.append(Row(scope: scope, what: "lsp: memory after that", peakBytes: bytes, bar: maximum))
    }
    try session.end()
  }

  private func measureTyping(
    _ session: EditorSession, _ uri: String, _ text: String,
    _ add: (String, Double, (small: Double, large: Double)) -> Void
  ) throws {
    var (keystroke, broken, completion, hover, symbols) = (
      Measurement(), Measurement(), Measurement(), Measurement(), Measurement()
    )
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let item = lines.firstIndex { $0.hasPrefix("  - ") } ?? 0
    func timed(_ measurement: inout Measurement, _ body: () throws -> Void) throws {
      let clock = ContinuousClock()
      let start = clock.now
      try body()
      measurement.add(Run(duration: clock.now - start, peakBytes: 0, status: 0))
    }
    for time in 0..<Self.times {
      let version = 2 + time * 3
      try timed(&keystroke) {
        change(session, uri, text + "notes: " + String(repeating: "x", count: time) + "\n", version)
        try session.waitForFindings(uri, version: version)
      }
      try timed(&broken) {
        change(session, uri, text + "sta", version + 1)
        try session.waitForFindings(uri, version: version + 1)
      }
      change(session, uri, text + "books:\ngenres:\n  - fic", version + 2)
      try session.waitForFindings(uri, version: version + 2)
      let end = lines.count - 1 + 2
      try timed(&completion) {
        _ = try session.ask("textDocument/completion", place(uri, end, 7))
      }
      try timed(&hover) { _ = try session.ask("textDocument/hover", place(uri, item, 10)) }
      try timed(&symbols) { _ = try session.ask("workspace/symbol", ["query": "the"]) }
    }
    add("lsp: keystroke to findings", keystroke.late, Bars.keystroke)
    add("lsp: half a word to findings", broken.late, Bars.keystroke)
    add("lsp: completion of a genre", completion.late, Bars.completion)
    add("lsp: hover over a reference", hover.late, Bars.hover)
    add("lsp: symbols of the library", symbols.late, Bars.symbols)
  }

  private func open(_ session: EditorSession, _ uri: String, _ text: String) {
    session.notify(
      "textDocument/didOpen",
      ["textDocument": ["uri": .text(uri), "languageId": "yaml", "version": 1, "text": .text(text)]])
  }

  private func change(_ session: EditorSession, _ uri: String, _ text: String, _ version: Int) {
    session.notify(
      "textDocument/didChange",
      [
        "textDocument": ["uri": .text(uri), "version": .integer(version)],
        "contentChanges": [["text": .text(text)]],
      ])
  }

  private func place(_ uri: String, _ line: Int, _ character: Int) -> JSON {
    ["textDocument": ["uri": .text(uri)], "position": ["line": .integer(line), "character": .integer(character)]]
  }

  /// Returns a book that has genres.
  private func book(of library: GeneratedLibrary) throws -> GeneratedRecord {
    var found: GeneratedRecord?
    library.generator.visit { record in
      if found == nil, record.path.hasPrefix("books/"), record.text.contains("\n  - ") { found = record }
    }
    guard let found else { throw BenchError("the library has no book with a genre") }
    return found
  }
}

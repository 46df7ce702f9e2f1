/// Measures response times and resources of `shelf browse`.
///
/// The response times are the time to the first screen, the time from a key to the update of the screen (95th
/// percentile), and the time until another program's change is visible. The resources are the peak memory and the
/// processor time while no key is pressed.
struct BrowserBenchmark {
  let shelf: String
  let runs: Int

  func measure(_ library: GeneratedLibrary, into report: inout Report) throws {
    guard library.records >= 10_000 else { return }
    let isLarge = library.records >= Bars.records
    let scope = Report.count(library.records)
    let list = Child(program: shelf, arguments: ["book", "list"], environment: ["SHELF_LIBRARY=\(library.folder)"])
    var (listed, first) = (Measurement(), Measurement())
    for _ in 0..<max(5, runs / 2) {
      listed.add(try list.run())
      let clock = ContinuousClock()
      let start = clock.now
      let session = try BrowserSession(shelf, folder: library.folder)
      try session.waitForFrame()
      first.add(Run(duration: clock.now - start, peakBytes: 0, status: 0))
      session.end()
    }
    report.rows.append(
      Row(
        scope: scope, what: "browse: first screen", milliseconds: first.median, yardstick: "shelf book list",
        yardstickMilliseconds: listed.median, bar: Bars.firstScreen))
    let session = try BrowserSession(shelf, folder: library.folder)
    try session.waitForFrame()
    session.rest(seconds: isLarge ? 4 : 2)
    let maximum = isLarge ? Bars.keyToPicture.large : Bars.keyToPicture.small
    for (what, keys) in BrowserBenchmark.keys {
      var measurement = Measurement()
      for key in keys {
        let clock = ContinuousClock()
        let start = clock.now
        // A key that does not change the screen is not counted.
        guard try session.press(key) else { continue }
        measurement.add(Run(duration: clock.now - start, peakBytes: 0, status: 0))
      }
      report.rows.append(
        Row(
          scope: scope, what: "browse: \(what)", figure: Report.milliseconds(measurement.late),
          bar: Report.milliseconds(maximum), isOver: measurement.late > maximum))
    }
    let before = session.cpuTicks
    session.rest(seconds: 2)
    let ticks = session.cpuTicks - before
    report.rows.append(
      Row(
        scope: scope, what: "browse: idle for 2 seconds", figure: "\(ticks) ticks", bar: "0 ticks", isOver: ticks > 0))
    let bytes = session.peakBytes
    let limit = Double(listed.peakBytes) * Bars.browserMemory
    report.rows.append(
      Row(
        scope: scope, what: "browse: peak memory", figure: Report.megabytes(bytes), yardstick: "shelf book list",
        yardstickFigure: Report.megabytes(listed.peakBytes),
        ratio: Report.times(Double(bytes) / Double(max(1, listed.peakBytes))), bar: Report.times(Bars.browserMemory),
        isOver: Double(bytes) > limit))
    try measureOthers(library, session, into: &report)
    session.end()
  }

  /// Measures the time until the browser shows a book that another program adds or removes.
  private func measureOthers(_ library: GeneratedLibrary, _ session: BrowserSession, into report: inout Report) throws {
    session.rest(seconds: 1)
    let path = library.folder + "/books/a-benchmark.yaml"
    defer { unlink(path) }
    let isLarge = library.records >= Bars.records
    let maximum = isLarge ? Bars.changeOfOthers.large : Bars.changeOfOthers.small
    var measurement = Measurement()
    for _ in 0..<5 {
      for isThere in [true, false] {
        let clock = ContinuousClock()
        let start = clock.now
        if isThere {
          try Files.save("id: 00000000-0000-4000-8000-00000000beac\ntitle: A Benchmark\n", to: path)
        } else {
          unlink(path)
        }
        guard try session.waitForFrame(atMost: 10_000) else { throw BenchError("shelf browse does not see \(path)") }
        measurement.add(Run(duration: clock.now - start, peakBytes: 0, status: 0))
        session.rest(seconds: 1)
      }
    }
    report.rows.append(
      Row(
        scope: Report.count(library.records), what: "browse: another program's change",
        figure: Report.milliseconds(measurement.late), bar: Report.milliseconds(maximum),
        isOver: measurement.late > maximum))
  }

  /// The keys to press in each measurement. Letters are sent one at a time, as if typed.
  private static let keys: [(String, [String])] = [
    ("down", Array(repeating: "j", count: 60)),
    ("a page down", Array(repeating: "\u{6}", count: 30)),
    ("another view", ["h"] + Array(repeating: "j", count: 20) + Array(repeating: "k", count: 20) + ["l"]),
    ("live search, words", ["/"] + "the river of".map(String.init)),
    ("live search, back", Array(repeating: "\u{7F}", count: 12)),
    ("live search, terms", "rating:4.. status:completed".map(String.init)),
  ]
}

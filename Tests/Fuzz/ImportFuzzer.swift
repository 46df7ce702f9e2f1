// Built by scripts/torture as a single module with the sources of ShelfImport and everything that it uses, so that
// libFuzzer instruments all of it.

/// The limits on the processor time for reading an input, in seconds, and on its growth if the input is repeated four
/// times.
///
/// An input has at most 16 KiB, so reading it should take milliseconds. Repeating the input reveals quadratic
/// algorithms.
private let maxTime = 1.0
private let leastTime = 0.1
private let maxGrowth = 10.0

/// Reads an input twice: in the detected format, and in a format that the first byte selects.
///
/// Aborts if a row is neither imported nor reported, or if reading takes too long.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let all = UnsafeBufferPointer(start: data, count: count)
  guard let first = all.first else { return 0 }
  let bytes = Array(all.dropFirst())
  // Text formats are recognized by the start of the file, so the whole input is one file. For databases, the first half
  // of the input is the file, and the second half serves as each of its companion files.
  let half = bytes.count / 2
  let files = [
    SourceFile(path: "x", bytes: bytes),
    SourceFile(
      path: "x", bytes: Array(bytes[..<half]), companion: Array(bytes[half...]), log: Array(bytes[half...]),
      journal: Array(bytes[half...])),
  ]
  var options = ImportOptions()
  options.shelves = first & 0x80 == 0 ? .genres : first & 0x40 == 0 ? .none : .tags
  let file = files[first & 0x40 == 0 ? 0 : 1]
  let format = ImportFormat.all[Int(first & 0x3F) % ImportFormat.all.count]
  let time = ProcessorTime.of {
    check(file, nil, options)
    check(file, format, options)
  }
  precondition(time < maxTime, "reading takes too long")
  if time > leastTime / maxGrowth, first & 0x40 == 0 {
    let large = SourceFile(path: "x", bytes: bytes + bytes + bytes + bytes)
    let growth = max(time, leastTime / maxGrowth)
    // A single slow run may be caused by other programs, so the fastest of three runs is used.
    let repeated =
      (0..<3).map { _ in
        ProcessorTime.of {
          check(large, nil, options)
          check(large, format, options)
        }
      }.min() ?? 0
    precondition(repeated < growth * maxGrowth, "reading takes time that grows with the square")
  }
  return 0
}

private func check(_ file: SourceFile, _ format: ImportFormat?, _ options: ImportOptions) {
  for batch in (try? SourceReader.read([file], as: format, options)) ?? [] {
    let rows = batch.drafts.reduce(0) { $0 + $1.rows }
    precondition(batch.read == rows + batch.skipped + batch.rejected, "\(batch.format) loses a row")
    _ = batch.rejects.file
  }
}

// Built by scripts/torture together with the sources of ShelfImport and all that it uses, as one module: libFuzzer must
// see all of it.

/// How long the readers may take for an input, in seconds of the processor, and for one that is four times as long.
///
/// An input has at most 16 KiB, which takes milliseconds; what is repeated may show work that grows with the square.
private let mostTime = 1.0
private let leastTime = 0.1
private let mostGrowth = 10.0

/// Reads whatever the fuzzer comes up with, as the format that it is taken for and as one that a user names, and ends
/// the process if not each row is accounted for, or if it takes too long.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let all = UnsafeBufferPointer(start: data, count: count)
  guard let first = all.first else { return 0 }
  let bytes = Array(all.dropFirst())
  // What a text is told by is at its start, and what lies beside a database in it.
  let half = bytes.count / 2
  let files = [
    SourceFile(path: "x", bytes: bytes),
    SourceFile(
      path: "x", bytes: Array(bytes[..<half]), companion: Array(bytes[half...]), log: Array(bytes[half...]),
      journal: Array(bytes[half...])),
  ]
  var options = ImportOptions()
  options.takesShelves = first & 0x80 == 0
  let file = files[first & 0x40 == 0 ? 0 : 1]
  let format = ImportFormat.all[Int(first & 0x3F) % ImportFormat.all.count]
  let time = ProcessorTime.of {
    check(file, nil, options)
    check(file, format, options)
  }
  precondition(time < mostTime, "reading takes too long")
  if time > leastTime / mostGrowth, first & 0x40 == 0 {
    let large = SourceFile(path: "x", bytes: bytes + bytes + bytes + bytes)
    let growth = max(time, leastTime / mostGrowth)
    // A single long time may be another program's.
    let repeated =
      (0..<3).map { _ in
        ProcessorTime.of {
          check(large, nil, options)
          check(large, format, options)
        }
      }.min() ?? 0
    precondition(repeated < growth * mostGrowth, "reading takes time that grows with the square")
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

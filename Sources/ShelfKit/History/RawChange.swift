/// One line of git's raw output: a file that differs between two states.
struct RawChange: Sendable {
  /// The modes of the file before and after; 0 where there is none.
  let oldMode: UInt32
  let newMode: UInt32
  /// The full names of the contents before and after; nil where there is none or git has not read it.
  let old: String?
  let new: String?
  /// `A`, `D`, `M`, `T`, `U`.
  let status: UInt8
  /// The path from the top of the work tree.
  let path: ArraySlice<UInt8>

  /// Whether a regular file was there before, and is there after.
  var wasFile: Bool { oldMode & 0o170000 == 0o100000 }
  var isFile: Bool { newMode & 0o170000 == 0o100000 }

  /// Reads what stands between the colon and the path.
  init?(_ line: ArraySlice<UInt8>, path: ArraySlice<UInt8>) {
    let parts = line.dropFirst().split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
    guard parts.count == 5, let old = UInt32(parts[0], radix: 8), let new = UInt32(parts[1], radix: 8),
      let status = parts[4].utf8.first
    else { return nil }
    (oldMode, newMode) = (old, new)
    self.old = parts[2].utf8.allSatisfy { $0 == 0x30 } ? nil : parts[2]
    self.new = parts[3].utf8.allSatisfy { $0 == 0x30 } ? nil : parts[3]
    self.status = status
    self.path = path
  }
}

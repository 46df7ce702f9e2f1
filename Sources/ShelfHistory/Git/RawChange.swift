/// A line of git's raw diff format: a file that differs between two states or, for a merge, from all of its parents.
struct RawChange: Sendable {
  /// A side of the comparison.
  struct Side: Sendable {
    /// The file mode, or 0 if the file does not exist.
    let mode: UInt32
    /// The object name of the contents, or nil if the file is missing or git has not hashed it yet.
    let contents: String?

    /// Whether this side is a regular file.
    var isFile: Bool { mode & 0o170000 == 0o100000 }
  }

  /// The older sides: one for each parent of a merge, otherwise a single one.
  let olds: [Side]
  let new: Side
  /// The status letter `A`, `D`, `M`, `T` or `U`; for a merge, the letter for its first parent.
  let status: UInt8
  /// The path from the top of the work tree.
  let path: ArraySlice<UInt8>

  var old: Side { olds[0] }

  private init(olds: [Side], new: Side, status: UInt8, path: ArraySlice<UInt8>) {
    (self.olds, self.new, self.status, self.path) = (olds, new, status, path)
  }

  /// Creates the change for a deleted file.
  init(deleted old: Side, _ path: ArraySlice<UInt8>) {
    self.init(olds: [old], new: Side(mode: 0, contents: nil), status: UInt8(ascii: "D"), path: path)
  }

  /// Returns the change relative to a different older side.
  func replacing(old: Side) -> RawChange {
    RawChange(olds: [old], new: new, status: new.isFile ? UInt8(ascii: "M") : UInt8(ascii: "D"), path: path)
  }

  /// Parses the part of a raw line before the path.
  init?(_ line: ArraySlice<UInt8>, path: ArraySlice<UInt8>) {
    let colon = UInt8(ascii: ":")
    let rest = line.drop { $0 == colon }
    let count = rest.startIndex - line.startIndex
    let parts = rest.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
    guard count > 0, parts.count == 2 * count + 3, let status = parts[2 * count + 2].utf8.first else { return nil }
    var sides: [Side] = []
    for position in 0...count {
      guard let mode = UInt32(parts[position], radix: 8) else { return nil }
      let name = parts[count + 1 + position]
      sides.append(Side(mode: mode, contents: name.utf8.allSatisfy { $0 == 0x30 } ? nil : name))
    }
    new = sides.removeLast()
    olds = sides
    self.status = status
    self.path = path
  }
}

import ShelfModel
import ShelfSystem
import ShelfWording

extension Context {
  /// Returns whether any of the words may refer to standard input, which can keep the command waiting while the user
  /// types.
  static func readsInput(_ words: [String]) -> Bool { words.contains { $0 == "-" || $0.hasSuffix("=-") } }

  /// Returns a value as it was typed. For a field with long text, `@FILE` or `-` returns the text of that file or of
  /// standard input.
  ///
  /// - Throws: `CommandError` if the text cannot be read, is larger than 16 MiB, blank, or not UTF-8.
  func valueText(_ value: String, of field: Field) throws(CommandError) -> String {
    if field.type == .text || field.type == .textList, let literal = Context.literal(value) { return literal }
    guard field.isLong else { return value }
    guard value == "-" || (value.hasPrefix("@") && value.count > 1) else { return value }
    let path = value == "-" ? "standard input" : inHome(String(value.dropFirst()))
    let bytes: [UInt8]
    do throws(FileError) {
      let limit = 16 << 20
      bytes =
        value == "-" ? try readInput(limit: limit) : try fileSystem.contents(of: path, limit: limit, .input)
    } catch {
      let failure = FileError(code: error.code, operation: error.operation, path: path)
      throw CommandError(.library, failure.description)
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw CommandError(.library, "\(path) is not UTF-8 text")
    }
    // A command that failed may have left an empty file, which is not a reason to clear the field.
    if text.allSatisfy(\.isWhitespace) {
      throw CommandError(
        .usage, "\(path) is empty", hint: field.isRequired ? nil : "to clear “\(field.key)”, use an empty value")
    }
    var lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    // The line feed after the last line belongs to the terminal or file, not to the text.
    while lines.last?.isEmpty ?? false { lines.removeLast() }
    return lines.joined(separator: "\n") + (lines.count > 1 ? "\n" : "")
  }

  /// Returns a path with a leading `~/` expanded. A shell expands it only at the start of a word.
  func inHome(_ path: String) -> String {
    guard path.hasPrefix("~/"), let home = environment["HOME"], !home.isEmpty else { return path }
    return home + path.dropFirst()
  }

  /// Returns the literal text of a value such as `\@home`, or nil if the value has no such backslash.
  ///
  /// The backslash prevents the rest from naming a file or standard input.
  private static func literal(_ value: String) -> String? {
    let rest = value.drop { $0 == "\\" }
    guard value.hasPrefix("\\"), rest.hasPrefix("@") || rest == "-" else { return nil }
    return String(value.dropFirst())
  }

  /// Returns the contents of a file that the user named or, if the path is `-`, of standard input.
  ///
  /// - Parameter limit: the maximum size in bytes.
  func readFile(orInput path: String, limit: Int) throws(FileError) -> [UInt8] {
    if path == "-" { return try readInput(limit: limit) }
    return try fileSystem.contents(of: path, limit: limit, .input)
  }

  /// Returns the contents of standard input.
  ///
  /// - Parameter limit: the maximum size in bytes; a larger input is an error, as for a file.
  func readInput(limit: Int) throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let result = buffer.withUnsafeMutableBytes { room in
        Result { () throws(FileError) in try fileSystem.read(input, into: room) }
      }
      let count = try result.get()
      if count == 0 { return bytes }
      bytes += buffer[..<count]
      if bytes.count > limit { throw FileError(code: FileError.tooLarge, operation: "read", path: "standard input") }
    }
  }
}

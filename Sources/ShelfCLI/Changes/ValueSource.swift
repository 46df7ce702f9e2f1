import ShelfModel
import ShelfStore
import ShelfSystem
import ShelfWording

extension Context {
  /// Returns whether words may name standard input, which the user may be typing.
  static func readsInput(_ words: [String]) -> Bool { words.contains { $0 == "-" || $0.hasSuffix("=-") } }

  /// Returns a value as it was given, or the text of the file or of standard input that it names.
  func valueText(_ value: String, of field: Field) throws(CommandError) -> String {
    if field.type == .text || field.type == .textList, let literal = Context.literal(value) { return literal }
    guard field.isLong else { return value }
    guard value == "-" || (value.hasPrefix("@") && value.count > 1) else { return value }
    let path = value == "-" ? "standard input" : String(value.dropFirst())
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
    // An editor or a command that failed leaves nothing behind; that is no reason to clear the field.
    if text.allSatisfy(\.isWhitespace) {
      throw CommandError(
        .usage, "\(path) is empty", hint: field.isRequired ? nil : "an empty value clears “\(field.key)”")
    }
    var lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    // The line feed that ends a text of one line is the terminal's, not the text's.
    while lines.last?.isEmpty ?? false { lines.removeLast() }
    return lines.joined(separator: "\n") + (lines.count > 1 ? "\n" : "")
  }

  /// Returns the text that a value stands for in which a backslash says that the `@` or `-` after it names no source;
  /// nil for other values.
  private static func literal(_ value: String) -> String? {
    let rest = value.drop { $0 == "\\" }
    guard value.hasPrefix("\\"), rest.hasPrefix("@") || rest == "-" else { return nil }
    return String(value.dropFirst())
  }

  /// Returns what standard input holds.
  ///
  /// - Parameter limit: the maximum size in bytes; more is an error, as it is of a file.
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

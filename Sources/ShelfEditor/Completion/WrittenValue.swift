import YAMLEdit

/// Values in the YAML style that shelf writes.
enum WrittenValue {
  /// Returns the text as a single-line scalar, quoted if necessary.
  static func scalar(_ text: String, isFlow: Bool) -> String {
    let isPlainInFlow = !isFlow || !text.contains { ",[]{}".contains($0) }
    guard isPlainInFlow, let bytes = try? Document.bytes(of: [("x", .scalar(Scalar(text)))]) else {
      return quoted(text)
    }
    let line = String(decoding: bytes, as: UTF8.self)
    guard line.hasPrefix("x: "), line.hasSuffix("\n"), !line.dropLast().contains("\n") else { return quoted(text) }
    return String(line.dropFirst(3).dropLast())
  }

  private static func quoted(_ text: String) -> String {
    "\"" + text.reduce(into: "") { $0 += $1 == "\"" || $1 == "\\" ? "\\" + String($1) : String($1) } + "\""
  }
}

import ShelfTestSupport
import Testing

@testable import ShelfCLI
@testable import ShelfText

/// Compares what a command wrote with the text that a test shows, which lacks the line feed at the end.
func expect(
  _ actual: @autoclosure () throws -> String, is expected: String, sourceLocation: SourceLocation = #_sourceLocation
) rethrows {
  let actual = try actual()
  if actual == (expected.isEmpty ? "" : expected + "\n") { return }
  let text = actual.hasSuffix("\n") ? String(actual.dropLast()) : actual
  if SnapshotRenewal.isWanted,
    SnapshotRenewal.renew(file: sourceLocation._filePath, line: sourceLocation.line, text: text)
  {
    return
  }
  Issue.record(
    """
    - expected, + printed:
    \(Difference.of(expected: expected, actual: text))
    To renew it: \(SnapshotRenewal.command)
    """, sourceLocation: sourceLocation)
}

extension TestLibrary {
  /// Runs commands and returns each with what it wrote; of each, the first text is split into words and the others are
  /// words as they are.
  func transcript(_ commands: [[String]], input: String = "") throws -> String {
    try transcript(commands) { try run($0, $1, input: input) }
  }

  /// Runs commands that have to be refused, and returns each with its error.
  func refusals(
    _ commands: [[String]], input: String = "", sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> String {
    try transcript(commands) { try refused($0, $1, input: input, sourceLocation: sourceLocation) }
  }

  private func transcript(_ commands: [[String]], _ run: (String, [String]) throws -> String) throws -> String {
    try commands.map { words in
      let shown = [words[0]] + words.dropFirst().map { isPlain($0) ? $0 : VisibleText.line($0.debugDescription) }
      return "$ \(shown.joined(separator: " "))\n" + (try run(words[0], Array(words.dropFirst())))
    }.joined()
  }

  private func isPlain(_ word: String) -> Bool {
    !word.isEmpty && word.allSatisfy { $0.isLetter || $0.isNumber || "+-=,.:/@_".contains($0) }
  }
}

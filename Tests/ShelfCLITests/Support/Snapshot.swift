import ShelfTestSupport
import Testing

@testable import ShelfCLI
@testable import ShelfText

/// Compares the output of a command with the expected text, which omits the final line feed. May rewrite the expected
/// text in the test instead.
func expect(
  _ actual: @autoclosure () throws -> String, is expected: String, sourceLocation: SourceLocation = #_sourceLocation
) rethrows {
  let actual = try actual()
  if actual == (expected.isEmpty ? "" : expected + "\n") { return }
  let text = actual.hasSuffix("\n") ? String(actual.dropLast()) : actual
  if SnapshotRenewal.isWanted,
    SnapshotRenewal.renew(file: sourceLocation.filePath, line: sourceLocation.line, text: text)
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
  /// Runs commands, and returns each command followed by its output.
  ///
  /// The first string of each command is split into words, and each of the others is a single word.
  func transcript(_ commands: [[String]], input: String = "") throws -> String {
    try transcript(commands) { try run($0, $1, input: input) }
  }

  /// Runs commands that must be refused, and returns each command followed by its error.
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

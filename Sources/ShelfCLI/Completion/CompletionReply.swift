import ShelfTerminal
import ShelfText

/// Formats candidates for a shell.
struct CompletionReply {
  let shell: CompletionShell
  /// Whether to include the notes of candidates.
  let isDescribed: Bool
  /// The width of the terminal in cells.
  let width: Int

  /// Returns the lines for candidates that the shell may insert.
  ///
  /// - Parameter line: the typed command line in bash, or nil in other shells.
  func lines(_ candidates: [Candidate], _ line: ShellWords?) -> [String] {
    switch shell {
    case .bash: candidates.map { line?.reply($0.text) ?? $0.text }
    case .zsh where isDescribed: zip(candidates, list(candidates)).map { "\($0.text)\t\($1)" }
    case .fish where isDescribed:
      candidates.map { $0.note.isEmpty ? $0.text : "\($0.text)\t\(VisibleText.line($0.note))" }
    case .zsh, .fish: candidates.map(\.text)
    }
  }

  /// Returns the lines of a list that the shell only shows, with aligned notes.
  func list(_ candidates: [Candidate]) -> [String] {
    let widest = min(candidates.reduce(0) { max($0, DisplayWidth.of($1.text)) }, width / 2)
    return candidates.map { candidate in
      if candidate.note.isEmpty { return candidate.text }
      let text = DisplayWidth.pad(candidate.text, to: widest) + "  " + VisibleText.line(candidate.note)
      return DisplayWidth.truncate(text, to: max(10, width - 1))
    }
  }
}

import ShelfModel
import ShelfSystem

/// The pre-commit hook that checks records with `shelf doctor --staged`. The check may be part of an existing hook.
package struct PreCommitHook {
  private let path: String
  private let fileSystem: any FileSystem
  private let isHuskys: Bool

  /// The line that precedes shelf's part of a hook.
  private static let mark = "# Checks the records that are about to be committed; made by `shelf init --hooks`.\n"

  /// The outcome of installing the hook.
  package enum Outcome: Sendable {
    case made
    /// The check was inserted at the start of an existing hook.
    case inserted(path: String)
    /// The hook already checked another library, and now also checks this one.
    case extended
    case unchanged
    /// An existing hook cannot be changed safely, so the user has to add `lines` by hand.
    case blocked(path: String, reason: Obstacle, lines: String)
  }

  /// The reason why a hook cannot be changed safely.
  package enum Obstacle: Sendable {
    case notRegularFile
    case notShellScript
    /// The hook is not executable, so git does not run it.
    case notExecutable
  }

  /// Uses the hook at a path. If husky manages the hook, uses the script that the hook calls instead, since husky
  /// recreates the hook at every install.
  ///
  /// - Parameter path: the absolute path of the hook.
  package init(at path: String, fileSystem: any FileSystem) {
    self.fileSystem = fileSystem
    let names = path.split(separator: "/")
    let above = "/" + names.dropLast(2).joined(separator: "/")
    isHuskys = names.dropLast().suffix(2).elementsEqual([".husky", "_"]) && fileSystem.resolve(above + "/_/h") != nil
    self.path = isHuskys ? above + "/pre-commit" : path
  }

  /// Adds a check of the library to the hook.
  ///
  /// - Parameter prefix: the library's path from the top of the work tree, as in `Repository.prefix`.
  package func install(prefix: String) throws(FileError) -> Outcome {
    let lines = PreCommitHook.check(prefix)
    guard let status = try fileSystem.status(path) else {
      _ = try fileSystem.makeDirectories(String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]))
      try write("#!/bin/sh\n" + PreCommitHook.mark + lines, mode: 0o755)
      return .made
    }
    func blocked(_ reason: Obstacle) -> Outcome { .blocked(path: path, reason: reason, lines: lines) }
    guard status.type == .file else { return blocked(.notRegularFile) }
    guard let text = String(validating: try fileSystem.contents(of: path, limit: 1 << 20), as: UTF8.self) else {
      return blocked(.notShellScript)
    }
    if text.contains(lines) { return .unchanged }
    if let mark = text.firstRange(of: PreCommitHook.mark) {
      try write(text[..<mark.upperBound] + lines + text[mark.upperBound...], mode: status.mode)
      return .extended
    }
    // husky runs the script with `sh` and ignores its first line and mode.
    if !isHuskys, !PreCommitHook.isShellScript(text) { return blocked(.notShellScript) }
    if !isHuskys, status.mode & 0o111 == 0 { return blocked(.notExecutable) }
    let first = text.hasPrefix("#!") ? text.prefix { !$0.isNewline } + "\n" : ""
    let rest = text.dropFirst(first.count)
    try write(first + PreCommitHook.mark + lines + rest, mode: status.mode)
    return .inserted(path: path)
  }

  /// Returns whether the first line of a script names a shell that is compatible with `sh`.
  private static func isShellScript(_ text: String) -> Bool {
    let line = text.prefix { !$0.isNewline }
    // In a script with CRLF line breaks, the shell treats the carriage return as part of each command.
    guard line.hasPrefix("#!"), !text.contains("\r\n") else { return false }
    var words = line.dropFirst(2).split(whereSeparator: { $0 == " " || $0 == "\t" })[...]
    if words.first?.split(separator: "/").last == "env" {
      words = words.dropFirst()
      if words.first == "-S" { words = words.dropFirst() }
    }
    guard let shell = words.first?.split(separator: "/").last else { return false }
    return ["sh", "bash", "dash", "ash", "ksh", "mksh", "zsh"].contains(shell)
  }

  /// Returns shell code that checks a library, provided that the library is in the work tree and `shelf` is installed.
  private static func check(_ prefix: String) -> String {
    let folder = prefix.isEmpty ? "." : "./" + prefix.dropLast()
    return """
      if [ -f \(Git.shellWord(folder + "/" + Manifest.fileName)) ]; then
        if command -v shelf >/dev/null; then
          shelf --library \(Git.shellWord(folder)) doctor --staged || exit
        else
          echo "shelf is not installed; the records are not checked" >&2
        fi
      fi

      """
  }

  private func write(_ text: some StringProtocol, mode: UInt32) throws(FileError) {
    try fileSystem.replaceFile(path, Array(text.utf8), mode: mode)
  }
}

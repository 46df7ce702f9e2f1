import ShelfModel
import ShelfSystem

/// The hook that checks records before they are committed, which may be part of an existing hook.
package struct PreCommitHook {
  private let path: String
  private let fileSystem: any FileSystem
  private let isHuskys: Bool

  /// After this line comes our part of the hook.
  private static let mark = "# Checks the records that are about to be committed; made by `shelf init --hooks`.\n"

  /// What was done about the hook.
  package enum Outcome: Sendable {
    case made
    /// An existing hook now checks the records first.
    case inserted(path: String)
    /// The hook now checks this library too.
    case extended
    case unchanged
    /// An existing hook cannot be changed without risk; `lines` are to be added by hand.
    case blocked(path: String, reason: Obstacle, lines: String)
  }

  /// Why a hook cannot be changed without risk.
  package enum Obstacle: Sendable {
    case notRegularFile
    case notShellScript
    /// git does not run it.
    case notExecutable
  }

  /// Takes the hook at a path or, if husky recreates it at every install, the script that it calls.
  ///
  /// - Parameter path: the hook's absolute path.
  package init(at path: String, fileSystem: any FileSystem) {
    self.fileSystem = fileSystem
    let names = path.split(separator: "/")
    let above = "/" + names.dropLast(2).joined(separator: "/")
    isHuskys = names.dropLast().suffix(2).elementsEqual([".husky", "_"]) && fileSystem.resolve(above + "/_/h") != nil
    self.path = isHuskys ? above + "/pre-commit" : path
  }

  /// Makes the hook check a library.
  ///
  /// - Parameter prefix: the library's path below the top of the work tree, as `Repository` has it.
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
    // husky runs the script with `sh`, whatever its first line and mode say.
    if !isHuskys, !PreCommitHook.isShellScript(text) { return blocked(.notShellScript) }
    if !isHuskys, status.mode & 0o111 == 0 { return blocked(.notExecutable) }
    let first = text.hasPrefix("#!") ? text.prefix { !$0.isNewline } + "\n" : ""
    let rest = text.dropFirst(first.count)
    try write(first + PreCommitHook.mark + lines + rest, mode: status.mode)
    return .inserted(path: path)
  }

  /// Returns whether a script, by its first line, is for a shell that understands what `sh` does.
  private static func isShellScript(_ text: String) -> Bool {
    let line = text.prefix { !$0.isNewline }
    // A carriage return would be part of every command.
    guard line.hasPrefix("#!"), !text.contains("\r\n") else { return false }
    var words = line.dropFirst(2).split(whereSeparator: { $0 == " " || $0 == "\t" })[...]
    if words.first?.split(separator: "/").last == "env" {
      words = words.dropFirst()
      if words.first == "-S" { words = words.dropFirst() }
    }
    guard let shell = words.first?.split(separator: "/").last else { return false }
    return ["sh", "bash", "dash", "ash", "ksh", "mksh", "zsh"].contains(shell)
  }

  /// Returns the lines that check a library, if it is in the work tree and `shelf` is installed.
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

/// The hook that checks records before they are committed, beside one that is there already.
public struct PreCommitHook {
  private let path: String
  private let fileSystem: any FileSystem

  /// By this line the hook is known as ours.
  private static let mark = "# Checks the records that are about to be committed; made by `shelf init --hooks`."

  /// What was done about the hook.
  public enum Outcome: Sendable {
    case made
    /// A hook was there; it is called first, under this name.
    case besides(String)
    /// The hook was ours, and checks this library too now.
    case extended
    case unchanged
    /// A hook is there that is not ours, and the place for it is taken.
    case blocked(by: String)
  }

  /// - Parameter path: the hook's absolute path.
  public init(at path: String, fileSystem: any FileSystem) {
    self.path = path
    self.fileSystem = fileSystem
  }

  /// Makes the hook check a library.
  ///
  /// - Parameter prefix: the library's path below the top of the work tree, as `Repository` has it.
  public func install(prefix: String) throws(FileError) -> Outcome {
    let line = PreCommitHook.check(prefix)
    guard let status = try fileSystem.status(path) else {
      _ = try fileSystem.makeDirectories(String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]))
      try write(PreCommitHook.start + line)
      return .made
    }
    if status.type == .file {
      let bytes = try fileSystem.contents(of: path, limit: 1 << 20)
      let text = String(decoding: bytes, as: UTF8.self)
      if text.contains(PreCommitHook.mark + "\n") {
        if text.contains(line) { return .unchanged }
        try write(text + (text.hasSuffix("\n") ? "" : "\n") + line)
        return .extended
      }
    }
    let old = path + ".before-shelf"
    if try fileSystem.status(old) != nil { return .blocked(by: old) }
    try fileSystem.rename(path, to: old)
    do throws(FileError) {
      try write(PreCommitHook.start + line)
    } catch {
      try? fileSystem.rename(old, to: path)
      throw error
    }
    return .besides(old)
  }

  private static let start = """
    #!/bin/sh
    \(mark)
    before="$0.before-shelf"
    if [ -x "$before" ]; then "$before" "$@" || exit; fi
    if ! command -v shelf >/dev/null; then
      echo "shelf is not here; the records are not checked" >&2
      exit 0
    fi

    """

  private static func check(_ prefix: String) -> String {
    let folder = prefix.isEmpty ? "." : "./" + prefix.dropLast()
    let quoted = folder.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
    return "shelf --library '\(quoted)' doctor --staged || exit\n"
  }

  private func write(_ text: String) throws(FileError) {
    let new = path + ".shelf-\(fileSystem.processID)"
    try fileSystem.createFile(new, Array(text.utf8), mode: 0o755, synced: false)
    do throws(FileError) {
      try fileSystem.rename(new, to: path)
    } catch {
      try? fileSystem.remove(new)
      throw error
    }
  }
}

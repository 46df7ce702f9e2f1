import ShelfModel
import ShelfSystem

extension Repository {
  /// The attributes file in git's folder that assigns the merge driver to records if the library's own attributes do
  /// not.
  private static let attributesName = "shelf-attributes"

  /// Returns the git options that make the running program merge records field by field, even if neither the library's
  /// `.gitattributes` nor the repository's configuration does so.
  func mergeOptions(_ fileSystem: any FileSystem) throws(SyncError) -> [String] {
    try driverOptions() + attributesOptions(fileSystem)
  }

  /// Returns the options that set the running program as the merge driver, because the search path may contain a
  /// different `shelf` or none at all. A driver that the user configured takes precedence.
  private func driverOptions() throws(SyncError) -> [String] {
    guard let program else { return [] }
    for key in ["merge.shelf.driver", "merge.shelf-base.driver"] {
      if let chosen = try ask(["config", "--get", key]), !chosen.hasPrefix("shelf merge-driver ") { return [] }
    }
    // git expands percent signs in the command.
    let word = Git.shellWord(program).unicodeScalars.map { $0 == "%" ? "%%" : String($0) }.joined()
    let own = Repository.mergeSettings(program: word)
    return own.flatMap { ["-c", "\($0.key)=\($0.value)"] }
  }

  /// Returns the options that assign the driver to records, or an empty list if the library's attributes already do.
  ///
  /// They replace the user's attributes file with a generated file that includes its contents. Any `.gitattributes`
  /// file takes precedence over the generated file.
  private func attributesOptions(_ fileSystem: any FileSystem) throws(SyncError) -> [String] {
    let patterns = [Manifest.fileName] + Kind.allCases.map { "\($0.folder)/a.yaml" }
    let words = ["check-attr", "-z", "merge", "--"] + patterns.map { prefix + $0 }
    let said = try syncing { () throws(GitError) in try git.read(words) }
    // The output consists of the path, the attribute and its value, separated by zero bytes.
    let values = said.split(separator: 0, omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) }
    guard stride(from: 2, to: values.count, by: 3).contains(where: { values[$0] == "unspecified" }) else { return [] }
    let path = try gitPath(Repository.attributesName)
    let bytes = Array(attributes.utf8) + (try ownAttributes(fileSystem))
    do throws(FileError) {
      try fileSystem.replaceFile(path, bytes, mode: nil)
    } catch {
      throw .git(.file(error))
    }
    return ["-c", "core.attributesFile=" + path]
  }

  private var attributes: String {
    let patterns =
      [Manifest.fileName] + Kind.allCases.flatMap { kind in ["yaml", "yml"].map { "\(kind.folder)/**/*.\($0)" } }
    return patterns.map { "\(Repository.quoted("/" + Repository.literal(prefix) + $0)) merge=shelf\n" }.joined()
  }

  /// Returns a path as a pattern that matches nothing else.
  private static func literal(_ path: String) -> String {
    path.map { "*?[]\\".contains($0) ? "\\\($0)" : String($0) }.joined()
  }

  /// Returns a quoted pattern. Inside quotes, any character is allowed.
  private static func quoted(_ pattern: String) -> String {
    "\"" + pattern.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }.joined() + "\""
  }

  /// Returns the contents of the user's own attributes file for all repositories (gitattributes(5)). The repository's
  /// configuration is ignored, because it may come with a library and must not choose a file to read.
  private func ownAttributes(_ fileSystem: any FileSystem) throws(SyncError) -> [UInt8] {
    let home = git.variable("XDG_CONFIG_HOME") ?? git.variable("HOME").map { $0 + "/.config" }
    let own = try ask(["config", "--global", "--path", "--get", "core.attributesFile"])
    let path = own ?? home.map { $0 + "/git/attributes" }
    guard let path, let bytes = try? fileSystem.contents(of: path, limit: 1 << 20) else { return [] }
    return bytes
  }
}

import ShelfModel
import ShelfSystem

extension Repository {
  /// The file in git's folder that says by which driver records are merged where the library does not say it.
  private static let attributesName = "shelf-attributes"

  /// Returns the options of git under which records are merged field by field, by the program that is running, whatever
  /// the library's `.gitattributes` and the repository's settings lack.
  func mergeOptions(_ fileSystem: any FileSystem) throws(SyncError) -> [String] {
    try driverOptions() + attributesOptions(fileSystem)
  }

  /// Returns the options that name the running program as the driver: another `shelf`, or none, may be in the search
  /// path. A driver that someone chose instead stays.
  private func driverOptions() throws(SyncError) -> [String] {
    guard let program else { return [] }
    for key in ["merge.shelf.driver", "merge.shelf-base.driver"] {
      if let chosen = try ask(["config", "--get", key]), !chosen.hasPrefix("shelf merge-driver ") { return [] }
    }
    // git replaces what follows a per cent sign.
    let word = Git.shellWord(program).unicodeScalars.map { $0 == "%" ? "%%" : String($0) }.joined()
    let own = Repository.mergeSettings(program: word)
    return own.flatMap { ["-c", "\($0.key)=\($0.value)"] }
  }

  /// Returns the options under which git takes that driver; none if the library's attributes lack nothing.
  ///
  /// They name a file that counts less than any `.gitattributes`, in the place of the user's own, which it repeats.
  private func attributesOptions(_ fileSystem: any FileSystem) throws(SyncError) -> [String] {
    let patterns = [Manifest.fileName] + Kind.allCases.map { "\($0.folder)/a.yaml" }
    let words = ["check-attr", "-z", "merge", "--"] + patterns.map { prefix + $0 }
    let said = try syncing { () throws(GitError) in try git.read(words) }
    // The path, the attribute and its value, each before a zero.
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

  /// Returns a path as a pattern that no other one matches.
  private static func literal(_ path: String) -> String {
    path.map { "*?[]\\".contains($0) ? "\\\($0)" : String($0) }.joined()
  }

  /// Returns a pattern as git reads one with any characters in it.
  private static func quoted(_ pattern: String) -> String {
    "\"" + pattern.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }.joined() + "\""
  }

  /// Returns what the user's own attributes for all repositories are (gitattributes(5)); the repository's configuration,
  /// which may come with a library, does not choose a file that is read.
  private func ownAttributes(_ fileSystem: any FileSystem) throws(SyncError) -> [UInt8] {
    let home = git.variable("XDG_CONFIG_HOME") ?? git.variable("HOME").map { $0 + "/.config" }
    let own = try ask(["config", "--global", "--path", "--get", "core.attributesFile"])
    let path = own ?? home.map { $0 + "/git/attributes" }
    guard let path, let bytes = try? fileSystem.contents(of: path, limit: 1 << 20) else { return [] }
    return bytes
  }
}

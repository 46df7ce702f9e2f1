import ShelfSystem

extension Repository {
  /// The git settings for merging records field by field, and for showing the field's name in the header of each diff
  /// hunk.
  static let driverSettings: [(key: String, value: String)] =
    mergeSettings(program: "shelf") + [("diff.shelf.xfuncname", "^([A-Za-z_][^:]*:.*)$")]

  /// Returns the git settings for merging records field by field.
  ///
  /// If shelf is missing or fails, the driver falls back to a text merge; otherwise git would keep our version and
  /// silently drop theirs. Paths follow `--`, since a folder's name may start with a hyphen.
  ///
  /// - Parameter program: the program as a shell word.
  static func mergeSettings(program: String) -> [(key: String, value: String)] {
    func driver(_ options: String) -> String {
      "\(program) merge-driver \(options) -- %O %A %B %P; s=$?; "
        + "if [ $s -gt 1 ]; then git merge-file -L ours -L base -L theirs --marker-size=%L -- %A %O %B; else exit $s; fi"
    }
    return [
      ("merge.shelf.name", "records of a library, field by field"),
      ("merge.shelf.driver", driver("--marker-size %L")), ("merge.shelf.recursive", "shelf-base"),
      ("merge.shelf-base.name", "records of a library, for common ancestors"),
      ("merge.shelf-base.driver", driver("--take-base")),
    ]
  }

  /// Creates a repository in a folder.
  package static func make(at folder: String, environment: [String: String]) throws(GitError) {
    let git = Git(folder: nil, environment: environment)
    let words = ["init", "--quiet", "--", folder]
    let ending = try git.write(words)
    try git.check(ExternalProgram.Ending(status: ending.status, errors: ending.errors), words)
  }

  /// Adds the driver settings to the repository's configuration; settings that have other values are not changed.
  ///
  /// - Returns: the keys that were set, and the keys that were kept because they have other values.
  package func setUpDrivers() throws(GitError) -> (set: [String], kept: [String]) {
    var set: [String] = []
    var kept: [String] = []
    for (key, value) in Repository.driverSettings {
      switch try git.answer(["config", "--local", "--get", key]) {
      case value: break
      case nil:
        let words = ["config", "--local", key, value]
        let ending = try git.write(words)
        try git.check(ExternalProgram.Ending(status: ending.status, errors: ending.errors), words)
        set.append(key)
      default: kept.append(key)
      }
    }
    return (set, kept)
  }

  /// The location of the pre-commit hook.
  package enum HookPlace: Sendable {
    /// The hook is at this absolute path inside the repository.
    case path(String)
    /// The hook is in a folder that the user's configuration sets for all repositories.
    case shared
    /// The hook is at this path, which the repository's configuration sets and which is outside both its work tree and
    /// its git folder.
    case foreign(String)
  }

  /// Returns the location of the pre-commit hook.
  package func preCommitHook(_ fileSystem: any FileSystem) throws(GitError) -> HookPlace {
    let scope = try git.answer(["config", "--show-scope", "--get", "core.hooksPath"], settings: [])?
      .prefix { $0 != "\t" }
    if let scope, scope == "global" || scope == "system" { return .shared }
    let answer = try git.answer(["rev-parse", "--git-path", "hooks/pre-commit"], settings: []) ?? ""
    let folder = git.folder ?? ""
    let path = answer.hasPrefix("/") ? answer : folder + (folder.hasSuffix("/") ? "" : "/") + answer
    let own =
      [folder]
      + [try git.answer(["rev-parse", "--git-common-dir"]), try git.answer(["rev-parse", "--git-dir"])]
      .compactMap { $0.map { $0.hasPrefix("/") ? $0 : folder + "/" + $0 } }
    let real = nearestFolder(above: path, fileSystem)
    let isOwn = own.compactMap(fileSystem.resolve).contains { (real + "/").hasPrefix($0 == "/" ? $0 : $0 + "/") }
    return isOwn ? .path(path) : .foreign(path)
  }

  /// Returns the nearest existing folder above a path, without symbolic links.
  private func nearestFolder(above path: String, _ fileSystem: any FileSystem) -> String {
    var folder = path[...]
    while let slash = folder.lastIndex(of: "/"), slash > folder.startIndex {
      folder = folder[..<slash]
      if let real = fileSystem.resolve(String(folder)) { return real }
    }
    return "/"
  }
}

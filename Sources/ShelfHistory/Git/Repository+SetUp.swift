import ShelfSystem

extension Repository {
  /// The settings by which git merges records field by field, and heads the hunks of a diff with the field they are in.
  ///
  /// Without `shelf`, or if it fails, files are merged as text: git would otherwise keep ours and drop theirs without a
  /// conflict. Paths stand behind `--`, since a folder's name may begin with a hyphen.
  static let driverSettings: [(key: String, value: String)] = [
    ("merge.shelf.name", "records of a library, field by field"),
    ("merge.shelf.driver", driver("--marker-size %L")), ("merge.shelf.recursive", "shelf-base"),
    ("merge.shelf-base.name", "records of a library, for common ancestors"),
    ("merge.shelf-base.driver", driver("--take-base")), ("diff.shelf.xfuncname", "^([A-Za-z_][^:]*:.*)$"),
  ]

  private static func driver(_ options: String) -> String {
    "shelf merge-driver \(options) -- %O %A %B %P; s=$?; "
      + "if [ $s -gt 1 ]; then git merge-file -L ours -L base -L theirs --marker-size=%L -- %A %O %B; else exit $s; fi"
  }

  /// Makes a repository in a folder.
  package static func make(at folder: String, environment: [String: String]) throws(GitError) {
    let git = Git(folder: nil, environment: environment)
    let words = ["init", "--quiet", "--", folder]
    let ending = try git.write(words)
    try git.check(ExternalProgram.Ending(status: ending.status, errors: ending.errors), words)
  }

  /// Sets the drivers in the repository's own configuration; settings with other values stay as they are.
  ///
  /// - Returns: the keys that were set, and those that have other values.
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

  /// Returns the absolute path of the hook that runs before a commit; nil if the user's own configuration makes all
  /// repositories share their hooks.
  package func preCommitHook() throws(GitError) -> String? {
    let scope = try git.answer(["config", "--show-scope", "--get", "core.hooksPath"])?.prefix { $0 != "\t" }
    if let scope, scope == "global" || scope == "system" { return nil }
    let path = try git.answer(["rev-parse", "--git-path", "hooks/pre-commit"]) ?? ""
    let folder = git.folder ?? ""
    return path.hasPrefix("/") ? path : folder + (folder.hasSuffix("/") ? "" : "/") + path
  }
}

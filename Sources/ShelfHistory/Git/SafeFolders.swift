import ShelfSystem
import Synchronization

/// The folders that the user trusts although their files may belong to other users, according to git's
/// `safe.directory` setting.
///
/// shelf asks git itself whether it would work in the repository if it belonged to another user, because versions of
/// git compare the values of the setting with the path in different ways. As in git, a repository's own configuration
/// does not count, because a repository must not be able to declare itself safe. A folder that is not in a repository
/// is trusted if the setting is its exact path or `*`.
package final class SafeFolders: Sendable {
  private let environment: [String: String]
  private let known = Mutex<[String: Bool]>([:])

  package init(_ environment: [String: String]) { self.environment = environment }

  /// Returns whether the user trusts the library that this journal folder belongs to, or the repository around that
  /// library.
  package func contains(_ path: String) -> Bool {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard let journal = parts.lastIndex(of: ".shelf") else { return false }
    let above = (1...max(1, journal)).reversed().map { parts[..<$0].joined(separator: "/") }
    return known.withLock { known in
      if let isSafe = known[above[0]] { return isSafe }
      let fileSystem = DiskFileSystem()
      let repository = above.first { ((try? fileSystem.status($0 + "/.git")) ?? nil) != nil }
      let isSafe = SafeFolders.isSafe(above[0], settings) || repository.map(isSafeRepository) ?? false
      known[above[0]] = isSafe
      return isSafe
    }
  }

  /// Returns whether the setting contains the exact path of the folder or `*`.
  static func isSafe(_ folder: String, _ settings: [String]) -> Bool {
    // An empty value cancels all earlier values.
    settings.split(separator: "", omittingEmptySubsequences: false).last?.contains { ["*", folder].contains($0) }
      ?? false
  }

  /// Returns whether git would work in the repository if it belonged to another user.
  private func isSafeRepository(_ top: String) -> Bool {
    var variables = environment
    for name in ["GIT_DIR", "GIT_WORK_TREE", "GIT_CEILING_DIRECTORIES"] { variables[name] = nil }
    // All versions of git that check the owner know this variable.
    variables["GIT_TEST_ASSUME_DIFFERENT_OWNER"] = "1"
    guard works(in: top, variables) else { return false }
    // Older versions work in every repository, so git must refuse if there are no settings.
    for name in ["GIT_CONFIG_PARAMETERS", "GIT_CONFIG_COUNT"] { variables[name] = nil }
    for name in ["HOME", "XDG_CONFIG_HOME", "GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM"] { variables[name] = "/dev/null" }
    variables["GIT_CONFIG_NOSYSTEM"] = "1"
    return !works(in: top, variables)
  }

  private func works(in top: String, _ environment: [String: String]) -> Bool {
    (try? Git(folder: top, environment: environment).read(["rev-parse", "--git-dir"])) != nil
  }

  /// The values of the setting outside of repositories, in the same order as git reads them.
  private var settings: [String] {
    let git = Git(folder: "/", environment: environment)
    let words = ["config", "--null", "--show-scope", "--type=path", "--get-all", "safe.directory"]
    let output = ((try? git.read(words)) ?? []).split(separator: 0, omittingEmptySubsequences: false).dropLast().map {
      String(decoding: $0, as: UTF8.self)
    }
    // Each value follows the name of its scope.
    return stride(from: 0, to: output.count - 1, by: 2).compactMap { position in
      ["system", "global", "command"].contains(output[position]) ? output[position + 1] : nil
    }
  }
}

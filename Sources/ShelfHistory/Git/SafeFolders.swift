import ShelfSystem
import Synchronization

/// The folders that the user trusts although their files may belong to other users: the values of git's
/// `safe.directory` setting.
///
/// As in git, only the user's and the system's configuration are used, because a repository must not be able to declare
/// itself safe.
package final class SafeFolders: Sendable {
  private let environment: [String: String]
  private let known = Mutex<[String]?>(nil)

  package init(_ environment: [String: String]) { self.environment = environment }

  /// Returns whether the user trusts the library that this journal folder belongs to, or the repository around that
  /// library.
  package func contains(_ path: String) -> Bool {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard let journal = parts.lastIndex(of: ".shelf") else { return false }
    let above = (1...max(1, journal)).reversed().map { parts[..<$0].joined(separator: "/") }
    let fileSystem = DiskFileSystem()
    let repository = above.first { ((try? fileSystem.status($0 + "/.git")) ?? nil) != nil }
    return SafeFolders.isSafe([above[0]] + [repository].compactMap { $0 }, settings)
  }

  /// Returns whether the setting names one of the folders.
  static func isSafe(_ folders: [String], _ settings: [String]) -> Bool {
    // An empty value cancels all earlier values.
    settings.split(separator: "", omittingEmptySubsequences: false).last?.contains { setting in
      if setting == "*" { return true }
      if setting.hasSuffix("/*") { return folders.contains { $0.hasPrefix(setting.dropLast()) } }
      return folders.contains(setting.hasSuffix("/") ? String(setting.dropLast()) : setting)
    } ?? false
  }

  /// The values of the setting, in the order in which git reads them.
  private var settings: [String] {
    known.withLock { known in
      if let known { return known }
      let git = Git(folder: "/", environment: environment)
      let values = ["--system", "--global"].flatMap { scope in
        let output = try? git.read(["config", scope, "--null", "--type=path", "--get-all", "safe.directory"])
        return (output ?? []).split(separator: 0, omittingEmptySubsequences: false).dropLast().map {
          String(decoding: $0, as: UTF8.self)
        }
      }
      known = values
      return values
    }
  }
}

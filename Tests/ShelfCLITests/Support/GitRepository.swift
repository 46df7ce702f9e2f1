import Foundation
import ShelfTestSupport

@testable import ShelfCLI
@testable import ShelfModel

/// A temporary git repository that merges records with the built program.
final class GitRepository {
  let root: String
  private let program: String

  /// Creates the repository, with a library at its top.
  ///
  /// - Parameter driver: the arguments of the merge driver.
  init(driver: String = "%O %A %B %P") throws {
    let folder = TestMachine.temporaryFolder.appending(path: "shelf-merge-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    root = folder.resolvingSymlinksInPath().path
    program = TestMachine.productsFolder.appending(path: "shelf").path
    try git("init", "--quiet", "--initial-branch=main")
    try git("config", "merge.shelf.driver", "'\(program)' merge-driver \(driver)")
    try git("config", "merge.shelf.recursive", "shelf-base")
    try git("config", "merge.shelf-base.driver", "'\(program)' merge-driver --take-base %O %A %B %P")
    let attributes = Kind.allCases.map { "/\($0.folder)/**/*.yaml -text merge=shelf\n" }.joined()
    try write(".gitattributes", attributes)
    try write("shelf.yaml", "format: 1\n")
  }

  deinit { try? FileManager.default.removeItem(atPath: root) }

  func write(_ path: String, _ text: String) throws {
    let url = URL(filePath: root + "/" + path)
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  func read(_ path: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(filePath: root + "/" + path)), as: UTF8.self)
  }

  func commit(_ message: String) throws {
    try git("add", "--all")
    try git("commit", "--quiet", "--allow-empty", "--message", message)
  }

  /// Returns the paths that have conflicts.
  func conflicts() throws -> Set<String> {
    let text = try run(["diff", "--name-only", "--diff-filter=U", "-z"]).text
    return Set(text.split(separator: "\0").map(String.init))
  }

  struct Failure: Error, CustomStringConvertible { var description: String }

  /// Runs git, and throws an error if it fails.
  func git(_ arguments: String...) throws {
    let result = try run(arguments)
    if result.status != 0 { throw Failure(description: "git \(arguments) gave \(result.status): \(result.text)") }
  }

  /// Runs git, and returns its status and its entire output.
  @discardableResult
  func run(_ arguments: [String]) throws -> (status: Int32, text: String) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["git"] + arguments
    process.currentDirectoryURL = URL(filePath: root)
    process.environment = [
      "PATH": TestMachine.path, "HOME": root, "LC_ALL": "C.UTF-8",
      "GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_EDITOR": "true",
      "GIT_AUTHOR_NAME": "Reader", "GIT_AUTHOR_EMAIL": "reader@example.org", "GIT_COMMITTER_NAME": "Reader",
      "GIT_COMMITTER_EMAIL": "reader@example.org",
    ]
    let output = Foundation.Pipe()
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: data, as: UTF8.self))
  }
}

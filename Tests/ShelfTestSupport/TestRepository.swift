import Foundation
import ShelfHistory
import ShelfModel
import ShelfSystem

/// A library in a git repository, with user settings that could interfere with programs that call git.
package final class TestRepository: Sendable {
  package let folder: TemporaryFolder
  /// The path of the library, relative to the top of the work tree: empty, or ending with a slash.
  package let prefix: String
  package let environment: [String: String]

  package var top: String { folder.path + "/work" }
  package var root: String { prefix.isEmpty ? top : top + "/" + prefix.dropLast() }
  package var repository: Repository { get throws { try Repository(of: root, environment: environment) } }

  package init(below prefix: String = "") throws {
    folder = try TemporaryFolder()
    self.prefix = prefix
    environment = [
      "PATH": TestMachine.path, "HOME": folder.path,
      "LANG": "de_DE.UTF-8", "LANGUAGE": "de", "GIT_CONFIG_NOSYSTEM": "1", "GIT_PAGER": "false", "TZ": "Asia/Tokyo",
      "GIT_CEILING_DIRECTORIES": folder.path, "GIT_EXTERNAL_DIFF": "false", "GIT_GLOB_PATHSPECS": "1",
    ]
    try folder.write(".gitconfig", TestRepository.settings)
    try folder.makeFolder("work/" + prefix)
    try folder.write("order", "*.txt\n")
    try git("init", "--quiet", "--initial-branch=main")
    try write("shelf.yaml", "format: 1\nname: Test\n")
  }

  private static let settings = """
    [user]
      name = Jörg Müller
      email = joerg@example.org
    [color]
      ui = always
    [core]
      quotePath = true
      pager = false
      abbrev = 4
    [pager]
      log = true
      diff = true
    [diff]
      noprefix = true
      renames = copies
      external = false
      relative = true
      autoRefreshIndex = false
      orderFile = ~/order
    [log]
      showSignature = true
      showRoot = false
      follow = true
      date = relative
      decorate = full
      diffMerges = off
    [format]
      pretty = oneline
    [i18n]
      logOutputEncoding = ISO-8859-1
    [merge]
      conflictStyle = diff3
    [alias]
      log = !false
      diff = !false
      cat-file = !false
    [advice]
      detachedHead = false
    """

  /// Runs git at the top of the work tree, and returns its output.
  @discardableResult
  package func git(_ arguments: String..., input: String = "", with extra: [String: String] = [:]) throws -> String {
    var output: [UInt8] = []
    let program = ExternalProgram("git", ["-C", top] + arguments, environment: environment.merging(extra) { $1 })
    let ending = try program.run(input: Array(input.utf8)) { piece in
      output += piece
      return true
    }
    if ending.status != 0 {
      throw Failure(text: "git \(arguments): \(String(decoding: ending.errors + output, as: UTF8.self))")
    }
    return String(decoding: output, as: UTF8.self).trimmed
  }

  package struct Failure: Error {
    package let text: String
  }

  /// Writes a file of the library.
  package func write(_ path: String, _ text: String) throws { try folder.write("work/" + prefix + path, text) }

  package func remove(_ path: String) throws { try FileManager.default.removeItem(atPath: root + "/" + path) }

  package func move(_ path: String, to newPath: String) throws {
    let target = URL(filePath: root + "/" + newPath)
    try FileManager.default.createDirectory(at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.moveItem(at: URL(filePath: root + "/" + path), to: target)
  }

  /// Commits everything in the work tree, and returns the commit's full name.
  @discardableResult
  package func commit(_ message: String) throws -> String {
    try git("add", "--all")
    try git("commit", "--quiet", "--allow-empty", "--message", message)
    return try git("rev-parse", "HEAD")
  }
}

extension RecordID {
  /// Returns an id that starts with these eight digits.
  package static func test(_ start: String) -> RecordID {
    RecordID(high: (UInt64(start, radix: 16) ?? 0) << 32 | 0x1111_4222, low: 0x8333_4444_4444_4444)
  }
}

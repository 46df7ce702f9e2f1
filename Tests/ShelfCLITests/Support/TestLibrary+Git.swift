import Foundation
import ShelfTestSupport

@testable import ShelfCLI
@testable import ShelfSystem

/// Support for test libraries in git repositories, with fixed authors and dates.
extension TestLibrary {
  /// Sets an environment that isolates the program and git from the configuration of the computer.
  func useGit() {
    self[".gitignore"] = ".shelf/\n"
    environment = [
      "PATH": TestMachine.path, "HOME": root, "GIT_CONFIG_NOSYSTEM": "1",
      "GIT_CONFIG_GLOBAL": "/dev/null",
      "GIT_CEILING_DIRECTORIES": (root as NSString).deletingLastPathComponent, "GIT_AUTHOR_NAME": "Ada Lovelace",
      "GIT_AUTHOR_EMAIL": "ada@example.org", "GIT_COMMITTER_NAME": "Ada Lovelace",
      "GIT_COMMITTER_EMAIL": "ada@example.org",
    ]
  }

  /// Runs git in the library, and returns its output.
  @discardableResult
  func git(_ arguments: String...) throws -> String { try git(arguments) }

  private func git(_ arguments: [String]) throws -> String {
    var output: [UInt8] = []
    let program = ExternalProgram("git", ["-C", root] + arguments, environment: environment)
    let ending = try program.run(input: []) { piece in
      output += piece
      return true
    }
    if ending.status != 0 { throw GitFailure(text: String(decoding: ending.errors + output, as: UTF8.self)) }
    return String(decoding: output, as: UTF8.self)
  }

  /// Writes an executable script.
  ///
  /// Another process writes the file. If this process had it open while another test forked, the script could not be
  /// run.
  func writeProgram(_ path: String, _ text: String, mode: Int = 0o755) throws {
    let script = "mkdir -p \"$(dirname \"$1\")\" && cat >\"$1\" && chmod \"$2\" \"$1\""
    let words = ["-c", script, "sh", absolute(path), String(mode, radix: 8)]
    let program = ExternalProgram("sh", words, environment: ["PATH": TestMachine.path])
    let ending = try program.run(input: Array(text.utf8)) { _ in true }
    if ending.status != 0 { throw GitFailure(text: String(decoding: ending.errors, as: UTF8.self)) }
  }

  struct GitFailure: Error {
    let text: String
  }

  /// Commits all files. Each commit is dated a minute after the previous one.
  func commit(_ message: String) throws {
    let count = Int((try? git("rev-list", "--count", "HEAD"))?.split(separator: "\n").first ?? "0") ?? 0
    environment["GIT_AUTHOR_DATE"] = "2026-11-21T10:0\(count):00Z"
    environment["GIT_COMMITTER_DATE"] = environment["GIT_AUTHOR_DATE"]
    try git("add", "--all")
    try git("commit", "--quiet", "--message", message)
  }
}

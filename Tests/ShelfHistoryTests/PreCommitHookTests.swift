import Foundation
import ShelfTestSupport
import Testing

@testable import ShelfHistory
@testable import ShelfSystem

/// Tests that the hook is added to an existing hook and runs before it.
struct PreCommitHookTests {
  private let folder: TemporaryFolder
  private var path: String { folder.path + "/hooks/pre-commit" }

  init() throws { folder = try TemporaryFolder() }

  private func install(_ prefix: String = "") throws -> PreCommitHook.Outcome {
    try PreCommitHook(at: path, fileSystem: DiskFileSystem()).install(prefix: prefix)
  }

  private func write(_ text: String, mode: Int = 0o755) throws {
    try folder.write("hooks/pre-commit", text)
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
  }

  private var text: String { get throws { String(decoding: try folder.read("hooks/pre-commit"), as: UTF8.self) } }

  @Test func makesAHookThatMayBeRun() throws {
    guard case .made = try install() else {
      Issue.record("the hook was not created")
      return
    }
    #expect(try text.hasPrefix("#!/bin/sh\n"))
    #expect(try DiskFileSystem().status(path)?.mode == 0o755)
    guard case .unchanged = try install() else {
      Issue.record("the same lines were added twice")
      return
    }
  }

  @Test func standsBeforeWhatIsThere() throws {
    try write("#!/usr/bin/env bash\nset -e\nmake check\n")
    guard case .inserted = try install("library/") else {
      Issue.record("nothing was added")
      return
    }
    let lines = try text.split(separator: "\n")
    #expect(lines.first == "#!/usr/bin/env bash" && lines.last == "make check")
    #expect(try text.contains("if [ -f './library/shelf.yaml' ]; then"))
  }

  @Test func checksSeveralLibraries() throws {
    _ = try install("one/")
    guard case .extended = try install("it's/") else {
      Issue.record("the second library was not added")
      return
    }
    #expect(try text.contains("'./one/shelf.yaml'") && text.contains("'./it'\\''s/shelf.yaml'"))
    #expect(try ExternalProgram("sh", ["-n", path], environment: [:]).run(input: []) { _ in true }.status == 0)
  }

  @Test(arguments: [
    ("#!/usr/bin/python3\nprint()\n", 0o755), ("#!/bin/sh\r\ntrue\r\n", 0o755), ("true\n", 0o755),
    ("#!/bin/sh\ntrue\n", 0o644), ("#!/usr/bin/env -S node\n", 0o755),
  ])
  func leavesAloneWhatItCannotExtend(_ hook: String, _ mode: Int) throws {
    try write(hook, mode: mode)
    guard case .blocked(_, _, let lines) = try install() else {
      Issue.record("the hook was changed")
      return
    }
    #expect(try text == hook)
    #expect(lines.contains("doctor --staged"))
  }

  @Test func doesNotFollowALink() throws {
    try folder.write("target", "#!/bin/sh\n")
    try folder.makeFolder("hooks")
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: folder.path + "/target")
    guard case .blocked = try install() else {
      Issue.record("the link was followed")
      return
    }
    #expect(try folder.read("target") == Array("#!/bin/sh\n".utf8))
  }
}

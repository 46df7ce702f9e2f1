import Foundation
import ShelfTestSupport
import Testing

@testable import ShelfHistory

/// Tests how shelf finds the repository of a library, and which error it throws if there is none.
struct RepositoryTests {
  private func error(_ body: () throws -> Void) -> GitError? {
    do {
      try body()
      return nil
    } catch {
      return error as? GitError
    }
  }

  @Test(arguments: ["", "a b/ü\n/--x/"])
  func findsTheTop(prefix: String) throws {
    let test = try TestRepository(below: prefix)
    #expect(try test.repository.prefix == prefix)
    #expect(try test.repository.head == nil)
    let commit = try test.commit("first")
    #expect(try test.repository.head == commit)
    try test.git("checkout", "--quiet", "--detach")
    #expect(try test.repository.head == commit)
  }

  @Test func saysWhyNot() throws {
    let folder = try TemporaryFolder()
    let environment = try TestRepository().environment.merging(["GIT_CEILING_DIRECTORIES": folder.path]) { $1 }
    try folder.makeFolder("plain")
    #expect(
      error { _ = try Repository(of: folder.path + "/plain", environment: environment) }
        == .noRepository(path: folder.path + "/plain"))
    _ = try Program.run(["git", "init", "--bare", "--quiet", "bare"], in: folder.path)
    #expect(
      error { _ = try Repository(of: folder.path + "/bare", environment: environment) }
        == .bare(path: folder.path + "/bare"))
    _ = try Program.run(["git", "init", "--quiet", "checkout"], in: folder.path)
    let git = folder.path + "/checkout/.git"
    #expect(error { _ = try Repository(of: git, environment: environment) } == .bare(path: git))
    #expect(
      error { _ = try Repository(of: folder.path, environment: environment.merging(["PATH": folder.path]) { $1 }) }
        == .notInstalled)
    let foreign = environment.merging(["GIT_TEST_ASSUME_DIFFERENT_OWNER": "1"]) { $1 }
    let refusal = error { _ = try Repository(of: folder.path + "/checkout", environment: foreign) }
    guard case .unsafe(_, let message) = refusal else {
      Issue.record("\(String(describing: refusal))")
      return
    }
    #expect(message.hasPrefix("detected dubious ownership"))
  }

  @Test func usesTheRepositoryThatTheEnvironmentNames() throws {
    let test = try TestRepository(below: "sub/")
    try test.commit("first")
    try test.git("worktree", "add", "--quiet", test.folder.path + "/second")
    var environment = test.environment
    environment["GIT_DIR"] = test.top + "/.git/worktrees/second"
    environment["GIT_WORK_TREE"] = test.folder.path + "/second"
    let repository = try Repository(of: test.folder.path + "/second/sub", environment: environment)
    #expect(repository.prefix == "sub/")
    #expect(
      error { _ = try Repository(of: test.root, environment: environment) }
        == .noRepository(path: test.root, cause: .environment))
  }

  @Test func takesNoRevisionForAnOption() throws {
    let test = try TestRepository()
    let commit = try test.commit("first")
    try test.git("tag", "--annotate", "--message=x", "v1")
    for name in ["HEAD", "main", "v1", String(commit.prefix(8)), "@", "HEAD^0"] {
      #expect(try test.repository.commit(name) == commit)
    }
    for name in ["", "--all", "-1", "HEAD~1", "HEAD:shelf.yaml", "nothing", "HEAD^{tree}", "a b\n", "HEAD@{nonsense}"] {
      #expect(error { _ = try test.repository.commit(name) } == .unknownRevision(name), "\(name)")
    }
  }
}

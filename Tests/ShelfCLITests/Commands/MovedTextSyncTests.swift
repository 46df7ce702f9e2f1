import ShelfTestSupport
import Testing

@testable import ShelfCLI

/// Tests a text file in a folder of records that both copies moved and changed. No choice settles the conflict, so a
/// sync never pushes conflict markers in such a file.
struct MovedTextSyncTests {
  @Test(arguments: ["ours", "theirs", "newest"]) func isNotSettled(_ choice: String) throws {
    let copies = try SyncedCopies()
    let (here, there) = (copies.here, copies.there)
    let lines = (1...30).map { "line \($0)" }
    func text(_ changes: [Int: String]) -> String {
      lines.enumerated().map { changes[$0.offset + 1] ?? $0.element }.joined(separator: "\n") + "\n"
    }
    here["books/notes.yaml"] = text([:])
    try here.git("add", ".")
    try here.git("commit", "--quiet", "--message=All")
    try copies.clone()
    for (library, path, changes) in [
      (there, "books/b.yaml", [10: "theirs", 20: "also theirs"]), (here, "books/a.yaml", [10: "ours", 1: "also ours"]),
    ] {
      try library.git("mv", "books/notes.yaml", path)
      library[path] = text(changes)
      try library.git("commit", "--quiet", "--all", "--message=Move")
    }
    _ = try there.run("sync")
    let files = try here.tree().filter { !$0.key.hasPrefix(".git/") }
    let said = try here.run("sync --conflicts \(choice)")
    #expect(said.contains("conflicting changes in books/a.yaml, books/b.yaml; nothing was merged or sent"), "\(said)")
    #expect(try here.tree().filter { !$0.key.hasPrefix(".git/") } == files)
  }
}

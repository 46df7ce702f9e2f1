import Foundation
import ShelfTestSupport
import Testing

@testable import ShelfStore

/// Tests that `git apply` and `patch` accept the printed diffs.
@Suite struct UnifiedDiffTests {
  @Test func looksAsGitsDoes() {
    let old = (1...20).map { "line \($0)\n" }.joined()
    let new = old.replacing("line 3\n", with: "line three\n").replacing("line 12\n", with: "").appending("end")
    let change = FileChange(path: "books/a.yaml", old: Array(old.utf8), new: Array(new.utf8))
    #expect(
      UnifiedDiff.text(of: change) == """
        --- a/books/a.yaml
        +++ b/books/a.yaml
        @@ -1,6 +1,6 @@
         line 1
         line 2
        -line 3
        +line three
         line 4
         line 5
         line 6
        @@ -9,7 +9,6 @@
         line 9
         line 10
         line 11
        -line 12
         line 13
         line 14
         line 15
        @@ -18,3 +17,4 @@
         line 18
         line 19
         line 20
        +end
        \\ No newline at end of file

        """)
  }

  @Test func newAndDeletedFiles() {
    let created = FileChange(path: "tags/a.yaml", old: nil, new: Array("id: 1\n".utf8))
    #expect(UnifiedDiff.text(of: created) == "--- /dev/null\n+++ b/tags/a.yaml\n@@ -0,0 +1,1 @@\n+id: 1\n")
    let deleted = FileChange(path: "tags/a.yaml", old: Array("id: 1\n".utf8), new: nil)
    #expect(UnifiedDiff.text(of: deleted) == "--- a/tags/a.yaml\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-id: 1\n")
  }

  /// Names that need quotes in a header are written as git writes them.
  static let names = [
    "plain.yaml", "with space.yaml", "größer 三体.yaml", "tab\tand\nbreak.yaml", "quote\"s\\.yaml", "ctrl\u{1}.yaml",
    " lead.yaml", "a -> b.yaml", "del\u{7F}.yaml",
  ]

  @Test(arguments: [
    ["git", "apply", "-p1", "--whitespace=nowarn"], ["patch", "-p1", "--binary", "--no-backup-if-mismatch"],
  ])
  func appliedItGivesTheNewFile(_ program: [String]) throws {
    let seed = SeededGenerator.seedOfRun
    print("diffs: seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let folder = try TemporaryFolder()
    var changes: [FileChange] = []
    for number in 0..<(TestData.isFull ? 3000 : 250) {
      let (old, new) = Self.files(&random)
      if old == new || old == [] || new == [] { continue }
      changes.append(FileChange(path: "books/\(number).yaml", old: old, new: new))
    }
    for name in Self.names {
      changes.append(FileChange(path: "quotes/x/" + name, old: Array("a\nb\n".utf8), new: Array("a\r\nb".utf8)))
      changes.append(FileChange(path: "new/" + name, old: nil, new: Array("a\r\n\nb".utf8)))
      changes.append(FileChange(path: "gone/" + name, old: Array("a\nb".utf8), new: nil))
    }
    for change in changes { if let old = change.old { try folder.write(change.path, old) } }
    let patch = changes.map(UnifiedDiff.text).joined()
    let result = try Program.run(program, in: folder.path, input: Array(patch.utf8))
    #expect(result.status == 0, "\(result.text.suffix(2000))")
    for change in changes {
      let present = try? folder.read(change.path)
      guard present == change.new else {
        Issue.record("\(change.path.debugDescription):\n\(UnifiedDiff.text(of: change))")
        return
      }
    }
  }

  /// Returns two random files that have lines in common.
  private static func files(_ random: inout SeededGenerator) -> (old: [UInt8]?, new: [UInt8]?) {
    let words = ["a", "b", "id: 1", "", " ", "-- x", "++ y", "@@ -1 +1 @@", "\\ No newline", "ä三", "x\u{85}y", "\t"]
    let ends = random.pick([["\n"], ["\r\n"], ["\n", "\r\n"], ["\n", "\r", "\r\r\n"]])
    var lines = (0..<Int.random(in: 0...30, using: &random)).map { _ in random.pick(words) + random.pick(ends) }
    let old = lines
    for _ in 0..<Int.random(in: 1...6, using: &random) {
      let place = Int.random(in: 0...lines.count, using: &random)
      switch Int.random(in: 0..<3, using: &random) {
      case 0: lines.insert(random.pick(words) + random.pick(ends), at: place)
      case 1 where place < lines.count: lines.remove(at: place)
      case 2 where place < lines.count: lines[place] = random.pick(words) + random.pick(ends)
      default: break
      }
    }
    func bytes(_ lines: [String], _ random: inout SeededGenerator) -> [UInt8] {
      let bytes = Array(lines.joined().utf8)
      return random.once(in: 3) ? bytes + Array("end".utf8) : bytes
    }
    return (bytes(old, &random), bytes(lines, &random))
  }
}

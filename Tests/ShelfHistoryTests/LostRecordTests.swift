import ShelfTestSupport
import Testing

@testable import ShelfHistory
@testable import ShelfModel

/// Tests the search for deleted records in the history of a real repository.
struct LostRecordTests {
  private func book(_ start: String, _ title: String) -> String {
    "id: \(RecordID.test(start))\ntitle: \(title)\n"
  }

  private func lost(_ starts: String..., in test: TestRepository) throws -> [RecordID: LostRecord] {
    try test.repository.lostRecords(Set(starts.map(RecordID.test)), schema: Schema()).found
  }

  @Test(arguments: ["", "sub dir/-büche\nr/"])
  func findsWhatACommitDeleted(prefix: String) throws {
    let test = try TestRepository(below: prefix)
    try test.write("books/dune-00000001.yaml", book("00000001", "Dune"))
    try test.write("quotes/dune ü/-odd\nname-00000002.yaml", "id: \(RecordID.test("00000002"))\ntext: Fear\n")
    try test.write("books/kept-00000003.yaml", book("00000003", "Kept"))
    try test.commit("add")
    try test.remove("books/dune-00000001.yaml")
    try test.remove("quotes/dune ü/-odd\nname-00000002.yaml")
    let deletion = try test.commit("Weg damit")
    try test.commit("later")
    let lost = try lost("00000001", "00000002", "00000003", "00000004", in: test)
    #expect(lost.count == 2)
    let dune = try #require(lost[.test("00000001")])
    #expect(dune.title == "Dune" && dune.kind == .book && dune.path == "books/dune-00000001.yaml")
    #expect(dune.contents == Array(book("00000001", "Dune").utf8))
    #expect(dune.deletion?.hash == deletion && dune.deletion?.author == "Jörg Müller")
    #expect(dune.deletion?.subject == "Weg damit")
    let quote = try #require(lost[.test("00000002")])
    #expect(quote.title == "Fear" && quote.path == "quotes/dune ü/-odd\nname-00000002.yaml")
  }

  @Test func takesTheLastDeletion() throws {
    let test = try TestRepository()
    for (number, title) in ["First", "Second", "Third"].enumerated() {
      try test.write("books/a-00000001.yaml", book("00000001", title))
      try test.commit("add \(number)")
      try test.remove("books/a-00000001.yaml")
      try test.commit("delete \(number)")
    }
    let record = try #require(try lost("00000001", in: test)[.test("00000001")])
    #expect(record.title == "Third" && record.deletion?.subject == "delete 2")
  }

  @Test func findsFilesOfAnyName() throws {
    let test = try TestRepository()
    try test.write("books/dune.yaml", book("00000001", "Dune"))
    try test.write("books/other.yaml", book("00000009", "Other"))
    try test.commit("add")
    try test.remove("books/dune.yaml")
    try test.remove("books/other.yaml")
    try test.commit("delete")
    let record = try #require(try lost("00000001", in: test)[.test("00000001")])
    #expect(record.path == "books/dune.yaml" && record.deletion?.subject == "delete")
  }

  /// The commit that moved a file did not delete the record.
  @Test func followsMoves() throws {
    let test = try TestRepository()
    try test.write("books/dune-00000001.yaml", book("00000001", "Dune"))
    try test.commit("add")
    try test.move("books/dune-00000001.yaml", to: "books/sf/der wüstenplanet.yaml")
    try test.commit("move")
    try test.write("books/sf/der wüstenplanet.yaml", book("00000001", "Der Wüstenplanet"))
    try test.commit("change")
    try test.remove("books/sf/der wüstenplanet.yaml")
    try test.commit("delete")
    let record = try #require(try lost("00000001", in: test)[.test("00000001")])
    #expect(record.path == "books/sf/der wüstenplanet.yaml" && record.title == "Der Wüstenplanet")
    #expect(record.deletion?.subject == "delete")
  }

  @Test func findsWhatIsNotCommitted() throws {
    let test = try TestRepository()
    try test.write("books/gone-00000001.yaml", book("00000001", "Gone"))
    try test.write("books/staged-00000002.yaml", book("00000002", "Staged"))
    try test.commit("add")
    try test.remove("books/gone-00000001.yaml")
    try test.git("rm", "--quiet", "books/staged-00000002.yaml")
    try test.write("books/new-00000003.yaml", book("00000003", "New"))
    try test.git("add", "books/new-00000003.yaml")
    try test.remove("books/new-00000003.yaml")
    let lost = try lost("00000001", "00000002", "00000003", in: test)
    #expect(lost.values.map(\.title).sorted() == ["Gone", "New", "Staged"])
    #expect(lost.values.allSatisfy { $0.deletion == nil })
  }

  @Test func knowsBranchesWithoutCommits() throws {
    let test = try TestRepository()
    #expect(try lost("00000001", in: test).isEmpty)
    try test.write("books/new-00000001.yaml", book("00000001", "New"))
    try test.git("add", ".")
    try test.remove("books/new-00000001.yaml")
    #expect(try test.repository.head == nil)
    #expect(try lost("00000001", in: test)[.test("00000001")]?.title == "New")
  }

  @Test func namesTheCommitBehindAMerge() throws {
    let test = try TestRepository()
    try test.write("books/a-00000001.yaml", book("00000001", "A"))
    try test.commit("add")
    try test.git("switch", "--quiet", "--create", "side")
    try test.remove("books/a-00000001.yaml")
    try test.commit("delete on the side")
    try test.git("switch", "--quiet", "main")
    try test.write("books/b-00000002.yaml", book("00000002", "B"))
    try test.commit("go on")
    try test.git("merge", "--quiet", "--no-edit", "side")
    let record = try #require(try lost("00000001", in: test)[.test("00000001")])
    #expect(record.deletion?.subject == "delete on the side")
  }

  /// A merge can drop a file that no commit deletes. Here, it drops a file that a side branch added.
  @Test func findsWhatAMergeDropped() throws {
    let test = try TestRepository()
    try test.write("books/both-00000001.yaml", book("00000001", "Both"))
    try test.commit("add")
    try test.git("switch", "--quiet", "--create", "side")
    try test.write("books/side-00000002.yaml", book("00000002", "Side"))
    try test.write("books/again-00000003.yaml", book("00000003", "Old"))
    try test.commit("add on the side")
    try test.remove("books/again-00000003.yaml")
    try test.commit("delete on the side")
    try test.write("books/again-00000003.yaml", book("00000003", "Restored"))
    try test.commit("restore on the side")
    try test.git("switch", "--quiet", "main")
    try test.commit("go on")
    try test.git("merge", "--quiet", "--no-commit", "--strategy=ours", "side")
    try test.remove("books/both-00000001.yaml")
    let merge = try test.commit("merge")
    try test.commit("later")
    let lost = try lost("00000001", "00000002", "00000003", in: test)
    #expect(lost.values.map(\.title).sorted() == ["Both", "Restored", "Side"])
    #expect(lost.values.allSatisfy { $0.deletion?.hash == merge })
  }

  @Test func passesOverWhatIsNoRecord() throws {
    let test = try TestRepository()
    try test.write("books/broken-00000001.yaml", "id: [")
    try test.write("books/note-00000002.txt", book("00000002", "Note"))
    try test.write("elsewhere/x-00000003.yaml", book("00000003", "Elsewhere"))
    try test.write("books/.hidden-00000004.yaml", book("00000004", "Hidden"))
    try test.write("books/large-00000005.yaml", book("00000005", String(repeating: "x", count: 17 << 20)))
    try test.write("books/a-00000006.yaml", book("00000006", "A"))
    try test.commit("add")
    try test.git("rm", "-r", "--quiet", "books", "elsewhere")
    try test.commit("delete")
    let lost = try lost("00000001", "00000002", "00000003", "00000004", "00000005", "00000006", in: test)
    #expect(lost.values.map(\.title) == ["A"])
  }
}

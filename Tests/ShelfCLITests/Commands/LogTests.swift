import Testing

@testable import ShelfCLI

/// Tests `shelf log` and `shelf diff` in a real repository.
struct LogTests {
  private let library: TestLibrary

  init() throws {
    library = try TestLibrary()
    library.useGit()
    try library.git("init", "--quiet")
    try library.commit("Begin")
    _ = try library.run("book set emma rating=5 genres+=Fiction", ["review=One two three\nfour\n"])
    try library.commit("Emma is better than I thought")
    _ = try library.run("book set emma", ["review=One three\nfour five\n"])
    _ = try library.run("genre delete fiction --yes")
    try library.commit("No fiction")
  }

  @Test func knowsJSONAsAFlag() throws {
    #expect(try library.run("log --json") == library.run("log --format json"))
    #expect(try library.run("diff --json") == library.run("diff --format json"))
    for line in ["log --json --format text", "diff --json --format text"] {
      #expect(try library.refused(line).contains("error: --json and --format text cannot be combined"))
    }
    #expect(try library.run("diff --help").contains("yaml") == false)
    #expect(try library.refused("log --limit -1").contains("error: --limit must be at least 1, not -1"))
  }

  /// A deleted record with exactly the given title takes precedence over a record with a longer title.
  @Test func aDeletedTitleIsNotAPartOfAnother() throws {
    let before = try library.run("log dune")
    _ = try library.run("book delete dune --yes")
    #expect(try library.run("log dune") == before)
    try library.commit("No Dune")
    #expect(try library.run("log dune --limit 1").contains("No Dune\n  deleted"))
    #expect(try library.run("log", ["dune messiah"]).contains("Begin\n  added"))
    #expect(try library.run("log", ["une mess"]).contains("Begin\n  added"))
  }

  @Test func tellsOfARecord() throws {
    try expect(
      library.run("log emma"),
      is: """
        COMMIT  2026-11-21 10:02  Ada Lovelace  No fiction
          genres: − Fiction
          review: + 1 word  − 1 word

        COMMIT  2026-11-21 10:01  Ada Lovelace  Emma is better than I thought
          rating: 3 → 5
          genres: + Fiction
          review: written, 4 words

        COMMIT  2026-11-21 10:00  Ada Lovelace  Begin
          added
          title: Emma
          author: Jane Austen
          status: in progress
          rating: 3
          date started: 2026-11-01
          synopsis: written, 8 words
        """)
  }

  @Test func tellsOfOneFieldAndOfWhatIsGone() throws {
    try expect(
      library.run("log --field rating emma"),
      is: """
        COMMIT  2026-11-21 10:01  Ada Lovelace  Emma is better than I thought
          rating: 3 → 5

        COMMIT  2026-11-21 10:00  Ada Lovelace  Begin
          added
          rating: 3
        """)
    try expect(
      library.run("log e0000001 --limit 1"),
      is: """
        COMMIT  2026-11-21 10:02  Ada Lovelace  No fiction
          deleted
        """)
  }

  /// `shelf log` prints the same output for a record's path as for its name. For a path, shelf usually does not need to
  /// read the library.
  @Test func tellsTheSameOfAFile() throws {
    let text = try library.run("log emma")
    #expect(try library.run("log \(SmallLibrary.emma)") == text)
    #expect(try library.run("log", [library.absolute(SmallLibrary.emma)]) == text)
    #expect(try library.run("log \(SmallLibrary.dune)") == library.run("log b0000001"))
    #expect(
      try library.run("log \(SmallLibrary.dune) --limit 1 --field rating")
        == library.run("log b0000001 --limit 1 --field rating"))
    #expect(try library.run("log books/none.yaml").contains("error:"))
  }

  @Test func tellsOfTheLibrary() throws {
    try expect(
      library.run("log --limit 2"),
      is: """
        COMMIT  2026-11-21 10:02  Ada Lovelace  No fiction
          book “Dune”
            genres: − Fiction
          book “Emma”
            genres: − Fiction
            review: + 1 word  − 1 word
          deleted genre “Fiction”

        COMMIT  2026-11-21 10:01  Ada Lovelace  Emma is better than I thought
          book “Emma”
            rating: 3 → 5
            genres: + Fiction
            review: written, 4 words
        """)
    #expect(try library.run("log --since 2027-01-01") == "No commits.\n")
  }

  @Test func writesJSON() throws {
    try expect(
      library.run("log emma --field genres --format jsonl --limit 1"),
      is: """
        {"commit":"COMMIT","author":"Ada Lovelace","date":"2026-11-21T10:02:00Z","subject":"No fiction","records":\
        [{"event":"changed","kind":"book","id":"b0000003-0000-4000-8000-000000000000","title":"Emma",\
        "path":"books/emma-b0000003.yaml","oldPath":null,"fields":[{"field":"genres","old":\
        [{"id":"e0000001-0000-4000-8000-000000000000","name":"Fiction"}],"new":[]}]}],"counts":[],"manifest":false}
        """)
  }

  @Test func comparesStates() throws {
    _ = try library.run("book set dune rating=4")
    try expect(
      library.run("diff"),
      is: """
        book “Dune”
          rating: 5 → 4
        """)
    #expect(try library.run("diff --staged") == "")
    try expect(
      library.run("diff HEAD~2..HEAD~1"),
      is: """
        book “Emma”
          rating: 3 → 5
          genres: + Fiction
          review: written, 4 words
        """)
  }

  /// `shelf log` works for unreadable files, for which users need it most.
  @Test(arguments: ["id: [\n", "<<<<<<< ours\ntitle: Emma\n=======\ntitle: Emily\n>>>>>>> theirs\n"])
  func tellsOfARecordWhoseFileDoesNotRead(_ text: String) throws {
    let history = try library.run("log emma")
    let id = "b0000003-0000-4000-8000-000000000000"
    library[SmallLibrary.emma] = text
    for name in ["emma", "EMMA", "emm", id, "b0000003", SmallLibrary.emma, library.absolute(SmallLibrary.emma)] {
      let output = try library.run("log", [name])
      #expect(output.hasPrefix(history), "\(name)")
      #expect(output.contains("warning: \(SmallLibrary.emma):"), "\(name)")
    }
    try library.commit("Break it")
    for name in ["emma", id, SmallLibrary.emma] {
      let output = try library.run("log", [name])
      #expect(output.contains("  Break it\n  is not a valid record: "), "\(name)")
      #expect(output.contains(history), "\(name)")
    }
  }

  @Test func prefersTheExactNameOfWhatIsGone() throws {
    _ = try library.run("book add", ["Emma Two"])
    _ = try library.run("book add", ["Emma Three"])
    _ = try library.run("book delete b0000003 --yes")
    try library.commit("No Emma")
    #expect(try library.run("log emma --limit 1").contains("  No Emma\n  deleted\n"))
    #expect(try library.run("log emm").contains("matches 2 records"))
  }

  @Test func takesCopiesForOneRecord() throws {
    let history = try library.run("log emma")
    library["books/a-copy.yaml"] = library[SmallLibrary.emma]
    try library.commit("Copy it")
    for name in ["emma", "b0000003"] {
      let output = try library.run("log", [name])
      #expect(output.hasPrefix(history))
      #expect(output.contains("2 files have the id b0000003; this is the history of \(SmallLibrary.emma)"))
    }
    #expect(try library.run("log books/a-copy.yaml").contains("  Copy it\n  added\n"))
  }

  @Test func refuses() throws {
    try expect(
      library.refused("log nothing"),
      is: """
        ! error: no record is called “nothing”
        [1]
        """)
    try expect(
      library.refused("log --field ratng"),
      is: """
        ! error: a book has no field “ratng”
        ! hint: did you mean “rating”?
        [2]
        """)
    try expect(
      library.refused("diff --output=x"),
      is: """
        ! error: unknown option '--output'
        ! hint: see `shelf diff --help`
        [2]
        """)
    try expect(
      library.refused("diff -- --output=x"),
      is: """
        ! error: git has no commit “--output=x”
        ! hint: `git log --oneline` lists them
        [1]
        """)
    try expect(
      library.refused("log --since soon"),
      is: """
        ! error: “soon” is not a date
        ! hint: write 2026-11-21, yesterday, or an age: 7d, 2w, 6m, 1y
        [2]
        """)
  }
}

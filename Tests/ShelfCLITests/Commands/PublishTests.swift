import Foundation
import ShelfTestSupport
import Synchronization
import Testing

@testable import ShelfCLI
@testable import ShelfPages
@testable import ShelfSystem
@testable import ShelfWording

/// Tests the output and the errors of `shelf publish`. The pages themselves are tested elsewhere.
struct PublishTests {
  private let library: TestLibrary

  init() throws {
    library = try TestLibrary()
    library["shelf.yaml"] = "format: 1\nname: Mine\n"
    library["books/red.yaml"] = """
      id: b00000a1-0000-4000-8000-000000000000
      title: Red
      status: completed
      rating: 5
      notes: for me

      """
    library["books/blue.yaml"] = "id: b00000a2-0000-4000-8000-000000000000\ntitle: Blue\n"
  }

  @Test func saysWhatWouldBePublic() throws {
    try expect(
      library.transcript([["publish --check"]]),
      is: """
        $ publish --check
        A public repository exposes notes, loans and the full history, even what the pages hide: publish from a private
        repository, or push only the pages. Anything once public remains in feeds, caches and git history.

        Books: 3 of 6 are public
          public: title 3, author 2, status 3, rating 3, genres 1, year 1, dateStarted 2, dateCompleted 1,
            synopsis 1, review 1
          not public: notes 1

        Quotes: 1 of 2 are public
          public: book 1, page 1, creationDate 1, text 1

        Genres: 2 of 3 are public
          public: name 2, color 2

        Tags: 0 of 2 are public

        Issues: 0 of 2 are public

        Left out:
          1 quote without a book
          3 books with the status onShelf
          1 genre without a public book
        """)
    #expect(!FileManager.default.fileExists(atPath: library.absolute("site")))
  }

  @Test func saysWhatItWrote() throws {
    try expect(
      library.transcript([
        ["publish --output site"], ["publish --output site"], ["publish author:nobody --output site"],
      ]),
      is: """
        $ publish --output site
        Published 3 books, 1 quote and 2 genres in site: 25 files, 25 new
        ! note: left out: 1 quote without a book; 3 books with the status onShelf; 1 genre without a public book
        $ publish --output site
        Published 3 books, 1 quote and 2 genres in site: 25 files, none of them changed
        ! note: left out: 1 quote without a book; 3 books with the status onShelf; 1 genre without a public book
        $ publish author:nobody --output site
        Published an empty library in site: 12 files, 7 changed and 13 removed
        ! note: no book matches “author:nobody”
        ! note: left out: 1 quote from books that are left out; 1 quote without a book; 6 books not requested; 3 genres without a public book
        """)
  }

  /// A process that waits for another `publish` reads the library afterward, so it never publishes what has become
  /// private in the meantime.
  @Test func readsTheLibraryWhenItHasTheLock() throws {
    func book(_ more: String) -> String {
      "id: b00000a1-0000-4000-8000-000000000000\ntitle: Vermilion\nstatus: completed\n" + more
    }
    library["books/red.yaml"] = book("")
    func pages(_ folder: String) -> [String] {
      library.files().filter { $0.key.hasPrefix(folder + "/") }.map { String(decoding: $0.value, as: UTF8.self) }
    }
    _ = try library.run("publish --output before")
    #expect(pages("before").contains { $0.contains("Vermilion") })
    let place = try SitePlace(library.absolute("site"), library: library.root, fileSystem: DiskFileSystem())
    let other = Mutex<SiteLock?>(try SiteLock.acquire(place, fileSystem: DiskFileSystem()))
    let (file, hidden) = (library.absolute("books/red.yaml"), book("public: false\n"))
    library.fileSystem.pausing = {
      try? Data(hidden.utf8).write(to: URL(fileURLWithPath: file))
      other.withLock { $0 = nil }
    }
    _ = try library.run("publish --output site")
    #expect(library["site/index.html"] != nil && !pages("site").contains { $0.contains("Vermilion") })
  }

  @Test func refusesWhatIsWrong() throws {
    library["other/mine.txt"] = "mine"
    try expect(
      library.transcript([
        ["publish"], ["publish --check --output site"], ["publish --output ."], ["publish --output books"],
        ["publish --output other"], ["publish --workflow svn"], ["publish nofield:x --output site"],
      ]),
      is: """
        $ publish
        ! error: specify the folder for the pages with --output
        ! hint: use --check to see what would be public
        [2]
        $ publish --check --output site
        ! error: --check cannot be combined with --output, --watch or --open
        [2]
        $ publish --output .
        ! error: .: the library is in this folder
        ! hint: choose a folder that contains only the pages; see `shelf guide publish`
        [2]
        $ publish --output books
        ! error: books: the library stores its own files here
        ! hint: choose a folder that contains only the pages; see `shelf guide publish`
        [2]
        $ publish --output other
        ! error: other: the folder is not empty, and nothing in it shows that shelf wrote its contents
        ! hint: choose an empty folder or a new one
        [2]
        $ publish --workflow svn
        ! error: the value 'svn' is invalid for '--workflow <forge>'
        ! hint: provide one of 'github', 'gitlab' or 'forgejo'
        [2]
        $ publish nofield:x --output site
        ! error: a book has no field “nofield”
        !     nofield:x
        !     ^^^^^^^
        ! hint: the fields are id, title, author, status, rating, genres, tags, series, isbn, format, publisher, place, year, edition, editionDate, originalTitle, pages, duration, language, contributors, recommendedBy, owned, copies, lentTo, borrowedFrom, lentOn, dueOn, lentCopy, loans, readingLog, dateAdded, dateStarted, dateCompleted, dateAbandoned, timesRead, readings, progress, synopsis, review, notes, public, sources, formerIds, contributor, lent, borrowed, due, added, started, completed, finished, read, source, created, name, seriesName, seriesPosition, authorSort, modified, book, quote, genre, tag, issue, openIssues, citationKey, path, kind; to search for text with a colon, quote it: "nofield:"
        [2]
        """)
    library["shelf.yaml"] = "format: 1\npublish:\n  hide: [raiting]\n"
    try expect(
      library.transcript([["publish --output site"]]),
      is: """
        $ publish --output site
        ! error: shelf.yaml:3:10: publish: hide: there is no field “raiting”; did you mean “rating”?
        !   3 |   hide: [raiting]
        !     |          ^
        ! hint: nothing was published; see `shelf publish --help` for the settings
        [3]
        """)
    library["shelf.yaml"] = "format: 1\n"
    library["books/red.yaml"] = "id: b00000a1-0000-4000-8000-000000000000\ntitle: Red\npubic: false\n"
    try expect(
      library.transcript([["publish --output site"]]),
      is: """
        $ publish --output site
        ! error: books/red.yaml: “pubic” may be meant to hide the record; nothing was published
        ! hint: write “public: false”, or rename the field
        [3]
        """)
    library["books/red.yaml"] = "id: b00000a1-0000-4000-8000-000000000000\ntitle: Red\nrating: many\n"
    try expect(
      library.transcript([["publish --output site"]]),
      is: """
        $ publish --output site
        ! error: books/red.yaml: rating is not valid; nothing was published
        ! hint: `shelf doctor` lists all problems
        [3]
        """)
    #expect(!FileManager.default.fileExists(atPath: library.absolute("site")))
  }

  /// `publish` fails while an outdated page cannot be replaced or removed.
  @Test func aPageThatStaysIsNoSuccess() throws {
    let site = try TemporaryFolder()
    _ = try library.run("publish --output", [site.path])
    try site.write("library.json", try site.read("library.json") + [0x0A])
    library["books/red.yaml"]? += "public: false\n"
    for _ in 1...2 {
      let said = try library.run("publish --output", [site.path]).replacing(site.path, with: "SITE")
      #expect(said.contains("warning: library.json was not written by shelf or has changed since"))
      #expect(said.contains("error: SITE: 1 file cannot be replaced or removed"))
      #expect(said.hasSuffix("[1]\n"))
    }
    try FileManager.default.removeItem(atPath: site.path + "/library.json")
    #expect(!(try library.run("publish --output", [site.path])).contains("error"))
    #expect(!String(decoding: try site.read("library.json"), as: UTF8.self).contains("Red"))
  }

  /// A folder with files that git tracks is refused, because a merge could change them.
  @Test(arguments: [
    ("site", "site/.shelf-pages"), ("site", "site/login.html"), ("docs/s*te", "docs/s*te/a/b.html"),
    ("../site", "../site/login.html"),
  ]) func aFolderThatGitTracksIsRefused(_ folder: String, _ file: String) throws {
    for (path, text) in SmallLibrary.files { library["own/" + path] = text }
    library.useGit()
    try library.git("init", "--quiet")
    let output = library.absolute("own/" + folder)
    let publish = { try library.run("publish --library own --output", [output]) }
    #expect(try publish().hasPrefix("Published"))
    #expect(try publish().contains("none of them changed"))
    let path = "own/" + file
    if library[path] == nil { library[path] = "<script>" }
    try library.git("add", "--force", path)
    let refusal = try library.refused("publish --library own --output", [output])
    #expect(refusal.contains("git tracks files in this folder"))
    try library.git("rm", "--quiet", "-r", "--cached", output)
    #expect(try publish().hasPrefix("Published"))
  }

  /// The pages may be in a separate repository inside the library's repository.
  @Test func aSubmoduleIsARepositoryOfItsOwn() throws {
    library.useGit()
    try library.git("init", "--quiet")
    _ = try library.run("publish --output site")
    try library.git("init", "--quiet", "site")
    try library.git("-C", "site", "add", "--all")
    try library.git("-C", "site", "commit", "--quiet", "--message", "Pages")
    try library.git("add", "--force", "site")
    #expect(try library.run("publish --output site").contains("none of them changed"))
  }

  /// Goals are private unless the library's settings publish them.
  @Test func goalsArePrivateUnlessNamed() throws {
    func isShown(_ settings: String) throws -> Bool {
      let site = try TemporaryFolder()
      library["shelf.yaml"] = "format: 1\ngoal: {2024: 7654, 2026: 8765}\n\(settings)"
      library["books/red.yaml"] = """
        id: b00000a1-0000-4000-8000-000000000000
        title: Red
        status: completed
        dateCompleted: 2026-02-03

        """
      let said = try library.run("publish --output", [site.path])
      #expect(said.hasPrefix("Published"), "\(said)")
      let all = try FileManager.default.subpathsOfDirectory(atPath: site.path)
        .compactMap { try? String(decoding: site.read($0), as: UTF8.self) }.joined()
      let found = ["7,654", "7654", "8,765", "8765"].map { all.contains($0) }
      #expect(found.contains(true) == all.contains("Goals</h2>"))
      let check = try library.run("publish --check")
      #expect(check.contains("Reading goals: \(found.contains(true) ? 2 : 0) of 2 are public"))
      return found.contains(true)
    }
    #expect(try !isShown(""))
    #expect(try !isShown("publish: {hide: [goal]}\n"))
    #expect(try !isShown("publish: {goal: false}\n"))
    #expect(try !isShown("publish: {goal: true, hide: [rating, goal]}\n"))
    #expect(try !isShown("publish: {hide: goal, goal: true}\n"))
    #expect(try isShown("publish: {goal: true}\n"))
    #expect(try library.run("library set publish.goal=false").contains("publish.goal"))
    library["shelf.yaml"] = "format: 1\npublish: {goals: true}\n"
    #expect(try library.run("publish --check").contains("did you mean “goal”?"))
  }

  /// `--open` passes the absolute path of the first page to the system's command for opening files.
  ///
  /// Even if that command fails, the pages are published.
  @Test func opensTheFirstPage() throws {
    #if os(macOS)
      let opener = "open"
    #else
      let opener = "xdg-open"
    #endif
    library.environment["PATH"] = library.absolute("bin") + ":" + TestMachine.path
    try library.writeProgram(
      "bin/\(opener)", "#!/bin/sh\nprintf '%s\\n' \"$#\" \"$1\" >\(library.absolute("opened"))\n")
    let said = try library.run("publish --output site --open")
    #expect(said.hasPrefix("Published "))
    let page = library.absolute("site/index.html")
    #expect(library["opened"] == "1\n\(page)\n")
    #expect(FileManager.default.fileExists(atPath: page))

    try library.writeProgram("bin/\(opener)", "#!/bin/sh\nexit 4\n")
    #expect(try library.transcript([["publish --output site --open"]]).contains("\(opener) exited with status 4"))
  }

  /// Each workflow starts with the most important warning.
  @Test(arguments: PublishWorkflow.allCases) func printsWorkflows(_ forge: PublishWorkflow) throws {
    let text = try library.run("publish --workflow", [forge.rawValue])
    #expect(text.hasPrefix("# A public repository exposes notes, loans and the full history"))
    #expect(text.contains("shelf publish --output"))
    // The workflow always installs the version of shelf that printed it.
    #expect(text.contains("git clone --depth 1 --branch v\(ProgramVersion.number) https://"))
    for line in text.split(separator: "\n") { #expect(!line.hasSuffix(" ") && !line.contains("\t")) }
  }
}

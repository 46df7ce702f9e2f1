import Foundation
import ShelfSystem
import ShelfTestSupport
import Testing

@testable import ShelfLookup
@testable import ShelfModel

/// Tests the user's own programs as sources of book data.
@Suite struct OwnProgramTests {
  static let isbn = "9780441478125"

  /// Writes a script to a folder, and returns its path.
  private func script(_ text: String, in folder: TemporaryFolder, named name: String = "asks") throws -> String {
    let path = folder.path + "/" + name
    // Another process writes the file. If this process had it open while another test forked, the script could not be
    // run.
    let writer = ExternalProgram(
      "sh", ["-c", "cat >\"$1\" && chmod 755 \"$1\"", "sh", path], environment: ["PATH": "/usr/bin:/bin"])
    try #require(try writer.run(input: Array("#!/bin/sh\n\(text)\n".utf8)) { _ in true }.status == 0)
    return path
  }

  /// Returns a library whose settings contain a program, and catalogues that have no books.
  private func start(_ program: String, catalogues: String = "[openlibrary]") throws -> (TestLibrary, PlayedCatalogues)
  {
    let played = try PlayedCatalogues([["match": "openlibrary.org", "body": "{}"]])
    let library = try TestLibrary()
    library.environment = try played.environment(
      "lookup:\n  catalogues: \(catalogues)\n  programs: {mine: \(program)}\n")
    library.companion = played
    return (library, played)
  }

  private static let csl = """
    cat > "$0.asked"
    cat <<'E'
    [{"id": "x1", "type": "book", "title": "The Left Hand of Darkness", "author": [{"family": "Le Guin", "given": "Ursula K."}],
      "issued": {"date-parts": [[2000]]}, "original-date": {"date-parts": [[1969]]}, "publisher": "Ace", "number-of-pages": "304",
      "ISBN": "978-0-441-47812-5", "language": "eng", "keyword": "Science Fiction;Gender", "note": "mine"}]
    E
    """

  @Test func aProgramIsAskedBeforeTheCatalogues() throws {
    let folder = try TemporaryFolder()
    let program = try script(Self.csl, in: folder)
    let (library, played) = try start(program)
    let said = try library.run("book add 9780441478125")
    #expect(said.hasPrefix("Added book “The Left Hand of Darkness”, from your program mine\n"), "\(said)")
    let path = try #require(try library.paths().first { $0.contains("left-hand") })
    let text = try #require(library[path])
    for line in [
      "author: Ursula K. Le Guin", "year: 1969", "publisher: Ace", "pages: 304", "isbn: \"9780441478125\"",
      "sources: mine:x1",
    ] { #expect(text.contains(line), "\(line) in \(text)") }
    #expect(!text.contains("notes") && !text.contains("2000"), "\(text)")
    #expect(try String(contentsOfFile: program + ".asked", encoding: .utf8) == "isbn 9780441478125\n")
    #expect(try played.requests.isEmpty)
    _ = try library.run("book lookup left hand")
    #expect(try String(contentsOfFile: program + ".asked", encoding: .utf8) == "words left hand\n")
    // Answers from programs are not cached. A program runs each time, unless shelf is offline.
    #expect(played.cached.isEmpty)
    library.environment["SHELF_OFFLINE"] = "1"
    #expect(try library.refused("book add 9780261103344").contains("Your program mine was skipped: SHELF_OFFLINE"))
    library.environment["SHELF_OFFLINE"] = nil
    library.environment = try played.environment("lookup: off\n")
    _ = try library.refused("book lookup 9780441478125")
  }

  @Test func theFieldsOfALibraryAreReadToo() throws {
    let folder = try TemporaryFolder()
    let program = try script(
      """
      echo '{"title": "Die Wand", "author": "Marlen Haushofer", "year": 1963, "pages": "285", "series": "Kanon 3"}'
      """, in: folder)
    let (library, _) = try start(program, catalogues: "[openlibrary, mine]")
    _ = try library.run("book add 9783548605715")
    let path = try #require(try library.paths().first { $0.contains("die-wand") })
    for line in ["author: Marlen Haushofer", "year: 1963", "pages: 285", "sources: mine:"] {
      #expect(library[path]?.contains(line) ?? false, "\(line)")
    }
  }

  @Test func whatShelfExportsIsReadAgain() throws {
    let library = try TestLibrary()
    let json = try library.run("book list --json")
    guard case .books(let books) = try CatalogueReader.program.read(Array(json.utf8)) else {
      Issue.record("no books")
      return
    }
    let dune = try #require(books.first { $0.draft.first(.title) == "Dune" })
    #expect(dune.draft[.author] == ["Frank Herbert"] && dune.draft.first(.year) == "1965")
    #expect(!dune.subjects.isEmpty)
  }

  @Test func aProgramThatFailsIsNamedAndTheNextIsAsked() throws {
    for (text, said) in [
      ("echo no such thing >&2; exit 3", "Your program mine exited with status 3: no such thing"),
      ("echo '<html>'", "Your program mine sent a response that cannot be read: it is not JSON"),
      ("echo '[{\"a\": 1}]'", "it contains no book with a title"),
      ("echo '{\"error\": \"quota\"}'", "refused the request: quota"),
      ("yes | head -c 6000000", "larger than 5 MB"), ("kill -9 $$", "exited with status 137"),
    ] {
      let folder = try TemporaryFolder()
      let (library, played) = try start(try script(text, in: folder))
      let answer = try library.refused("book add 9780441478125")
      #expect(answer.contains(said), "\(answer)")
      #expect(try played.requests.count == 1)
    }
    let (library, _) = try start("/nowhere/at/all")
    #expect(try library.refused("book add 9780441478125").contains("the program /nowhere/at/all is not installed"))
  }

  @Test func nothingIsNotKnown() throws {
    let folder = try TemporaryFolder()
    for text in ["true", "echo '[]'", "echo", "cat >/dev/null"] {
      let (library, _) = try start(try script(text, in: folder))
      #expect(try library.refused("book add 9780441478125").contains("no catalogue has the ISBN 9780441478125"))
    }
  }

  @Test func aSlowProgramIsEnded() throws {
    let folder = try TemporaryFolder()
    let number = try #require(ISBN(Self.isbn))
    for text in [
      "exec sleep 30", "trap '' TERM; while :; do :; done", "exec >&- 2>&-; sleep 30",
      "while :; do echo; sleep 0.1; done",
      "trap '' TERM; exec yes", "exec yes >&2", "trap '' TERM; exec yes >&2", "exec >&-; exec yes >&2",
      "yes >&2 & exec sleep 30",
    ] {
      let program = UserProgram(
        try script(text, in: folder), environment: ["PATH": "/usr/bin:/bin"], fileSystem: DiskFileSystem(),
        timeLimit: 400)
      let start = ContinuousClock.now
      #expect(throws: (any Error).self, "\(text)") { try program.ask(.isbn(number)) }
      #expect(ContinuousClock.now - start < .seconds(8), "\(text)")
    }
  }

  @Test func aProgramInALibraryIsNotRun() throws {
    let folder = try TemporaryFolder()
    let outside = try script(Self.csl, in: folder)
    let (library, played) = try start(outside)
    let inside = library.root + "/asks"
    try library.writeProgram("asks", "#!/bin/sh\n\(Self.csl)\n")
    // A link outside the library refers to the same program.
    let link = folder.path + "/link"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: inside)
    for path in [inside, link] {
      library.environment = try played.environment("lookup: {catalogues: [openlibrary], programs: {mine: \(path)}}\n")
      #expect(try library.refused("book add 9780441478125").contains("shelf runs no programs from there"))
      #expect(!FileManager.default.fileExists(atPath: inside + ".asked"))
    }
  }

  @Test func onlyAnAbsolutePathOfTheReadersOwnSettingsCounts() throws {
    let folder = try TemporaryFolder()
    let (library, played) = try start(try script("true", in: folder))
    for (name, path, said) in [
      ("mine", "bin/asks", "absolute path"), ("mine", "asks", "absolute path"),
      ("dnb", "/bin/true", "other than the name of a catalogue"),
      ("Mine!", "/bin/true", "lower-case letters"),
    ] {
      library.environment = try played.environment(
        "lookup: {catalogues: [openlibrary], programs: {\(name): \(path)}}\n")
      #expect(try library.refused("book lookup 9780441478125").contains(said))
    }
    library.environment = try played.environment("lookup: {catalogues: [openlibrary, other]}\n")
    #expect(try library.refused("book lookup 9780441478125").contains("must be of openlibrary"))
    // Programs in the settings of a library are ignored.
    library.environment = try played.environment("lookup: {catalogues: [openlibrary]}\n")
    let trap = try script("touch \(folder.path)/trapped", in: folder, named: "trap")
    library["shelf.yaml"] = (library["shelf.yaml"] ?? "") + "\nlookup: {programs: {mine: \(trap)}}\n"
    _ = try library.refused("book add 9780441478125")
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/trapped"))
  }
}

import Foundation
import Testing

@testable import ShelfCLI
@testable import ShelfModel

/// Tests how a command finds its library, and the errors for an unusable library.
struct LibraryTests {
  private let library: TestLibrary

  init() throws { library = try TestLibrary() }

  private let anyCommand = [
    "book list", "book show dune", "book set dune rating=1", "book add X", "genre delete fiction -y",
  ]

  @Test func isFoundFromBelow() throws {
    library.fileSystem = TestFileSystem(folder: library.absolute("quotes/dune-b0000001"))
    #expect(try library.run("book list dune --columns title --limit 1") == "Dune\n")
  }

  @Test func isTheOneNamed() throws {
    let other = try TestLibrary()
    other["books/dune-b0000001.yaml"] = nil
    #expect(try library.run("book list dune --columns title --library \(other.root)") == "Dune Messiah\n")
    #expect(try library.run("--library \(other.root) book list dune --columns title") == "Dune Messiah\n")
    #expect(try library.run("--library=\(other.root) book list dune --columns title") == "Dune Messiah\n")
    library.environment["SHELF_LIBRARY"] = other.root
    #expect(try library.run("book list dune --columns title") == "Dune Messiah\n")
    #expect(try library.run("book list dune --columns title --limit 1 --library .") == "Dune\n")
    let emma = other[SmallLibrary.emma]
    try expect(
      library.transcript([["set", SmallLibrary.emma, "rating=3"]]).replacing(other.root, with: "LIBRARY"),
      is: """
        $ set books/emma-b0000003.yaml rating=3
        ! error: books/emma-b0000003.yaml is not in the library LIBRARY
        ! hint: use --library for the library it belongs to, or specify the record by its title or id
        [1]
        """)
    #expect(other[SmallLibrary.emma] == emma)
    library.environment["SHELF_LIBRARY"] = ""
    #expect(try library.run("book list dune --columns title --limit 1") == "Dune\n")
  }

  @Test func isMissing() throws {
    library["shelf.yaml"] = nil
    try expect(
      library.refusals(anyCommand.map { [$0] } + [["book list --library books"], ["book list --library nowhere"]]),
      is: """
        $ book list
        ! error: no library found: neither LIBRARY nor any folder above it has a shelf.yaml
        ! hint: create one with `shelf init`, or specify one with --library PATH or SHELF_LIBRARY
        [3]
        $ book show dune
        ! error: no library found: neither LIBRARY nor any folder above it has a shelf.yaml
        ! hint: create one with `shelf init`, or specify one with --library PATH or SHELF_LIBRARY
        [3]
        $ book set dune rating=1
        ! error: no library found: neither LIBRARY nor any folder above it has a shelf.yaml
        ! hint: create one with `shelf init`, or specify one with --library PATH or SHELF_LIBRARY
        [3]
        $ book add X
        ! error: no library found: neither LIBRARY nor any folder above it has a shelf.yaml
        ! hint: create one with `shelf init`, or specify one with --library PATH or SHELF_LIBRARY
        [3]
        $ genre delete fiction -y
        ! error: no library found: neither LIBRARY nor any folder above it has a shelf.yaml
        ! hint: create one with `shelf init`, or specify one with --library PATH or SHELF_LIBRARY
        [3]
        $ book list --library books
        ! error: books is not a library: it has no shelf.yaml
        ! hint: create one with `shelf init books`
        [3]
        $ book list --library nowhere
        ! error: nowhere is not a library: it has no shelf.yaml
        ! hint: create one with `shelf init nowhere`
        [3]
        """)
    library.environment["SHELF_LIBRARY"] = "nowhere"
    try expect(
      library.refused("book list"),
      is: """
        ! error: nowhere is not a library: it has no shelf.yaml
        ! hint: create one with `shelf init nowhere`
        [3]
        """)
  }

  @Test func isAboveTheFolderNamed() throws {
    try expect(
      library.refusals([["book list --library books"], ["book list --library shelf.yaml"]]),
      is: """
        $ book list --library books
        ! error: books is not a library: it has no shelf.yaml
        ! hint: it is in the library LIBRARY
        [3]
        $ book list --library shelf.yaml
        ! error: shelf.yaml is not a library: it has no shelf.yaml
        ! hint: it is in the library LIBRARY
        [3]
        """)
  }

  /// A library may redeclare any built-in field with a different type. Its records are still listed, shown and counted.
  @Test(arguments: Kind.allCases) func declaresFieldsThatShelfHas(_ kind: Kind) throws {
    for field in kind.fields {
      let type = field.type == .text ? "decimal" : "text"
      library["shelf.yaml"] = "format: 1\nfields: {\(kind.singular): {\(field.key): {type: \(type)}}}\n"
      let records = try library.run("\(kind.singular) list --json id").components(separatedBy: "\"id\"").count
      #expect(records > 1, "\(kind) \(field.key)")
      for command in ["\(kind.singular) list --format table", "show \(SmallLibrary.dune)", "stats", "doctor"] {
        let printed = try library.run(command)
        #expect(!printed.contains("! error:"), "\(kind) \(field.key), \(command): \(printed)")
      }
    }
  }

  @Test func hasAManifestThatCannotBeUsed() throws {
    let manifests = [
      "format: 2\n", "format: 999999999999999999999\n", "format: one\n", "name: X\n", "", "format: [\n", "- a\n",
      "format: 1\nfields: {book: {shelfmark: {type: nope}}}\n",
      "format: 1\nfields: {shoe: {size: {type: text}}}\n",
    ]
    try expect(
      manifests.map { manifest in
        library["shelf.yaml"] = manifest
        for command in anyCommand { _ = try library.refused(command) }
        return try library.refused("book list")
      }.joined(),
      is: """
        ! error: LIBRARY/shelf.yaml: the library has format 2, but this version of shelf supports formats up to 1
        ! hint: install a newer version of shelf; nothing was read or written
        [3]
        ! error: shelf.yaml:1:9: needs a line “format: 1”
        !   1 | format: 999999999999999999999
        !     |         ^
        [3]
        ! error: shelf.yaml:1:9: needs a line “format: 1”
        !   1 | format: one
        !     |         ^
        [3]
        ! error: shelf.yaml:1:1: needs a line “format: 1”
        !   1 | name: X
        !     | ^
        [3]
        ! error: shelf.yaml:1:1: needs a line “format: 1”
        !   1 | 
        !     | ^
        [3]
        ! error: shelf.yaml:2:1: a value was expected here
        !   2 | 
        !     | ^
        [3]
        ! error: shelf.yaml:1:1: needs a line “format: 1”
        !   1 | - a
        !     | ^
        [3]
        ! error: shelf.yaml:2:28: “shelfmark” needs a type: text, text list, integer, decimal, money, rating, boolean, date, timestamp, color, choice (with choices: […]), interval list, reference or references (with to: a kind)
        !   2 | fields: {book: {shelfmark: {type: nope}}}
        !     |                            ^
        [3]
        ! error: shelf.yaml:2:16: unknown kind “shoe”; the kinds are book, quote, genre, tag, issue
        !   2 | fields: {shoe: {size: {type: text}}}
        !     |                ^
        [3]
        """)
  }

  @Test func hasAManifestThatIsNoFile() throws {
    library["shelf.yaml"] = nil
    try FileManager.default.createDirectory(atPath: library.absolute("shelf.yaml"), withIntermediateDirectories: false)
    try expect(
      library.refused("book list --library ."),
      is: """
        ! error: . is not a library: it has no shelf.yaml
        ! hint: create one with `shelf init .`
        [3]
        """)
  }

  @Test func hasFieldsOfItsOwn() throws {
    library["shelf.yaml"] =
      "format: 1\nfields: {book: {shelfmark: {type: text}, lentTo: {type: choice, choices: [Anna, Jan]}}}\n"
    try expect(
      library.transcript([
        ["book add X --shelfmark B2 --lent-to anna"], ["book set dune", "shelfmark=A 1", "lentTo=Jan"],
        ["book list --columns title,shelfmark,lentTo --sort shelfmark --limit 2"], ["book list dune --json shelfmark"],
        ["book show x"], ["book set dune lentTo=Tom"],
      ]),
      is: """
        $ book add X --shelfmark B2 --lent-to anna
        Added book “X”
        90000001-0000-4000-8000-000000000000  books/x-90000001.yaml
        $ book set dune "shelfmark=A 1" lentTo=Jan
        “Dune”: lent to Jan, shelfmark A 1
        $ book list --columns title,shelfmark,lentTo --sort shelfmark --limit 2
        Dune	A 1	Jan
        X	B2	Anna
        $ book list dune --json shelfmark
        [
          {
            "shelfmark": "A 1"
          },
          {
            "shelfmark": null
          }
        ]
        $ book show x
        X

        author      no author
        status      on shelf
        rating      unrated
        lent to     Anna
        date added  2026-11-21
        shelfmark   B2
        ID          90000001-0000-4000-8000-000000000000
        file        books/x-90000001.yaml
        $ book set dune lentTo=Tom
        ! error: “Tom” is not a valid lent to: expected Anna or Jan
        [2]
        """)
  }
}

import Foundation
import Testing

@testable import ShelfCLI

/// Tests files that are not valid records, and files that shelf must not change.
struct BrokenRecordTests {
  private let library: TestLibrary

  init() throws { library = try TestLibrary() }

  @Test func areReportedWhereRecordsAreListed() throws {
    library["books/b1.yaml"] = "id: [\n"
    library["books/b2.yaml"] = ""
    library["books/b3.yaml"] = "- a\n"
    library["books/b4.yaml"] = "title: X\n"
    library["books/b5\u{1B}[31m.yaml"] = "id: 12\n"
    try expect(
      library.run("book list --columns title"),
      is: """
        Dune
        Dune Messiah
        Emma
        三体
        ! warning: not listed: books/b1.yaml:2:1: a value was expected here
        ! warning: not listed: books/b2.yaml: is empty
        ! warning: not listed: books/b3.yaml: is not a record: fields such as “title: …” are expected
        ! warning: not listed: 2 more files that could not be read
        """)
    try expect(
      library.run("genre list --columns name"),
      is: """
        Fiction
        Horror
        Science Fiction
        """)
  }

  @Test func areRefusedOneByOne() throws {
    for (name, text) in [
      ("1", "id: [\n"), ("2", ""), ("3", "- a\n"), ("4", "title: X\n"), ("5", "id: 12\n"), ("6", "\0\0"),
      ("7", "id: b0000009-0000-4000-8000-000000000000\ntitle: A\ntitle: B\n"), ("8", "<<<<<<< ours\nid: 1\n"),
      ("9", "a: &a [x]\nb: [*a, *a\n"),
    ] { library["books/\(name).yaml"] = text }
    try expect(
      library.refusals((1...9).map { ["book show books/\($0).yaml"] }),
      is: """
        $ book show books/1.yaml
        ! error: books/1.yaml:2:1: a value was expected here
        !   2 | 
        !     | ^
        ! hint: `shelf edit books/1.yaml` opens the file
        [3]
        $ book show books/2.yaml
        ! error: books/2.yaml: is empty
        [3]
        $ book show books/3.yaml
        ! error: books/3.yaml: is not a record: fields such as “title: …” are expected
        [3]
        $ book show books/4.yaml
        ! error: books/4.yaml: has no id
        [3]
        $ book show books/5.yaml
        ! error: books/5.yaml:1:5: the id is not a UUID
        !   1 | id: 12
        !     |     ^
        ! hint: `shelf edit books/5.yaml` opens the file
        [3]
        $ book show books/6.yaml
        ! error: books/6.yaml:1:1: the control character U+0000 (null) is not allowed
        !   1 | ␀␀
        !     | ^
        ! hint: `shelf edit books/6.yaml` opens the file
        [3]
        $ book show books/7.yaml
        ! error: books/7.yaml:3:1: the key “title” occurs twice
        !   3 | title: B
        !     | ^
        ! hint: `shelf edit books/7.yaml` opens the file
        [3]
        $ book show books/8.yaml
        ! error: books/8.yaml:2:3: a colon is not allowed here
        !   2 | id: 1
        !     |   ^
        ! hint: `shelf edit books/8.yaml` opens the file
        [3]
        $ book show books/9.yaml
        ! error: books/9.yaml:2:4: the bracket that opens here is not closed
        !   2 | b: [*a, *a
        !     |    ^
        ! hint: a value that starts with a bracket needs quotes, or the bracket that closes it; `shelf edit books/9.yaml` opens the file
        [3]
        """)
    _ = try library.refusals(
      (1...6).flatMap { [["book set books/\($0).yaml rating=1"], ["book delete books/\($0).yaml -y"]] })
  }

  /// A record with an unreadable file can still be specified by its id, or by the start of its id.
  ///
  /// The error then shows the problem in the file, with the same hint as in `doctor`, instead of claiming that the
  /// record is missing.
  @Test func areNamedByTheirIDs() throws {
    library["books/messiah.yaml"] = "id: b0000091-0000-4000-8000-000000000000\ntitle: Dune: Messiah\n"
    library["books/open-b0000092.yaml"] =
      "id: b0000092-0000-4000-8000-000000000000\ntitle: \"Open\nreview: A \"great\" book\n"
    try expect(
      library.refusals([
        ["book set b0000091 rating=1"], ["book show b0000092-0000-4000-8000-000000000000"],
        ["quote set c0000001 book=b0000092"], ["book show b0000093"],
      ]),
      is: """
        $ book set b0000091 rating=1
        ! error: books/messiah.yaml:2:12: a colon is not allowed here
        !   2 | title: Dune: Messiah
        !     |            ^
        ! hint: a value with a colon needs quotes: "Dune: Messiah"; `shelf edit books/messiah.yaml` opens the file
        [3]
        $ book show b0000092-0000-4000-8000-000000000000
        ! error: books/open-b0000092.yaml:2:8: the quoted text that starts here does not end on its line, but is noticed only in line 3
        !   2 | title: "Open
        !     |        ^
        ! hint: write a " at the end of the text; `shelf edit books/open-b0000092.yaml` opens the file
        [3]
        $ quote set c0000001 book=b0000092
        ! error: books/open-b0000092.yaml:2:8: the quoted text that starts here does not end on its line, but is noticed only in line 3
        !   2 | title: "Open
        !     |        ^
        ! hint: write a " at the end of the text; `shelf edit books/open-b0000092.yaml` opens the file
        [3]
        $ book show b0000093
        ! error: no book is called “b0000093”
        ! hint: `shelf book list` shows all books
        [1]
        """)
  }

  @Test func withOneIDAreNotChanged() throws {
    library["books/copy.yaml"] = library[SmallLibrary.dune]!.replacing("title: Dune", with: "title: A copy")
    try expect(
      library.refusals([
        ["book set dune rating=1"], ["book set books/copy.yaml rating=1"], ["book delete", "a copy", "--yes"],
        ["book show b0000001"], ["genre delete fiction --yes"], ["book start", "a copy"],
      ]),
      is: """
        $ book set dune rating=1
        ! error: 2 files have the id b0000001: books/copy.yaml, books/dune-b0000001.yaml
        ! hint: nothing was written; `shelf doctor --interactive` gives all but one of them a new id
        [1]
        $ book set books/copy.yaml rating=1
        ! error: 2 files have the id b0000001: books/copy.yaml, books/dune-b0000001.yaml
        ! hint: nothing was written; `shelf doctor --interactive` gives all but one of them a new id
        [1]
        $ book delete "a copy" --yes
        ! error: 2 files have the id b0000001: books/copy.yaml, books/dune-b0000001.yaml
        ! hint: nothing was written; `shelf doctor --interactive` gives all but one of them a new id
        [1]
        $ book show b0000001
        ! error: “b0000001” matches 2 books: b0000001 “A copy”, b0000001 “Dune”
        ! hint: they share an id, which `shelf doctor --interactive` repairs; to see one, specify its file, such as books/copy.yaml
        [1]
        $ genre delete fiction --yes
        ! error: 2 files have the id b0000001: books/copy.yaml, books/dune-b0000001.yaml
        ! hint: nothing was written; `shelf doctor --interactive` gives all but one of them a new id
        [1]
        $ book start "a copy"
        ! error: 2 files have the id b0000001: books/copy.yaml, books/dune-b0000001.yaml
        ! hint: nothing was written; `shelf doctor --interactive` gives all but one of them a new id
        [1]
        """)
    #expect(try library.run("book show", ["a copy"]).contains("A copy"))
  }

  @Test func thatAreReadOnlyStay() throws {
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: library.absolute(SmallLibrary.dune))
    try expect(
      library.refusals([
        ["book set dune rating=1"], ["book finish dune --rating 1"], ["book delete dune --yes"],
        ["genre delete", "science fiction", "-y"], ["book edit dune"],
      ]),
      is: """
        $ book set dune rating=1
        ! error: books/dune-b0000001.yaml: the file is read-only; nothing was written
        ! hint: make it writable with `chmod u+w`
        [3]
        $ book finish dune --rating 1
        ! error: books/dune-b0000001.yaml: the file is read-only; nothing was written
        ! hint: make it writable with `chmod u+w`
        [3]
        $ book delete dune --yes
        ! error: books/dune-b0000001.yaml: the file is read-only; nothing was written
        ! hint: make it writable with `chmod u+w`
        [3]
        $ genre delete "science fiction" -y
        ! error: books/dune-b0000001.yaml: the file is read-only; nothing was written
        ! hint: make it writable with `chmod u+w`
        [3]
        $ book edit dune
        ! error: books/dune-b0000001.yaml: the file is read-only; nothing was written
        ! hint: make it writable with `chmod u+w`
        [3]
        """)
  }

  @Test func behindLinksAreNotFollowed() throws {
    let outside = try TestLibrary()
    library["quotes/dune-b0000001/fear-c0000001.yaml"] = nil
    try FileManager.default.removeItem(atPath: library.absolute("quotes/dune-b0000001"))
    try link("quotes/dune-b0000001", to: outside.absolute("quotes/dune-b0000001"))
    library[SmallLibrary.emma] = nil
    try link(SmallLibrary.emma, to: outside.absolute(SmallLibrary.emma))
    let before = try outside.tree()
    try expect(
      library.transcript([["quote list --columns text"], ["book list --columns title emma"]]),
      is: #"""
        $ quote list --columns text
        A line without a book,\nand another one.\n
        ! warning: not listed: quotes/dune-b0000001: is a symbolic link, which is not followed; put the file itself here
        $ book list --columns title emma
        ! warning: not listed: books/emma-b0000003.yaml: is a symbolic link, which is not followed; put the file itself here
        """#)
    try expect(
      library.refusals([
        ["quote add New --book dune"], ["book set emma rating=1"], ["book show \(SmallLibrary.emma)"],
        ["book delete \(SmallLibrary.emma) -y"], ["book show", [outside.absolute(SmallLibrary.dune)][0]],
      ]).replacing(outside.root, with: "OUTSIDE"),
      is: """
        $ quote add New --book dune
        ! error: quotes/dune-b0000001/new-90000001.yaml: the path leads outside the library; nothing was written
        [3]
        $ book set emma rating=1
        ! error: books/emma-b0000003.yaml: is a symbolic link, which is not followed; put the file itself here
        [3]
        $ book show books/emma-b0000003.yaml
        ! error: books/emma-b0000003.yaml: is a symbolic link, which is not followed; put the file itself here
        [3]
        $ book delete books/emma-b0000003.yaml -y
        ! error: books/emma-b0000003.yaml: is a symbolic link, which is not followed; put the file itself here
        [3]
        $ book show OUTSIDE/books/dune-b0000001.yaml
        ! error: OUTSIDE/books/dune-b0000001.yaml is not in the library LIBRARY
        ! hint: use --library for the library it belongs to, or specify the record by its title or id
        [1]
        """)
    #expect(try outside.tree() == before)
  }

  private func link(_ path: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: library.absolute(path), withDestinationPath: target)
  }
}

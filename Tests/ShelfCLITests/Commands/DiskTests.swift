import Foundation
import Testing

@testable import ShelfCLI

/// Tests disk errors while a command writes files.
struct DiskTests {
  private let library: TestLibrary

  init() throws { library = try TestLibrary() }

  private let changes = [
    ["book add X --genre New --create"], ["book set dune rating=1"], ["book delete dune --yes"],
    ["genre delete", "science fiction", "--yes"], ["book start emma"].dropLast() + ["book finish emma"],
    ["issue close f0000001"],
  ]

  @Test func isFull() throws {
    library.fileSystem.failure = { operation, _ in operation == "write" ? ENOSPC : nil }
    try expect(
      library.refusals(changes.map(Array.init)),
      is: """
        $ book add X --genre New --create
        ! error: cannot write LIBRARY/.shelf/staging/entry.yaml: the disk is full; nothing was written
        [3]
        $ book set dune rating=1
        ! error: cannot write LIBRARY/.shelf/staging/entry.yaml: the disk is full; nothing was written
        [3]
        $ book delete dune --yes
        ! error: cannot write LIBRARY/.shelf/staging/entry.yaml: the disk is full; nothing was written
        [3]
        $ genre delete "science fiction" --yes
        ! error: cannot write LIBRARY/.shelf/staging/entry.yaml: the disk is full; nothing was written
        [3]
        $ book finish emma
        ! error: cannot write LIBRARY/.shelf/staging/entry.yaml: the disk is full; nothing was written
        [3]
        $ issue close f0000001
        ! error: cannot write LIBRARY/.shelf/staging/entry.yaml: the disk is full; nothing was written
        [3]
        """)
  }

  @Test func isReadOnly() throws {
    library.fileSystem.failure = { operation, _ in ["create", "lock", "replace"].contains(operation) ? EROFS : nil }
    try expect(
      library.refusals(changes.map(Array.init)),
      is: """
        $ book add X --genre New --create
        ! error: cannot create LIBRARY/.shelf: the disk is read-only; nothing was written
        [3]
        $ book set dune rating=1
        ! error: cannot create LIBRARY/.shelf: the disk is read-only; nothing was written
        [3]
        $ book delete dune --yes
        ! error: cannot create LIBRARY/.shelf: the disk is read-only; nothing was written
        [3]
        $ genre delete "science fiction" --yes
        ! error: cannot create LIBRARY/.shelf: the disk is read-only; nothing was written
        [3]
        $ book finish emma
        ! error: cannot create LIBRARY/.shelf: the disk is read-only; nothing was written
        [3]
        $ issue close f0000001
        ! error: cannot create LIBRARY/.shelf: the disk is read-only; nothing was written
        [3]
        """)
  }

  @Test func refusesOneFolder() throws {
    // If two books had the same genre, the order of files on disk would determine which of them the error names.
    library["books/dune-messiah-b0000002.yaml"] = nil
    library.fileSystem.failure = { operation, path in
      ["create", "replace", "delete"].contains(operation) && path.contains("/books/") ? EACCES : nil
    }
    try expect(
      library.refusals(changes.dropLast().map(Array.init)),
      is: """
        $ book add X --genre New --create
        ! error: cannot replace LIBRARY/books/x-90000002.yaml: no permission; nothing was written
        ! hint: allow writing there with `chmod u+w`
        [3]
        $ book set dune rating=1
        ! error: cannot replace LIBRARY/books/dune-b0000001.yaml: no permission; nothing was written
        ! hint: allow writing there with `chmod u+w`
        [3]
        $ book delete dune --yes
        ! error: cannot delete LIBRARY/books/dune-b0000001.yaml: no permission; nothing was written
        ! hint: allow writing there with `chmod u+w`
        [3]
        $ genre delete "science fiction" --yes
        ! error: cannot replace LIBRARY/books/dune-b0000001.yaml: no permission; nothing was written
        ! hint: allow writing there with `chmod u+w`
        [3]
        $ book finish emma
        ! error: cannot replace LIBRARY/books/emma-b0000003.yaml: no permission; nothing was written
        ! hint: allow writing there with `chmod u+w`
        [3]
        """)
  }
}

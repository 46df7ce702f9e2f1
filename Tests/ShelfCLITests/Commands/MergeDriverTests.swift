import Foundation
import Testing

@testable import ShelfCLI

/// Tests the input, the output and the messages of `shelf merge-driver`.
struct MergeDriverTests {
  private let library: TestLibrary
  private static let id = "id: 5adc2d82-3e83-4366-b73d-43a8e2bd9b3e\n"

  init() throws { library = try TestLibrary(["shelf.yaml": "format: 1\n"]) }

  /// Runs the driver on three versions, and returns its messages followed by the merged file.
  private func merge(
    _ ours: String, _ base: String, _ theirs: String, _ path: String = "books/dune.yaml", _ options: String = ""
  ) throws -> String {
    (library["base"], library["ours"], library["theirs"]) = (base, ours, theirs)
    let words = options.split(separator: " ").map(String.init)
    let text = try library.run("merge-driver", words + ["base", "ours", "theirs", path])
    #expect(library["base"] == base && library["theirs"] == theirs)
    let left = try library.paths().filter { !$0.contains("/") }
    #expect(left.sorted() == ["base", "ours", "shelf.yaml", "theirs"])
    return text + "--\n" + (library["ours"] ?? "")
  }

  @Test func mergesByField() throws {
    try expect(
      merge(
        Self.id + "title: Dune\nrating: 5\n", Self.id + "title: Dune\nrating: 4\n", Self.id + "title: Emma\nrating: 4\n"
      ),
      is: """
        --
        id: 5adc2d82-3e83-4366-b73d-43a8e2bd9b3e
        title: Emma
        rating: 5
        """)
  }

  @Test func saysWhichFieldsConflict() throws {
    try expect(
      merge(
        Self.id + "title: A\nrating: 5\nreview: x\n", Self.id + "title: A\nrating: 4\n",
        Self.id + "title: B\nrating: 3\nreview: y\n", "books/dune.yaml",
        "--marker-size 9 --ours-label HEAD --theirs-label %Y --diff3"),
      is: """
        ! error: books/dune.yaml: both sides changed rating and review
        [1]
        --
        id: 5adc2d82-3e83-4366-b73d-43a8e2bd9b3e
        title: B
        <<<<<<<<< HEAD
        rating: 5
        ||||||||| base
        rating: 4
        =========
        rating: 3
        >>>>>>>>> theirs
        <<<<<<<<< HEAD
        review: x
        ||||||||| base
        =========
        review: y
        >>>>>>>>> theirs
        """)
  }

  /// The fields that the library declares are merged by their types. The `merge:` policy does not apply, because git is
  /// not merging (see `MergePolicyScopeTests`).
  @Test func takesTheLibrarysFields() throws {
    library["shelf.yaml"] = "format: 1\nmerge: theirs\nfields: {book: {moods: {type: text list}}}\n"
    try expect(
      merge(
        Self.id + "rating: 5\nmoods: [a, b]\n", Self.id + "rating: 4\nmoods: a\n",
        Self.id + "rating: 3\nmoods: [a, c]\n"
      ),
      is: """
        ! note: books/dune.yaml: “merge: theirs” applies only to git merge, git pull without a rebase, and shelf sync
        ! error: books/dune.yaml: both sides changed rating
        [1]
        --
        id: 5adc2d82-3e83-4366-b73d-43a8e2bd9b3e
        <<<<<<< ours
        rating: 5
        =======
        rating: 3
        >>>>>>> theirs
        moods: [a, b, c]
        """)
  }

  /// During a merge, the manifest itself may be missing or broken.
  @Test(arguments: [nil, "format: 1\nmerge: sometimes\n", "<<<<<<< ours\n", "format: 1\nfields: 3\n"])
  func needsNoManifestThatReads(_ manifest: String?) throws {
    library["shelf.yaml"] = manifest ?? "format: 1\n"
    if manifest == nil { try FileManager.default.removeItem(atPath: library.absolute("shelf.yaml")) }
    (library["o"], library["a"], library["b"]) = (
      Self.id + "author: Ann\n", Self.id + "author: [Ann, Bob]\n", Self.id + "author: [Ann, Cid]\n"
    )
    let folder = manifest == nil ? "some/where/books" : "books"
    try expect(library.run("merge-driver o a b \(folder)/x.yaml"), is: "")
    #expect(library["a"] == Self.id + "author: [Ann, Bob, Cid]\n")
  }

  @Test func mergesOtherFilesAsText() throws {
    let lines = "a: 1\nb: 1\nc: 1\nd: 1\ne: 1\n"
    for path in ["notes/x.yaml", "books/cover.txt", "books/.hidden.yaml", "books.yaml"] {
      try expect(
        merge("x: 0\n" + lines, lines, lines + "a: 2\n", path), is: "--\nx: 0\n\(lines)a: 2")
    }
    try expect(
      merge("a: 2\n", "a: 1\n", "a: 3\n", "books.yaml"),
      is: """
        ! error: books.yaml: both sides changed the same lines
        [1]
        --
        <<<<<<< ours
        a: 2
        =======
        a: 3
        >>>>>>> theirs
        """)
  }

  @Test func mergesTheManifestByEntry() throws {
    let base = """
      format: 1
      filters:
        old: "book year:<1970"
      doctor: {accept: ["unused-tag 1"]}
      fields:
        book:
          mood: {type: choice, choices: [glad]}

      """
    let ours = base.replacing("doctor:", with: "  lent: \"issue #lending\" # mine\ndoctor:")
      .replacing("[glad]", with: "[glad, sad]").replacing("unused-tag 1\"", with: "unused-tag 1\", \"unused-tag 2\"")
    let theirs =
      base.replacing("doctor:", with: "  # theirs\n  best: rating:5\ndoctor:")
      .replacing("[glad]", with: "[glad, calm]").replacing("unused-tag 1", with: "unused-tag 3")
      .replacing("  book:\n", with: "  book:\n    shelf: {type: text}\n") + "  tag:\n    why: {type: text}\n"
    try expect(
      merge(ours, base, theirs, "shelf.yaml"),
      is: """
        --
        format: 1
        filters:
          old: "book year:<1970"
          lent: "issue #lending" # mine
          # theirs
          best: rating:5
        doctor: {accept: ["unused-tag 2", unused-tag 3]}
        fields:
          book:
            shelf: {type: text}
            mood: {type: choice, choices: [glad, sad, calm]}
          tag:
            why: {type: text}
        """)
    try expect(
      merge(ours, base, ours.replacing("#lending", with: "#lent"), "shelf.yaml"),
      is: """
        ! error: shelf.yaml: both sides changed filters.lent
        [1]
        --
        \(ours.replacing("  lent: \"issue #lending\" # mine\n", with: """
          <<<<<<< ours
            lent: "issue #lending" # mine
          =======
            lent: "issue #lent" # mine
          >>>>>>> theirs

          """).dropLast())
        """)
  }

  @Test func saysWhyARecordIsMergedAsText() throws {
    try expect(
      merge(Self.id + "a: [\n", Self.id + "a: 1\n", Self.id + "a: 2\n"),
      is: """
        ! note: books/dune.yaml is merged as text: ours, line 3: a value was expected here
        ! error: books/dune.yaml: both sides changed the same lines
        [1]
        --
        id: 5adc2d82-3e83-4366-b73d-43a8e2bd9b3e
        <<<<<<< ours
        a: [
        =======
        a: 2
        >>>>>>> theirs
        """)
    library["shelf.yaml"] = "format: 99\n"
    #expect(try merge(Self.id + "a: 2\n", Self.id + "a: 1\n", "b: 1\n" + Self.id + "a: 1\n").contains("format 99"))
  }

  @Test func leavesOursWhereItCannotMerge() throws {
    let text = try merge("a\u{0}b", "a", "c")
    #expect(
      text == "! error: books/dune.yaml: cannot be merged as text; our version is unchanged\n[1]\n--\na\u{0}b")
    try FileManager.default.removeItem(atPath: library.absolute("theirs"))
    try expect(
      library.run("merge-driver base ours theirs books/dune.yaml"),
      is: """
        ! error: cannot open theirs: no such file or folder
        [3]
        """)
  }

  @Test(arguments: ["create", "write", "replace"]) func leavesOursWhereTheDiskFails(_ operation: String) throws {
    library.fileSystem.failure = { name, _ in name == operation ? ENOSPC : nil }
    let ours = Self.id + "rating: 5\n"
    let text = try merge(ours, Self.id + "rating: 4\n", "title: A\n" + Self.id + "rating: 4\n")
    #expect(text.hasPrefix("! error: cannot ") && text.contains("the disk is full") && text.contains("[1]"))
    #expect(text.hasSuffix("--\n" + ours))
  }
}

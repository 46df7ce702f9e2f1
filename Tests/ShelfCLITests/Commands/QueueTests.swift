import Testing

@testable import ShelfCLI

/// Tests `shelf next` and `shelf queue`, which show the books to read next.
struct QueueTests {
  private static let dune = "b0000001-0000-4000-8000-000000000000"
  private static let messiah = "b0000002-0000-4000-8000-000000000000"
  private static let emma = "b0000003-0000-4000-8000-000000000000"
  private static let santi = "b0000004-0000-4000-8000-000000000000"

  private func library(_ manifest: String = "format: 1\nname: Small # mine\n") throws -> TestLibrary {
    try TestLibrary(SmallLibrary.files.merging(["shelf.yaml": manifest]) { $1 })
  }

  /// The queue is a list of ids in `shelf.yaml`, with titles as comments. Changes to the queue preserve every other
  /// byte.
  @Test func aListInTheManifest() throws {
    let library = try library()
    #expect(
      try library.run("queue add 三体 Emma")
        == "“三体” is at position 1 in the queue\n“Emma” is at position 2 in the queue\n")
    #expect(
      library["shelf.yaml"] == """
        format: 1
        name: Small # mine
        queue:
          - \(Self.santi) # 三体
          - \(Self.emma) # Emma

        """)
    #expect(
      try library.run("queue add", ["Dune Messiah", "--at", "1"]) == "“Dune Messiah” is at position 1 in the queue\n")
    #expect(try library.run("queue move Emma 1") == "“Emma” is at position 1 in the queue\n")
    #expect(
      try library.run("queue")
        == "1\t\(Self.emma)\tEmma\tJane Austen\tinProgress\n2\t\(Self.messiah)\tDune Messiah\tFrank Herbert\tonShelf\n"
        + "3\t\(Self.santi)\t三体\t刘慈欣\tonShelf\n")
    #expect(
      try library.run("queue --format table") == """
           Title         Author         Status       Pages  ID
        1  Emma          Jane Austen    in progress         b0000003
        2  Dune Messiah  Frank Herbert  on shelf            b0000002
        3  三体          刘慈欣         on shelf            b0000004

        3 books

        """)
    #expect(try library.run("queue remove", ["Dune Messiah", "Emma", "三体"]).hasPrefix("Removed “Dune Messiah” from"))
    #expect(library["shelf.yaml"] == "format: 1\nname: Small # mine\n")
    _ = try library.run("undo")
    #expect(try library.run("queue").split(separator: "\n").count == 3)
  }

  @Test func commentsOfOnesOwnStay() throws {
    let manifest = """
      format: 1
      queue: # for the winter
        # the long one
        - \(Self.emma)   # Emma, with Anna
        - \(Self.santi) # 三体

      """
    let library = try library(manifest)
    _ = try library.run("queue add", ["Dune Messiah"])
    #expect(library["shelf.yaml"] == manifest + "  - \(Self.messiah) # Dune Messiah\n")
    _ = try library.run("queue remove 三体")
    _ = try library.run("queue remove", ["Dune Messiah"])
    #expect(library["shelf.yaml"] == manifest.replacing("  - \(Self.santi) # 三体\n", with: ""))
  }

  @Test func refusals() throws {
    let library = try library()
    _ = try library.run("queue add Emma")
    #expect(try library.run("queue add Emma").hasPrefix("! error: “Emma” is already in the queue, at position 1\n"))
    #expect(try library.run("queue add Dune").hasPrefix("! error: “Dune” is finished"))
    #expect(try library.run("queue remove 三体") == "! error: “三体” is not in the queue\n[1]\n")
    #expect(try library.run("queue move 三体 1") == "! error: “三体” is not in the queue\n[1]\n")
    for place in ["0", "2", "x", "99999999999999999999"] {
      #expect(
        try library.run("queue move Emma \(place)").hasPrefix("! error: “\(place)” is not a position in the queue"),
        "\(place)")
    }
    #expect(try library.run("queue add Ubik").hasPrefix("! error: no book is called “Ubik”"))
  }

  /// A command that deletes or completes a book also removes it from the queue, in the same change.
  @Test func whatIsFinishedOrDeletedLeaves() throws {
    for command in ["finish Emma", "delete Emma --yes", "set Emma status=completed"] {
      let library = try library()
      _ = try library.run("queue add Emma 三体")
      let before = try library.tree()
      _ = try library.run(command)
      #expect(try library.run("queue").split(separator: "\n").count == 1, "\(command)")
      _ = try library.run("undo")
      let after = try library.tree()
      #expect(after == before, "\(command)")
    }
    let library = try library()
    _ = try library.run("queue add Emma")
    #expect(try library.run("finish Emma").hasSuffix(", removed from the queue\n"))
    #expect(try !library.run("rate 三体 4").contains("queue"))
  }

  /// `next` lists the queue first, then the next books of series in progress, recommended books, and the books that
  /// have been on the shelf longest.
  @Test func next() throws {
    let library = try library()
    library["books/old.yaml"] =
      "id: b0000011-0000-4000-8000-000000000000\ntitle: Old\nauthor: A\ndateAdded: 2001-01-01\npages: 500\n"
    library["books/new.yaml"] =
      "id: b0000012-0000-4000-8000-000000000000\ntitle: New\nauthor: A\ndateAdded: 2020-01-01\npages: 90\n"
    library["books/told.yaml"] =
      "id: b0000013-0000-4000-8000-000000000000\ntitle: Told\nrecommendedBy: Tomasz\ndateAdded: 2022-01-01\n"
    library["books/lent.yaml"] =
      "id: b0000014-0000-4000-8000-000000000000\ntitle: Lent\nlentTo: Anna\ndateAdded: 1999-01-01\n"
    _ = try library.run("set Dune", ["series=Dune 1"])
    _ = try library.run("set", ["Dune Messiah", "series=Dune 2"])
    _ = try library.run("queue add 三体")
    func titles(_ text: String) -> [String] {
      text.split(separator: "\n").map { $0.split(separator: "\t", omittingEmptySubsequences: false) }.map {
        "\($0[1]): \($0[3]): \($0[4])"
      }
    }
    #expect(
      titles(try library.run("next")) == [
        "三体: queue: 1 in the queue", "Dune Messiah: series: next in Dune, 2",
        "Told: recommended: recommended by Tomasz", "Old: shelf: on the shelf since 2001-01-01",
        "New: shelf: on the shelf since 2020-01-01",
      ])
    #expect(titles(try library.run("next --where", ["pages:<300"])) == ["New: shelf: on the shelf since 2020-01-01"])
    #expect(try library.run("next --random").split(separator: "\n").count == 1)
    #expect(try library.run("next -n 1 --json").contains("\"reason\": \"queue\""))
    #expect(
      try library.run("next -n 2 --format table") == """
        Title         Author         Why              ID
        三体          刘慈欣         1 in the queue   b0000004
        Dune Messiah  Frank Herbert  next in Dune, 2  b0000002

        2 of 5 books

        """)
  }

  /// Removing completed books and dangling references from the queue is a safe repair.
  @Test func doctorTakesOutWhatIsDone() throws {
    let manifest = """
      format: 1
      queue:
        - \(Self.dune) # Dune
        # keep this
        - \(Self.emma) # Emma
        - 99999999-0000-4000-8000-000000000000 # Gone
        - nonsense

      """
    let library = try library(manifest)
    let said = try library.run("doctor --only queue-leftover")
    #expect(said.contains("shelf.yaml:3:5: note: “Dune” is completed [queue-leftover]"))
    #expect(said.contains("shelf.yaml:6:5: note: no book has the id 99999999 (“Gone”)"))
    #expect(said.contains("shelf.yaml:7:5: note: “nonsense” is not an id"))
    _ = try library.run("doctor --fix=queue-leftover")
    #expect(library["shelf.yaml"] == "format: 1\nqueue:\n  # keep this\n  - \(Self.emma) # Emma\n")
    #expect(try !library.run("doctor").contains("queue-leftover"))
    _ = try library.run("undo")
    #expect(library["shelf.yaml"] == manifest)
  }

  @Test func aQueueThatIsNoList() throws {
    let library = try library("format: 1\nqueue: dune\n")
    #expect(try library.run("queue").contains("queue must be a list of the ids of books"))
  }

  /// A merge combines two queues as sets. The result has our order, and each book that their side added comes after the
  /// same book as in their queue.
  @Test func merging() throws {
    func manifest(_ books: [String]) -> String {
      let names = [Self.dune: "Dune", Self.messiah: "Dune Messiah", Self.emma: "Emma", Self.santi: "三体"]
      return "format: 1\nqueue:\n" + books.map { "  - \($0) # \(names[$0] ?? "")\n" }.joined()
    }
    let base = manifest([Self.dune, Self.emma])
    // Our side reversed the order; their side added a book after Dune and removed Emma.
    let merged = try merge(
      ours: manifest([Self.emma, Self.dune]), base: base, theirs: manifest([Self.dune, Self.santi]))
    #expect(merged == manifest([Self.dune, Self.santi]))
    // Both added a book.
    let both = try merge(
      ours: manifest([Self.messiah, Self.dune, Self.emma]), base: base,
      theirs: manifest([Self.dune, Self.santi, Self.emma]))
    #expect(both == manifest([Self.messiah, Self.dune, Self.santi, Self.emma]))
    // One side emptied the queue, and the other side added a book.
    let emptied = try merge(ours: "format: 1\n", base: base, theirs: base + "  - \(Self.santi) # 三体\n")
    #expect(emptied == manifest([Self.santi]))
  }

  private func merge(ours: String, base: String, theirs: String) throws -> String? {
    let library = try library(ours)
    library["o.yaml"] = base
    library["b.yaml"] = theirs
    let said = try library.run("merge-driver o.yaml shelf.yaml b.yaml shelf.yaml")
    #expect(said.isEmpty, "\(said)")
    return library["shelf.yaml"]
  }
}

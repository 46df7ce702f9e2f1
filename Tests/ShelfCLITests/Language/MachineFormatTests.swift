import Foundation
import Testing

@testable import ShelfCLI

/// Output for other programs.
struct MachineFormatTests {
  private func json(_ text: String) throws -> Any {
    try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
  }

  /// The JSON of every command includes default values.
  @Test(arguments: [
    "book list 三体 --json", "book list 三体 --format json", "search 三体 --json", "search 三体 --format json",
    "show 三体 --json", "book show 三体 --format json", "book set 三体 language=zh --json", "set -w 三体 -y language=zh --json",
  ])
  func defaultsAreIncluded(_ line: String) throws {
    let value = try json(TestLibrary().run(line))
    let object = try #require((value as? [[String: Any]])?.first ?? value as? [String: Any])
    #expect(object["status"] as? String == "onShelf")
    #expect(object["kind"] as? String == "book")
    #expect(object["path"] as? String == "books/三体-b0000004.yaml")
    #expect(object["rating"] == nil)
  }

  @Test func jsonMeansOneThing() throws {
    try expect(
      TestLibrary().transcript([
        ["issue list --json title,priority,completed"], ["book list messiah --json title,status,rating"],
        ["search lending or messiah --json title,name,status"], ["book add X --json title,status,dateAdded"],
        ["set dune emma rating=1 --json title,rating"], ["set --where emma rating=2 --json title,rating -y"],
        ["filter list --json"], ["undo --list --json"], ["book list --json --format csv"], ["stats nothing --json"],
        ["quote show c0000002 --json book,page"],
      ]),
      is: """
        $ issue list --json title,priority,completed
        [
          {
            "title": "Ask Anna to return Dune",
            "priority": "high",
            "completed": false
          },
          {
            "title": "Measure the hall",
            "priority": "medium",
            "completed": true
          }
        ]
        $ book list messiah --json title,status,rating
        [
          {
            "title": "Dune Messiah",
            "status": "onShelf",
            "rating": null
          }
        ]
        $ search lending or messiah --json title,name,status
        [
          {
            "title": "Dune Messiah",
            "name": "Dune Messiah",
            "status": "onShelf"
          },
          {
            "title": "lending",
            "name": "lending",
            "status": null
          },
          {
            "title": "Ask Anna to return Dune",
            "name": "Ask Anna to return Dune",
            "status": false
          }
        ]
        $ book add X --json title,status,dateAdded
        {
          "title": "X",
          "status": "onShelf",
          "dateAdded": "2026-11-21"
        }
        $ set dune emma rating=1 --json title,rating
        [
          {
            "title": "Dune",
            "rating": 1
          },
          {
            "title": "Emma",
            "rating": 1
          }
        ]
        $ set --where emma rating=2 --json title,rating -y
        [
          {
            "title": "Emma",
            "rating": 2
          }
        ]
        $ filter list --json
        [
          {
            "name": "all",
            "query": "",
            "records": 14
          },
          {
            "name": "recent",
            "query": "modified:<7d",
            "records": 1
          }
        ]
        $ undo --list --json
        [
          {
            "time": "2026-11-21T10:00:00Z",
            "command": "set --where emma rating=2 --json title,rating -y",
            "takenBack": false,
            "files": [
              "books/emma-b0000003.yaml"
            ]
          },
          {
            "time": "2026-11-21T10:00:00Z",
            "command": "set dune emma rating=1 --json title,rating",
            "takenBack": false,
            "files": [
              "books/dune-b0000001.yaml",
              "books/emma-b0000003.yaml"
            ]
          },
          {
            "time": "2026-11-21T10:00:00Z",
            "command": "book add X --json title,status,dateAdded",
            "takenBack": false,
            "files": [
              "books/x-90000001.yaml"
            ]
          }
        ]
        $ book list --json --format csv
        ! error: --json and --format csv cannot be combined
        ! hint: use only one
        [2]
        $ stats nothing --json
        {
          "kinds": {
            "books": 0,
            "quotes": 0,
            "genres": 0,
            "tags": 0,
            "issues": 0
          }
        }
        ! note: no record matches “nothing”
        $ quote show c0000002 --json book,page
        {
          "book": null,
          "page": null
        }
        """)
  }

  @Test func listsAreKeptApart() throws {
    let library = try TestLibrary()
    _ = try library.run("book set emma", ["author=Austen; J.", "author+=Back\\slash", "author+=Jane Plain, Jr."])
    #expect(
      try library.run("book list emma --columns author") == "Austen\\\\; J.; Back\\\\\\\\slash; Jane Plain, Jr.\n")
    #expect(
      try library.run("book list emma --columns author --format csv")
        == "author\n\"Austen\\; J.; Back\\\\slash; Jane Plain, Jr.\"\n")
    #expect(try library.run("book list dune rating:5 --columns genres") == "Fiction; Science Fiction\n")
  }

  @Test func pathsAreShownFromHere() throws {
    let library = try TestLibrary()
    library["notes/readme.txt"] = "x\n"
    library.environment["SHELF_LIBRARY"] = library.root
    library.fileSystem = TestFileSystem(folder: library.absolute("notes"))
    #expect(try library.run("book show emma").contains("../books/emma-b0000003.yaml\n"))
    #expect(try library.run("book add X").contains("  ../books/x-90000001.yaml\n"))
    #expect(try library.run("book show emma --json path").contains("\"books/emma-b0000003.yaml\""))
    library["books/broken.yaml"] = "id: [\n"
    #expect(try library.run("book list emma").contains("! warning: not listed: ../books/broken.yaml:"))
    #expect(try library.run("doctor").contains("../books/broken.yaml:"))
    #expect(try library.run("doctor --json").contains("\"path\": \"books/broken.yaml\""))
    library.fileSystem = TestFileSystem(folder: library.absolute("books"))
    #expect(try library.run("book show emma").contains(" emma-b0000003.yaml\n"))
  }

  /// An invalid value is treated as missing, both in `stats` and in queries such as `no:`.
  @Test func whatCannotBeReadCountsAsNone() throws {
    let library = try TestLibrary()
    library[SmallLibrary.emma] = library[SmallLibrary.emma]?.replacing("rating: 3", with: "rating: good")
    #expect(try library.run("book list no:rating --columns title") == "Dune Messiah\nEmma\n三体\n")
    #expect(try library.run("book list has:rating --columns title") == "Dune\n")
    #expect(try library.run("stats --format tsv").contains("ratings\tunrated\t3\n"))
  }

  @Test(arguments: ["978-0-441-01359-3", "9780441013593", "0-441-01359-7", "0441013597", "9780441", "0-441-013"])
  func numbersOfEditionsAreTheSameInAnyForm(_ number: String) throws {
    let library = try TestLibrary()
    _ = try library.run("book set dune", ["isbn=978-0-441-01359-3"])
    _ = try library.run("book set emma isbn=9780141439587")
    #expect(try library.run("book list isbn:\(number) --columns title") == "Dune\n")
    #expect(try library.run("book list --isbn \(number) --columns title") == "Dune\n")
    if number.count > 9 { #expect(try library.run("book list \(number) --columns title") == "Dune\n") }
  }
}

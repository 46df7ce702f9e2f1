import ShelfTestSupport
import Testing

@testable import ShelfModel
@testable import ShelfStore

/// Compares an updated snapshot with a new snapshot that is read completely.
struct LibraryUpdatingTests {
  /// Returns a description of a library that does not depend on how the snapshot was created.
  private func description(_ library: Library) -> [String] {
    library.records.map { record in
      // If several records have the same id, it is undefined which of them has the relations.
      let relations =
        library.records(sharing: record.id).count > 1
        ? []
        : Kind.allCases.map { kind in
          library.records(kind, referringTo: record).map(\.path).sorted().joined(separator: " ")
        }
      let sharing = library.records(sharing: record.id).map(\.path).sorted()
      return "\(record.path) \(String(decoding: record.source, as: UTF8.self)) \(relations) \(sharing)"
    }.sorted() + library.unreadable.map { "\($0.path): \($0.reason)" }.sorted()
  }

  private func library(_ files: [String: [UInt8]]) throws -> Library {
    let empty = Library(
      root: "/library", manifest: Manifest(name: "Test"), schema: Schema(), records: [], unreadable: [])
    return empty.replacing(files.mapValues { .some($0) })
  }

  @Test func aRecordTakesItsOldPlace() throws {
    var library = try TestLibrary.make([
      ("books/a.yaml", "id: \(TestLibrary.id(1))\ntitle: A\n"),
      ("quotes/b.yaml", "id: \(TestLibrary.id(2))\nbook: \(TestLibrary.id(1))\ntext: B\n"),
    ])
    library.update(["books/a.yaml": Array("id: \(TestLibrary.id(1))\ntitle: New\nrating: 3\n".utf8)])
    #expect(library.records.map(\.title) == ["New", "B"])
  }

  /// Tests sequences of changes: fields, references and ids change, and files are created, deleted, damaged and copied.
  @Test func itIsWhatWouldHaveBeenRead() throws {
    var random = SeededGenerator(seed: SeededGenerator.seedOfRun)
    for _ in 0..<40 {
      var files: [String: [UInt8]] = [:]
      func text(_ number: Int, _ kind: Kind) -> [UInt8] {
        let other = TestLibrary.id(Int.random(in: 0..<12, using: &random))
        let book = TestLibrary.id(Int.random(in: 0..<12, using: &random) + (random.once(in: 4) ? 100 : 0))
        let id = random.once(in: 12) ? other : TestLibrary.id(number)
        let lines =
          switch kind {
          case .quote: "text: \(random.pick(RandomLibrary.words))\nbook: \(book)\n"
          case .book:
            "title: \(random.pick(RandomLibrary.words))\n"
              + (random.once(in: 3) ? "formerIds: [\(TestLibrary.id(100 + number))]\n" : "")
          default: "name: x\n"
          }
        return Array((random.once(in: 10) ? "[broken\n" : "id: \(id)\n\(lines)").utf8)
      }
      func file(_ number: Int) -> (path: String, kind: Kind) {
        let kind: Kind = number % 3 == 0 ? .book : number % 3 == 1 ? .quote : .tag
        return ("\(kind.folder)/\(number).yaml", kind)
      }
      for number in 0..<12 { files[file(number).path] = text(number, file(number).kind) }
      var library = try library(files)
      for _ in 0..<10 {
        var changed: [String: [UInt8]?] = [:]
        for _ in 0..<Int.random(in: 1...3, using: &random) {
          let number = Int.random(in: 0..<14, using: &random)
          let (path, kind) = file(number)
          changed[path] = random.once(in: 6) ? .some(nil) : text(number, kind)
        }
        for (path, bytes) in changed { files[path] = bytes }
        library.update(changed)
        let whole = try self.library(files)
        #expect(description(library) == description(whole))
      }
    }
  }
}

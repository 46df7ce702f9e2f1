import Foundation
import ShelfTestSupport
import Testing

@testable import ShelfCLI
@testable import ShelfText

/// Tests that thousands are separated in the same way everywhere, as in “2,000 books”.
struct CountTests {
  /// Commands whose output contains numbers of records, files or lines.
  private static let lines = [
    "book list --format table", "book list copy --format table --limit 3", "list --format table",
    "search copy --format table",
    "stats --format table", "", "doctor", "series --format table", "series copies --format table",
    "queue --format table",
    "show e0000003", "genre list --format table", "book genres b0000003", "book set --where has:isbn note=x",
    "next --format table",
    "book set --where title:copy rating=3 --yes", "delete --where title:copy", "delete --all", "delete --all --yes",
    "undo",
    "book set --where title:copy rating=4 --yes --dry-run", "export goodreads --output LIBRARY/out.csv",
    "book list nothing",
    "delete e0000003 --yes", "doctor --fix", "import LIBRARY/many.csv --dry-run", "show Copy", "finish",
  ]

  @Test("thousands are written one way in every output") func inEveryOutput() throws {
    let library = try TestLibrary()
    var queue = ""
    var rows = "Title,Author\n"
    for number in 1...1500 {
      let id = "d\(1_000_000 + number)-0000-4000-8000-000000000000"
      library["books/copy-\(number).yaml"] = """
        id: \(id)
        title: Copy \(number % 700)
        author: Nobody
        status: inProgress
        genres: [e0000003-0000-4000-8000-000000000000]
        series: Copies \(number)

        """
      queue += "  - \(id)\n"
      rows += "Row \(number),Somebody\n"
    }
    library["shelf.yaml"] = "format: 1\nname: Large\nqueue:\n" + queue
    library["many.csv"] = rows
    for line in Self.lines {
      let words = line.replacing("LIBRARY", with: library.root).split(separator: " ").map(String.init)
      let text = try library.run("", words)
      for line in text.split(separator: "\n") {
        let words = line.split(separator: " ")
        for (word, next) in zip(words, words.dropFirst()) {
          let digits = word.drop { "(“".contains($0) }
          let isBare = digits.count > 3 && digits.allSatisfy(\.isNumber) && (next.first?.isLowercase ?? false)
          #expect(!isBare, "\(line)")
        }
      }
      #expect(text.contains(/[0-9],[0-9]{3}/) || !line.contains("--all"), "\(line)")
    }
  }

  /// Counts in messages are formatted by the function that separates thousands instead of being interpolated directly.
  @Test("no text of the sources holds a bare count") func inTheSources() throws {
    let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources")
    var bare: [String] = []
    for target in [
      "ShelfCLI", "ShelfWording", "ShelfBrowser", "ShelfDoctor", "ShelfFormats", "ShelfImport", "ShelfKit",
      "ShelfEditor", "ShelfModel",
    ] {
      let folder = sources.appending(path: target).path
      for path in try FileManager.default.subpathsOfDirectory(atPath: folder) where path.hasSuffix(".swift") {
        let text = try String(contentsOfFile: folder + "/" + path, encoding: .utf8)
        // Few lines contain a backslash, and matching a regular expression is slow.
        for line in text.split(separator: "\n") where line.utf8.contains(UInt8(ascii: "\\")) {
          guard line.contains(/\\\([A-Za-z0-9_.]*\.count( [-+] [A-Za-z0-9.]+)?\) [a-z]/) else { continue }
          bare.append("\(target)/\(path): \(line.trimmingCharacters(in: .whitespaces))")
        }
      }
    }
    #expect(bare.isEmpty, "\(bare.joined(separator: "\n"))")
  }
}

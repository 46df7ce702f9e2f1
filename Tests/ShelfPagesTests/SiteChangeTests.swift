import Foundation
import ShelfTestSupport
import Testing

@testable import ShelfKit
@testable import ShelfModel
@testable import ShelfPages

/// After any series of changes, the site is the same as if it were published from scratch.
struct SiteChangeTests {
  @Test(arguments: 0..<(SeededGenerator.isFull ? 100 : 5)) func anyChangeLeavesWhatAFirstRunMakes(_ number: Int) throws
  {
    let seed = SeededGenerator.seedOfRun &+ UInt64(number)
    var random = SeededGenerator(seed: seed)
    let published = try Published(CanaryLibrary(seed: seed).files)
    try published.publish()
    for _ in 0..<4 {
      let what = try change(published, &random)
      let before = try published.files()
      do {
        let outcome = try published.publish()
        #expect(outcome.kept.isEmpty && outcome.keptThoughGone.isEmpty, "seed \(seed): \(what)")
      } catch is PublicationRefusal {
        let isSame = try published.files() == before
        #expect(isSame, "seed \(seed): \(what)")
        return
      }
      let fresh = try published.elsewhere()
      try fresh.publish()
      try expectSame(published, fresh, "seed \(seed): \(what)")
    }
  }

  /// Compares a site with a new site of the same library, which has no redirects from former addresses.
  private func expectSame(_ published: Published, _ fresh: Published, _ words: String) throws {
    var (files, want) = (try published.files(), try fresh.files())
    let (list, wantedList) = (lines(&files), lines(&want))
    let moved = files.filter { path, bytes in
      want[path] == nil && String(decoding: bytes, as: UTF8.self).contains("http-equiv=\"refresh\"")
    }
    let isSame = files.filter { moved[$0.key] == nil } == want
    let different = Set(files.keys).union(want.keys).filter { files[$0] != want[$0] && moved[$0] == nil }
    #expect(isSame, "\(words): \(different.sorted())")
    #expect(wantedList.isSubset(of: list), "\(words)")
    for line in list.subtracting(wantedList) {
      let path = line.split(separator: " ").last.map(String.init) ?? ""
      #expect(moved[path] != nil, "\(words): \(line)")
    }
  }

  private func lines(_ files: inout [String: [UInt8]]) -> Set<String> {
    let list = files.removeValue(forKey: ".shelf-pages") ?? []
    return Set(String(decoding: list, as: UTF8.self).split(separator: "\n").map(String.init))
  }

  // MARK: - Changes

  /// Makes one change to a library or to its theme, settings or site, and returns a description of the change.
  private func change(_ published: Published, _ random: inout SeededGenerator) throws -> String {
    let folder = published.folder
    func paths(_ kind: String) throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: folder.path + "/" + kind).sorted().map { kind + "/" + $0 }
    }
    func set(_ path: String, _ key: String, _ value: String) throws -> String {
      let text = String(decoding: try folder.read(path), as: UTF8.self)
      let lines = text.split(separator: "\n").filter { !$0.hasPrefix(key + ":") }
      try folder.write(path, (lines + ["\(key): \(value)"]).joined(separator: "\n") + "\n")
      return "\(key): \(value) in \(path)"
    }
    func remove(_ path: String) throws -> String {
      try FileManager.default.removeItem(atPath: folder.path + "/" + path)
      return "without \(path)"
    }
    func field(_ key: String, _ path: String) throws -> String {
      let lines = String(decoding: try folder.read(path), as: UTF8.self).split(separator: "\n")
      return lines.first { $0.hasPrefix(key + ": ") }.map { String($0.dropFirst(key.count + 2)) } ?? ""
    }
    let book = random.pick(try paths("books"))
    let quote = try paths("quotes").randomElement(using: &random) ?? book
    let genre = random.pick(try paths("genres"))
    let word = "new\(Int.random(in: 1...9999, using: &random))"
    switch Int.random(in: 0...16, using: &random) {
    case 0: return try set(book, "title", "A \(word)")
    case 1:
      let key = random.pick([
        "author", "contributors", "series", "isbn", "publisher", "motto", "language", "notes", "recommendedBy",
      ])
      return try set(book, key, word)
    case 2: return try set(book, random.pick(["review", "synopsis"]), "\"*\(word)* <b> [x](https://example.org)\"")
    case 3: return try set(book, "status", random.pick(["wanted", "onShelf", "inProgress", "completed", "abandoned"]))
    case 4: return try set(book, "rating", random.pick(["1", "4.25", "5"]))
    case 5: return try set(book, random.pick(["pages", "year"]), String(Int.random(in: 1...2000, using: &random)))
    case 6:
      let day = "\(Int.random(in: 1990...2025, using: &random))-06-1\(Int.random(in: 0...9, using: &random))"
      return try set(book, random.pick(["dateCompleted", "dateStarted"]), day)
    case 7: return try set(random.pick([book, quote]), "public", random.pick(["true", "false"]))
    case 8: return try remove(random.pick([book, quote]))
    case 9: return try set(quote, quote == book ? "title" : "text", word)
    case 10: return try set(genre, "name", word)
    case 11: return try set(genre, "color", random.pick(["\"102030\"", "\"FFEEDD\""]))
    case 12:
      // Copies a value from another book in upper case, for example its author or series.
      let other = random.pick(try paths("books"))
      let key = random.pick(["author", "series", "publisher"])
      return try set(book, key, try field(key, other).uppercased())
    case 13:
      let id = RecordID.random(using: &random)
      try folder.write("books/\(word).yaml", "id: \(id)\ntitle: \(word)\nstatus: completed\n")
      try folder.write("quotes/\(word).yaml", "id: \(RecordID.random(using: &random))\nbook: \(id)\ntext: \(word)\n")
      return "a new book"
    case 14:
      let other = CanaryLibrary(seed: random.next())
      try folder.write("shelf.yaml", other.files[0].bytes)
      return "other settings"
    case 15:
      if FileManager.default.fileExists(atPath: folder.path + "/theme/style.css"), random.once(in: 2) {
        return try remove("theme/style.css")
      }
      try folder.write("theme/style.css", "a { color: \(word) }\n")
      if random.once(in: 2) {
        let id = try field("id", book).prefix(8)
        try folder.write("covers/\(word)-\(id).png", TestImage.png(20, 30, text: word))
      }
      return "another theme, maybe a cover"
    default:
      // A deleted page is written again.
      let page = random.pick(try published.files().keys.filter { $0 != ".shelf-pages" }.sorted())
      try FileManager.default.removeItem(atPath: published.site.path + "/" + page)
      return "without the page \(page)"
    }
  }
}

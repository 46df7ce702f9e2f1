import ShelfTestSupport
import Testing

@testable import ShelfCLI
@testable import ShelfModel

/// Tests that safe repairs never introduce new problems.
///
/// Each round generates a valid library from a seed, damages its files at random, and runs `doctor --fix`. Afterwards,
/// every remaining problem must have existed before, with one exception: some problems, such as invalid YAML or a
/// missing id, prevent doctor from examining a file, so a repair may reveal more problems in that file or in related
/// files. A second run must change nothing, and undo must restore every byte. A failure prints the damage that was
/// done.
@Suite struct SafeRepairLawTests {
  private static let rounds = TestData.isFull ? 1500 : 120

  /// Problems that prevent doctor from examining the rest of a file, or from loading it as a record.
  private static let hiding: Set = [
    "unreadable-yaml", "unreadable-file", "conflict-markers", "not-a-record", "duplicate-key", "unusable-text",
    "missing-id", "invalid-id", "misplaced-file", "name-twin", "unsafe-path",
  ]

  @Test func overRandomMesses() throws {
    var mended: Set<String> = []
    // A mess with the first seed once failed.
    for seed in [183_593_999] + (0..<Self.rounds).map({ SeededGenerator.seedOfRun &+ UInt64($0) }) {
      var mess = RandomMess(seed: seed)
      let library = try TestLibrary(mess.files)
      let hasGit = mess.random.once(in: 4)
      if hasGit {
        try library.makeRepository()
        try library.commit("Begin", day: 1)
      }
      mess.messUp(library)
      if hasGit, mess.random.once(in: 3) { try library.commit("Mess", day: 2) }
      mended.formUnion(try check(library, "SHELF_SEED=\(seed) \(mess.story)"))
    }
    #expect(mended.isSuperset(of: ["invalid-id", "misplaced-file", "missing-id"]))
  }

  /// Runs the safe repairs and checks their result. Returns the codes of the problems that were repaired.
  private func check(_ library: TestLibrary, _ story: String) throws -> Set<String> {
    let files = library.files()
    let before = try library.examined(without: nil)
    let output = try library.run("doctor --fix")
    let after = try library.examined(without: nil)
    let (old, new) = (count(before), count(after))
    let hidden = Set(before.filter { Self.hiding.contains($0.code) }.map(\.path))
    // A repair may reveal problems in a file with a hiding problem, or at the new path of such a file.
    let lit = hidden.union(library.files().keys.filter { files[$0] == nil })
    let ids = Set(lit.flatMap { path in (library[path] ?? "").matches(of: Self.uuid).map { String($0.output) } })
    let own = Set(lit.compactMap { path in (library[path] ?? "").firstMatch(of: Self.idLine).map { String($0.1) } })
    for (place, count) in new where count > old[place, default: 0] {
      if lit.contains(place.path) { continue }
      let text = library[place.path] ?? ""
      // A reference in the repaired file may reveal that a record is misplaced.
      if place.code == "misplaced-file", let id = text.firstMatch(of: Self.idLine), ids.contains(String(id.1)) {
        continue
      }
      let referred = text.matches(of: Self.uuid).map { String($0.output) }
      if referred.contains(where: own.contains) { continue }
      // While any file is hidden, doctor does not report records as unused or as duplicates.
      if place.code.hasPrefix("unused-") || ["probable-duplicate", "duplicate-name"].contains(place.code),
        !hidden.isEmpty
      {
        continue
      }
      // If two records were deleted together in git, restoring one reveals that the other is missing.
      if place.code == "half-restored", !ids.isEmpty { continue }
      let messages = after.filter { $0.code == place.code && $0.path == place.path }.map(\.message)
      Issue.record("\(story): \(place.code) in \(place.path): \(messages)\n\(output)")
    }
    _ = try library.run("doctor --fix")
    if !output.contains("Nothing was repaired") {
      _ = try library.run("undo")
      #expect(library.files() == files, "\(story)")
    }
    return Set(old.filter { new[$0.key, default: 0] < $0.value }.map(\.key.code))
  }

  private static var uuid: Regex<Substring> {
    /[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}/
  }

  private static var idLine: Regex<(Substring, Substring)> { /(?:^|\n)id: *"?([0-9a-f-]{36})/ }

  private struct Place: Hashable {
    let code: String
    let path: String
  }

  private func count(_ problems: [DoctorProblem]) -> [Place: Int] {
    problems.reduce(into: [:]) { $0[Place(code: $1.code, path: $1.path), default: 0] += 1 }
  }
}

/// A valid library whose files are damaged at random.
private struct RandomMess {
  var random: SeededGenerator
  private(set) var files: [String: String] = ["shelf.yaml": "format: 1\nname: Mess\n"]
  /// A description of the damage, for failure messages.
  private(set) var story = ""

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    var ids: [String: [String]] = [:]
    func names(_ kind: String) -> [String] { (0..<4).map { "\(kind.capitalized) \($0)" } }
    for kind in ["genres", "tags", "books", "quotes", "issues"] {
      for name in names(kind) {
        let id = RecordID.random(using: &random).description
        ids[kind, default: []].append(id)
        var text = "id: \(id)\n"
        func reference(_ target: String) -> String {
          let number = Int.random(in: 0..<ids[target]!.count, using: &random)
          return ids[target]![number] + (random.once(in: 4) ? "" : " # \(names(target)[number])")
        }
        switch kind {
        case "genres": text += "name: \(name)\ncolor: \"00FF00\"\n"
        case "tags": text += "name: \(name)\n"
        case "books":
          text += "title: \(name)\nauthor: Ada \(name)\nstatus: onShelf\ngenres:\n  - \(reference("genres"))\n"
          text += "pages: 320\ndateAdded: 2025-01-02\nreview: |\n  Long.\n  Good.\n"
        case "quotes":
          text += "book: \(reference("books"))\npage: 12\ntags: [\(ids["tags"]![0])]\ntext: \"Words of \(name).\"\n"
        default:
          text += "title: \(name)\npriority: high\ntags:\n  - \(reference("tags"))\nbooks:\n  - \(reference("books"))\n"
        }
        let stem = name.lowercased().replacing(" ", with: "-") + (random.once(in: 3) ? "" : "-" + id.prefix(8))
        files["\(kind)/\(stem).yaml"] = text
      }
    }
  }

  mutating func messUp(_ library: TestLibrary) {
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      let paths = library.files().keys.filter { $0.hasSuffix(".yaml") && $0 != "shelf.yaml" }.sorted()
      guard !paths.isEmpty else { return }
      let path = random.pick(paths)
      let other = random.pick(paths)
      guard let text = library[path] else { continue }
      let name = path.split(separator: "/").last!
      let places = [
        "old/books/", "inbox/", "Books/", "books/", "quotes/", "genres/", "tags/", "issues/", "issues/old/",
      ]
      let what = Int.random(in: 0..<12, using: &random)
      switch what {
      case 0, 1, 2: library[path] = slipped(text, within: text.firstIndex(of: "\n").map { text[..<$0].count } ?? 1)
      case 3, 4: library[path] = slipped(text, within: text.count)
      case 5: library[random.pick(places) + (random.once(in: 2) ? "copy-" : "") + name] = text
      case 6, 7:
        library[path] = nil
        library[random.pick(places) + name] = text
      case 8: (library[path], library[other]) = (library[other], text)
      case 9: library[path] = nil
      case 10:
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        lines.remove(at: Int.random(in: 0..<lines.count, using: &random))
        library[path] = lines.joined(separator: "\n")
      default: library[path] = text.replacing("page", with: random.pick(["pag", "pages", "Page"]))
      }
      story += "[\(what) \(path) \(other)]"
    }
  }

  /// Returns a text with a random mistake in its first `count` characters: a character is deleted, replaced or
  /// inserted.
  private mutating func slipped(_ text: String, within count: Int) -> String {
    var text = text
    guard !text.isEmpty else { return text }
    let place = text.index(
      text.startIndex, offsetBy: Int.random(in: 0..<max(1, min(count, text.count)), using: &random))
    let new = random.pick(["'", "x", "0", "-", ":", " ", "\n", "#", "\t", "["])
    switch Int.random(in: 0..<3, using: &random) {
    case 0: text.remove(at: place)
    case 1: text.insert(contentsOf: new, at: place)
    default: text.replaceSubrange(place...place, with: new)
    }
    return text
  }
}

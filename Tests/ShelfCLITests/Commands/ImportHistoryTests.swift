import Foundation
import ShelfTestSupport
import Testing

/// Imports an export repeatedly while both the export and the library change at random.
///
/// A simple model keeps three versions of each record: the version in the library, the version in the export and, as
/// the base, the values from the last import. In each round, the export and the library are edited, then the export is
/// imported. The model predicts the result by a three-way merge of each field, together with the counts, the skipped
/// records and the differences in the summary. A second import must change nothing, and undo and redo must restore the
/// files exactly. Occasionally, the test deletes shelf's record of earlier imports, as in a fresh clone. The histories
/// are generated from seeds, which failures print.
@Suite struct ImportHistoryTests {
  /// For a list that changed, the output shows the values that were added and removed.
  @Test func whatChangedInAList() throws {
    let header = "Book Id,Title,Author,Exclusive Shelf,Bookshelves\n"
    let library = try ImportTests.importing([header + "1,Dune,Frank Herbert,read,\"sand, old, worms\"\n"]).library
    library["in/2.csv"] = header + "1,Dune,Frank Herbert,read,\"sand, worms, desert\"\n"
    let text = try library.run("import --dry-run", [library.absolute("in/2.csv")])
    #expect(text.contains("genres + desert, − old"), "\(text)")
    #expect(!text.contains("references"))
  }

  private typealias Row = [String: [String]]

  /// The possible values of cells and fields.
  private static let values: [String: [String]] = [
    "title": ["Dune", "Solaris: a novel", "- Odd #1", "“Łódź”", "1984", "true", "Ends with a colon:", "三体"],
    "rating": ["1", "3", "5"], "publisher": ["Ace", "Chilton", "O'Reilly & Sons", "[sic]", "Say \"no\""],
    "year": ["1965", "1966", "2001"], "pages": ["100", "412", "896"],
    "review": ["Good.", "Good.\nTwice.", "# not a comment", "a: b\n- c\nlast", "Fine, \"really\"."],
    "status": ["wanted", "inProgress", "completed"],
    "genres": ["fantasy", "sci-fi", "to lend", "Łódź", "yes"],
  ]
  private static let columns: [(column: String, field: String)] = [
    ("Title", "title"), ("My Rating", "rating"), ("Publisher", "publisher"), ("Original Publication Year", "year"),
    ("Number of Pages", "pages"), ("My Review", "review"), ("Exclusive Shelf", "status"), ("Bookshelves", "genres"),
  ]
  private static let fields = columns.map(\.field)
  private static let shelves = ["wanted": "to-read", "inProgress": "currently-reading", "completed": "read"]

  /// The expected state of the export and the library.
  private struct Model {
    /// A mapping from numbers to the rows of the export.
    var export: [Int: Row] = [:]
    /// The values from the last import, which are the base of the merge.
    var base: [Int: Row] = [:]
    /// The values in the library.
    var ours: [Int: Row] = [:]
    var deleted: Set<Int> = []
    /// The exports that were imported, in the order of their first import.
    var imported: [String] = []
    /// The fields where the library's value was kept although the export differs.
    ///
    /// Until both are equal again, an import only reports the difference.
    var kept: [Int: Set<String>] = [:]
    var nextNumber = 1
    var random: SeededGenerator

    mutating func value(_ field: String, mayBeEmpty: Bool) -> [String] {
      let all = ImportHistoryTests.values[field] ?? []
      if field == "genres" { return all.filter { _ in random.once(in: 3) } }
      return mayBeEmpty && random.once(in: 4) ? [] : [random.pick(all)]
    }

    mutating func addRow() {
      var row: Row = [:]
      for field in ImportHistoryTests.fields {
        row[field] = value(field, mayBeEmpty: field != "title" && field != "status")
      }
      // The title is unique, because this test does not cover whether two rows with the same title are the same book.
      row["title"] = ["\(row["title"]?.first ?? "") \(nextNumber)"]
      export[nextNumber] = row
      nextNumber += 1
    }

    /// Changes some cells of the export, and adds and removes rows.
    mutating func editExport() {
      if random.once(in: 2) || export.isEmpty { addRow() }
      if random.once(in: 6), let gone = export.keys.sorted().randomElement(using: &random) { export[gone] = nil }
      for number in export.keys.sorted() where random.once(in: 2) {
        let field = random.pick(ImportHistoryTests.fields)
        let new =
          field == "title"
          ? ["\(random.pick(ImportHistoryTests.values["title"] ?? [])) \(number)"]
          : value(field, mayBeEmpty: field != "status")
        export[number]?[field] = new
      }
    }

    var csv: String {
      let header = "Book Id,Author,Year Published," + ImportHistoryTests.columns.map(\.column).joined(separator: ",")
      let lines = export.keys.sorted().map { number in
        let cells = ImportHistoryTests.columns.map { _, field in
          let texts = export[number]?[field] ?? []
          let text = field == "status" ? texts.map { ImportHistoryTests.shelves[$0] ?? $0 } : texts
          return "\"" + text.joined(separator: ", ").replacing("\"", with: "\"\"") + "\""
        }
        return "\(number),Author \(number),," + cells.joined(separator: ",")
      }
      return ([header] + lines).joined(separator: "\n") + "\n"
    }

    /// The expected numbers of rows in the summary of an import.
    struct Expected {
      var new = 0
      var changed = 0
      var unchanged = 0
      var skipped = 0
      /// A mapping from the numbers of records to the fields whose value in the source differs.
      var differences: [Int: Set<String>] = [:]
    }

    /// Updates the model for an import, and returns the expected summary.
    mutating func takeImport() -> Expected {
      var expected = Expected()
      // An export that equals an earlier export, but not the latest one, is an old version, so its values do not count
      // as changes.
      let isOld = imported.contains(csv) && imported.last != csv
      if !imported.contains(csv) { imported.append(csv) }
      for (number, said) in export {
        let row = isOld ? base[number] ?? said : said
        if deleted.contains(number), base[number] != nil {
          expected.skipped += 1
          continue
        }
        guard let old = ours[number] else {
          expected.new += 1
          deleted.remove(number)
          (ours[number], base[number]) = (row, row)
          continue
        }
        var new = old
        for field in ImportHistoryTests.fields {
          let (mine, theirs) = (old[field] ?? [], row[field] ?? [])
          let known = base[number].map { $0[field] ?? [] }
          let isKept = kept[number]?.contains(field) ?? false
          let (result, differs) =
            isKept ? (mine, !Model.same(field, mine, theirs)) : Model.merged(field, mine, known, theirs)
          new[field] = result
          kept[number, default: []].remove(field)
          if differs {
            expected.differences[number, default: []].insert(field)
            kept[number, default: []].insert(field)
          }
        }
        if new == old { expected.unchanged += 1 } else { expected.changed += 1 }
        (ours[number], base[number]) = (new, row)
      }
      return expected
    }

    private static func merged(
      _ field: String, _ mine: [String], _ base: [String]?, _ theirs: [String]
    ) -> (result: [String], differs: Bool) {
      if same(field, mine, theirs) { return (mine, false) }
      guard let base else { return mine.isEmpty ? (theirs, false) : (mine, !theirs.isEmpty) }
      if same(field, mine, base) { return (theirs, false) }
      if same(field, theirs, base) { return (mine, false) }
      if field == "genres" {
        let kept = mine.filter { theirs.contains($0) || !base.contains($0) }
        return (kept + theirs.filter { !base.contains($0) && !mine.contains($0) }, false)
      }
      return (mine, true)
    }

    static func same(_ field: String, _ a: [String], _ b: [String]) -> Bool {
      field == "genres" ? Set(a) == Set(b) : a == b
    }
  }

  /// Returns a mapping from numbers to the books of a library.
  private func books(_ library: TestLibrary) throws -> [Int: Row] {
    let text = try library.run("export json")
    let object = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]]
    let list = try #require(object, "\(text)")
    var books: [Int: Row] = [:]
    for book in list where book["kind"] as? String == "book" {
      guard let source = (book["sources"] as? [String])?.first, let number = Int(source.dropFirst("goodreads:".count))
      else { continue }
      var row: Row = ["id": [book["id"] as? String ?? ""]]
      for field in Self.fields {
        if let names = book[field] as? [[String: Any]] {
          row[field] = names.compactMap { $0["name"] as? String }
        } else if let text = book[field] {
          row[field] = ["\(text)".trimmingCharacters(in: .newlines)]
        }
      }
      books[number] = row
    }
    return books
  }

  /// Returns the files without folders, since an undo may leave empty folders behind.
  private func files(_ library: TestLibrary) throws -> [String: String] {
    try library.tree().filter { $0.value.contains("Regular") }
  }

  /// Edits and deletes some records, as a user would.
  private func edit(_ library: TestLibrary, _ model: inout Model) throws {
    let ids = try books(library).mapValues { $0["id"]?.first ?? "" }
    for number in model.ours.keys.sorted() {
      let id = try #require(ids[number])
      if model.random.once(in: 12) {
        _ = try library.run("book delete", [id, "--yes"])
        model.ours[number] = nil
        model.deleted.insert(number)
        continue
      }
      guard model.random.once(in: 2) else { continue }
      let field = model.random.pick(Self.fields)
      let value =
        field == "title"
        ? ["\(model.random.pick(Self.values["title"] ?? [])) \(number)"]
        : model.value(field, mayBeEmpty: field != "status")
      let words =
        field == "genres"
        ? ["genres="] + value.map { "genres+=\($0)" } : ["\(field)=\(value.first ?? "")"]
      for genre in field == "genres" ? value : [] where !(try library.run("genre list").contains(genre)) {
        _ = try library.run("genre add", [genre])
      }
      for word in words { _ = try library.run("book set", [id, word]) }
      model.ours[number]?[field] = value
    }
  }

  @Test(arguments: RandomHistories.parts(25, whenFull: 2000))
  func nothingIsLostInRandomHistories(_ histories: RandomHistories) throws { try histories.forEach(check) }

  private func check(_ random: SeededGenerator, _ name: String) throws {
    var model = Model(random: random)
    let library = try ImportTests.empty()
    let path = library.absolute("export.csv")
    model.addRow()
    for round in 0..<5 {
      let place = "\(name), round \(round)"
      model.editExport()
      try edit(library, &model)
      library["export.csv"] = model.csv
      if model.random.once(in: 8) {
        // A fresh clone does not contain the record of earlier imports.
        try? FileManager.default.removeItem(atPath: library.absolute(".shelf/imports"))
        (model.base, model.imported, model.kept) = ([:], [], [:])
      }
      let before = try files(library)
      let expected = model.takeImport()
      let summary = try ImportTests.summary(library, [path])
      let counts = [expected.new, expected.changed, expected.unchanged, expected.skipped].map(String.init)
      #expect(
        ImportTests.counts(summary) == "\(model.export.count) \(counts.joined(separator: " ")) 0", "\(place)")
      let found = try books(library)
      #expect(found.keys.sorted() == model.ours.keys.sorted(), "\(place)")
      for (number, row) in model.ours {
        for field in Self.fields {
          let (actual, wanted) = (found[number]?[field] ?? [], row[field] ?? [])
          if field == "review", expected.differences[number]?.contains("review") ?? false, actual != wanted {
            // If the two sides changed different lines of a text, the import keeps both changes, so the model adopts
            // the result.
            model.ours[number]?["review"] = actual
          } else {
            #expect(Model.same(field, actual, wanted), "\(place), book \(number), \(field): \(actual), not \(wanted)")
          }
        }
      }
      try checkNamed(expected, summary, model, place)
      // A second import changes nothing, and the import is undone in one step.
      let after = try files(library)
      let again = try ImportTests.summary(library, [path])
      #expect(again["new"] as? Int == 0 && again["changed"] as? Int == 0, "\(place)")
      #expect(try files(library) == after, "\(place)")
      if after != before {
        _ = try library.run("undo")
        #expect(try files(library) == before, "\(place)")
        _ = try library.run("redo")
        #expect(try files(library) == after, "\(place)")
      }
    }
  }

  /// Checks that the summary reports each field that kept the library's value even though the source has a different
  /// value.
  private func checkNamed(_ expected: Model.Expected, _ summary: [String: Any], _ model: Model, _ place: String) throws
  {
    let differences = summary["differences"] as? [[String: Any]] ?? []
    var named: [String: Set<String>] = [:]
    for difference in differences {
      let fields = difference["fields"] as? [String: Any] ?? [:]
      named[difference["title"] as? String ?? ""] = Set(fields.keys)
    }
    for (number, fields) in expected.differences {
      // The summary uses the title from before the import.
      let titles = [model.ours[number]?["title"]?.first ?? ""]
      let names = titles.compactMap { named[$0] }.first ?? named.first { $0.key.hasSuffix(" \(number)") }?.value ?? []
      #expect(names.union(["review"]).isSuperset(of: fields), "\(place), book \(number): \(fields) of \(names)")
    }
  }
}

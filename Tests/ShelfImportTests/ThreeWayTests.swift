import ShelfTestSupport
import ShelfText
import Testing

@testable import ShelfImport
@testable import ShelfModel
@testable import ShelfStore

/// Simulates random histories of a source and a library, in memory. Edits are made in the source, in the library or in
/// both, and rows and records disappear and come back. Some imports have the state of the last import, and some do not.
///
/// The model represents fields as lists of texts, and predicts the result for each field.
@Suite struct ThreeWayTests {
  private typealias Row = [String: [String]]

  private static let values: [String: [String]] = [
    "title": ["Dune", "Solaris: a novel", "三体", "1984"],
    "publisher": ["Ace", "O'Reilly & Sons", "[sic]", "Say \"no\""],
    "year": ["1965", "1966", "-800"], "pages": ["100", "412"], "rating": ["1", "3.5", "5"],
    "series": ["Dune 1", "Hain"],
    "status": ["wanted", "onShelf", "inProgress", "completed", "abandoned"],
    "author": ["Ann Roe", "Jane Doe", "Łucja Ż", "X"], "genres": ["fantasy", "to lend", "Łódź", "yes"],
  ]
  private static let fields = values.keys.sorted() + ["review"]
  private static let words = ["good", "bad", "# odd", "- a: b", "“so”"]

  private struct Expected: Equatable {
    var new = 0
    var changed = 0
    var unchanged = 0
    var skipped = 0
    /// The fields whose values in the library are kept although the source differs, by the number of the book.
    var differences: [Int: Set<String>] = [:]
  }

  private struct Model {
    var random: SeededGenerator
    /// The values that the source has for each book. Fields that are missing here do not occur in the source.
    var source: [Int: Row] = [:]
    var base: [Int: Row] = [:]
    var ours: [Int: Row] = [:]
    /// The fields where the last import kept a value that differs from the source.
    var kept: [Int: Set<String>] = [:]
    var next = 1

    mutating func value(_ field: String, _ number: Int, from all: [String]? = nil) -> [String] {
      let all = all ?? ThreeWayTests.values[field] ?? []
      switch field {
      case "title": return ["\(random.pick(all)) \(number)"]
      case "status": return [random.pick(all)]
      case "genres": return all.filter { _ in random.once(in: 3) }
      case "author": return random.once(in: 3) ? all.filter { _ in random.once(in: 2) } : [random.pick(all)]
      case "review":
        if random.once(in: 4) { return [] }
        let lines = (0..<3).map { "line \($0): \(random.pick(ThreeWayTests.words))" }
        // Constant lines separate the lines that may change, so that changes are never adjacent.
        return [lines.joined(separator: "\nbelow it\nfar below\n") + "\n"]
      default: return random.once(in: 4) ? [] : [random.pick(all)]
      }
    }

    mutating func changeSource() {
      if source.count < 2 || random.once(in: 3) {
        var row: Row = [:]
        for field in ThreeWayTests.fields { row[field] = value(field, next) }
        source[next] = row
        next += 1
      }
      for number in source.keys.sorted() {
        if random.once(in: 20) { source[number] = nil }
        for field in ThreeWayTests.fields where random.once(in: 4) {
          let isSilent = field != "title" && random.once(in: 6)
          let texts = value(field, number)
          if source[number] != nil { source[number]?[field] = isSilent ? nil : texts }
        }
      }
    }

    /// Applies an import to the model, and returns the expected outcome.
    mutating func takeImport(updates: Bool, revives: Bool) -> Expected {
      var expected = Expected()
      for (number, row) in source {
        guard let old = ours[number] else {
          if base[number] != nil, !revives {
            expected.skipped += 1
            continue
          }
          expected.new += 1
          kept[number] = []
          ours[number] = row.merging(["status": row["status"] ?? ["onShelf"]]) { first, _ in first }
          base[number, default: [:]].merge(row) { _, new in new }
          continue
        }
        var new = old
        for (field, theirs) in row {
          let known = base[number].map { $0[field] ?? [] }
          let isKept = kept[number]?.contains(field) ?? false
          let (result, differs) = Self.merged(field, old[field] ?? [], known, theirs, updates, isKept)
          new[field] = result
          kept[number, default: []].remove(field)
          if differs { kept[number, default: []].insert(field) }
          if differs { expected.differences[number, default: []].insert(field) }
        }
        let isSame = new.allSatisfy { Self.same($0.key, $0.value, old[$0.key] ?? []) }
        if isSame { expected.unchanged += 1 } else { expected.changed += 1 }
        ours[number] = new
        base[number, default: [:]].merge(row) { _, new in new }
      }
      return expected
    }

    private static func merged(
      _ field: String, _ ours: [String], _ base: [String]?, _ theirs: [String], _ updates: Bool,
      _ isKept: Bool
    ) -> (result: [String], differs: Bool) {
      if same(field, ours, theirs) { return (ours, false) }
      // Without a known change, no genre is removed.
      var conflict: (result: [String], differs: Bool) {
        let added = theirs.filter { !ours.contains($0) }
        if field == "genres", added.isEmpty { return (ours, false) }
        return updates ? (field == "genres" ? ours + added : theirs, false) : (ours, true)
      }
      if isKept { return conflict }
      guard let base else {
        // If an import created the record, its status may be a default that no source stated.
        let isDefault = field == "status" && ours == ["onShelf"]
        if ours.isEmpty || isDefault || theirs.isEmpty { return (theirs.isEmpty ? ours : theirs, false) }
        return conflict
      }
      if same(field, ours, base) { return (theirs, false) }
      if same(field, theirs, base) { return (ours, false) }
      if field == "genres" || field == "author" && max(ours.count, base.count, theirs.count) > 1 {
        let kept = ours.filter { theirs.contains($0) || !base.contains($0) }
        return (kept + theirs.filter { !base.contains($0) && !ours.contains($0) }, false)
      }
      if field == "review", let text = mergedLines(ours, base, theirs) { return ([text], false) }
      return updates ? (theirs, false) : (ours, true)
    }

    /// Merges line by line. The number of lines never changes.
    private static func mergedLines(_ ours: [String], _ base: [String], _ theirs: [String]) -> String? {
      guard let ours = ours.first, let base = base.first, let theirs = theirs.first else { return nil }
      func lines(_ text: String) -> [Substring] { text.split(separator: "\n") }
      var merged: [Substring] = []
      for ((mine, old), new) in zip(zip(lines(ours), lines(base)), lines(theirs)) {
        if mine != old, new != old, mine != new { return nil }
        merged.append(mine == old ? new : mine)
      }
      return merged.joined(separator: "\n") + "\n"
    }

    static func same(_ field: String, _ a: [String], _ b: [String]) -> Bool {
      switch field {
      case "genres": Set(a) == Set(b)
      case "status": (a.isEmpty ? ["onShelf"] : a) == (b.isEmpty ? ["onShelf"] : b)
      default: a == b
      }
    }
  }

  // MARK: - The library

  private struct Shelf {
    var library: Library
    /// The state of the last import, as the library stores it.
    var remembered: [UInt8]?

    func record(_ number: Int) -> Record? {
      library.records(of: .book).first { book in
        guard let field = library.schema.field("sources", of: .book) else { return false }
        return book.texts(of: field).contains("goodreads:\(number)")
      }
    }

    func row(_ record: Record) -> Row {
      var row: Row = [:]
      for field in library.schema.fields(of: .book) where ThreeWayTests.fields.contains(field.key) {
        let texts = record.texts(of: field)
        let names = texts.compactMap { RecordID($0).flatMap { library.record($0)?.title } }
        row[field.key] = field.type.target == nil ? texts : names
      }
      return row
    }

    mutating func take(_ changes: [FileChange]) {
      library = library.replacing(Dictionary(uniqueKeysWithValues: changes.map { (ExactPath($0.path), $0.new) }))
    }

    mutating func edit(_ body: (inout EditPlan) throws -> Void) rethrows {
      var plan = EditPlan(library, now: EditPlan.testNow)
      try body(&plan)
      take(plan.changes)
    }

    /// Imports rows, and returns the summary and whether anything changed.
    mutating func importRows(_ rows: [Int: Row], _ options: ImportOptions) throws -> (ImportSummary, isChanged: Bool) {
      var batch = SourceBatch(format: "goodreads")
      batch.file = "x.csv"
      for (number, row) in rows.sorted(by: { $0.key < $1.key }) {
        batch.begin()
        var draft = Draft(.book, key: "\(number)")
        draft.sources = ["goodreads:\(number)"]
        for (field, texts) in row { draft.replace(FieldHandle(named: field), texts) }
        batch.add(draft)
      }
      var run = ImportRun(batch, into: library, ImportBase("goodreads", remembered), options)
      var plan = EditPlan(library, now: EditPlan.testNow)
      try run.add(to: &plan)
      #expect(run.isDone)
      take(plan.changes)
      let base = run.baseChange()
      if let base { remembered = base.new }
      return (run.summary, !plan.changes.isEmpty || base != nil)
    }
  }

  /// Edits some records as their owner would.
  private func edit(_ shelf: inout Shelf, _ model: inout Model) throws {
    let names = shelf.library.records(of: .genre).map(\.title).sorted()
    for number in model.ours.keys.sorted() where model.random.once(in: 2) {
      let record = try #require(shelf.record(number))
      if model.random.once(in: 12) {
        try shelf.edit { try $0.delete(record) }
        model.ours[number] = nil
        continue
      }
      let key = model.random.pick(Self.fields)
      let texts = model.value(key, number, from: key == "genres" ? names : nil)
      let field = try #require(shelf.library.schema.field(key, of: .book))
      let ids = texts.map { text in
        shelf.library.records(of: .genre).first { key == "genres" && $0.title == text }?.id.description ?? text
      }
      try shelf.edit { plan in
        try plan.change(record, [Assignment(field, .set, ids.map { Assignment.Value(text: $0) })])
      }
      model.ours[number]?[key] = texts
    }
  }

  @Test(arguments: RandomHistories.parts(200, whenFull: 10_000))
  func everyFieldIsAsTheModelSays(_ histories: RandomHistories) throws { try histories.forEach(check) }

  private func check(_ random: SeededGenerator, _ name: String) throws {
    var model = Model(random: random)
    var shelf = Shelf(library: try TestLibrary.make([]))
    for round in 0..<6 {
      let place = "\(name), round \(round)"
      model.changeSource()
      try edit(&shelf, &model)
      if model.random.once(in: 8) {
        // This simulates a different clone, without the state of the import. Deletions that git does not know about
        // have not happened in that clone.
        shelf.remembered = nil
        model.base = [:]
        model.kept = [:]
      }
      var options = ImportOptions()
      options.updates = model.random.once(in: 6)
      options.revives = model.random.once(in: 6)
      let expected = model.takeImport(updates: options.updates, revives: options.revives)
      let (summary, _) = try shelf.importRows(model.source, options)
      var found = Expected(
        new: summary.new, changed: summary.changed, unchanged: summary.unchanged, skipped: summary.skipped)
      for change in summary.differences {
        let number = change.title.split(separator: " ").last.flatMap { Int($0) } ?? 0
        found.differences[number] = Set(change.fields.map(\.key))
      }
      #expect(found == expected, "\(place): \(summary.changes)")
      #expect(shelf.library.records(of: .book).count == model.ours.count, "\(place)")
      for (number, row) in model.ours {
        let actual = shelf.row(try #require(shelf.record(number), "\(place), book \(number)"))
        for field in Self.fields where !Model.same(field, actual[field] ?? [], row[field] ?? []) {
          Issue.record("\(place), book \(number), \(field): \(actual[field] ?? []), not \(row[field] ?? [])")
        }
      }
      let (again, isChanged) = try shelf.importRows(model.source, ImportOptions())
      #expect(!isChanged && again.new == 0 && again.changed == 0, "\(place)")
    }
  }
}

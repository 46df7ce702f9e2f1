import ShelfTestSupport

@testable import ShelfCLI
@testable import YAMLEdit

/// A record that two sides changed at random, and the common version that both started from.
///
/// The changes add, remove and move fields, change values, comments and styles, rename keys to older ones, and switch
/// line endings. New comments contain the name of their side and a number, so that `MergeCheck` can trace them.
struct MergeScenario {
  let base: MergeModel
  let ours: MergeModel
  let theirs: MergeModel

  /// Creates a record, and applies one to six random changes on each side.
  ///
  /// - Parameters:
  ///   - isAdded: whether both sides added the file, so that they have no common base.
  ///   - padding: the number of lines in an extra field, which helps git to recognize the file after a rename.
  init(_ number: Int, isAdded: Bool = false, padding: Int = 0, using random: inout SeededGenerator) {
    var maker = Maker(random: random, number: number)
    var record = maker.record()
    if padding > 0 {
      let lines = (0..<padding).map { "line \($0) of file \(number)" }
      record.entries.append(MergeModel.Entry(name: "padding", key: "padding", value: .lines(lines)))
    }
    ours = maker.changed(record, "o")
    theirs = maker.changed(record, "t")
    base = isAdded ? MergeModel(entries: []) : record
    random = maker.random
  }

  /// Returns the id of the record with a number.
  static func id(_ number: Int) -> String { uuid(number, "e") }

  private static func uuid(_ number: Int, _ digit: Character) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: digit, count: 8 - digits.count) + digits + "-1111-4111-8111-111111111111"
  }

  private struct Maker {
    var random: SeededGenerator
    let number: Int
    private var comments = 0

    init(random: SeededGenerator, number: Int) {
      self.random = random
      self.number = number
    }

    static let scalars = [
      "title": ["Dune", "Emma", "Ulysses", "The Trial"], "rating": ["1", "2", "3", "4", "5"],
      "status": ["onShelf", "inProgress", "completed"], "year": ["1965", "1815", "1922", "1925"],
      "dateStarted": ["2026-11-21", "2025-01-02", "2024-03-04"], "series": ["One", "Two", "Three"],
      "recommendedBy": ["Ann", "Bob", "Cid"], "shelfmark": ["A1", "B2", "C3"], "pages": ["100", "200", "300"],
    ]
    static let lists = ["genres", "author"]
    static let texts = ["synopsis", "review"]
    static let olderKeys = ["synopsis": "summary", "genres": "genre", "recommendedBy": "recomendedBy"]
    static var names: [String] { scalars.keys.sorted() + lists + texts }

    mutating func record() -> MergeModel {
      var record = MergeModel(entries: [
        MergeModel.Entry(name: "id", key: "id", value: .scalar(MergeScenario.id(number)))
      ])
      for name in Self.names.shuffled(using: &random) where !random.once(in: 3) {
        record.entries.append(entry(name, "b"))
      }
      record.usesCRLF = random.once(in: 10)
      record.hasFinalBreak = !random.once(in: 8)
      record.hasMark = random.once(in: 20)
      return record
    }

    private mutating func entry(_ name: String, _ side: String) -> MergeModel.Entry {
      let key = random.once(in: 4) ? Self.olderKeys[name] ?? name : name
      var entry = MergeModel.Entry(
        name: name, key: key, value: value(name, side), style: Int.random(in: 0..<3, using: &random))
      if random.once(in: 4) { entry.comment = comment(side) }
      if random.once(in: 4) { entry.above = [random.once(in: 2) ? "" : comment(side), comment(side)] }
      return entry
    }

    private mutating func value(_ name: String, _ side: String) -> MergeModel.Value {
      if let words = Self.scalars[name] { return .scalar(random.pick(words)) }
      if Self.texts.contains(name) {
        return .lines((0..<Int.random(in: 3...9, using: &random)).map { "line \($0) of \(name)" })
      }
      let count = Int.random(in: 1...4, using: &random)
      return .list((0..<6).shuffled(using: &random).prefix(count).map { item(name, $0, side) })
    }

    private mutating func item(_ name: String, _ number: Int, _ side: String) -> MergeModel.Item {
      let text = name == "genres" ? MergeScenario.uuid(number, "c") : "Author \(number)"
      let isNamed = random.once(in: name == "genres" ? 2 : 4)
      return MergeModel.Item(text: text, comment: isNamed ? (name == "genres" ? "Name \(number)" : comment(side)) : nil)
    }

    private mutating func comment(_ side: String) -> String {
      comments += 1
      return "\(side)-comment-\(comments)."
    }

    mutating func changed(_ record: MergeModel, _ side: String) -> MergeModel {
      var record = record
      for _ in 0..<Int.random(in: 1...6, using: &random) { change(&record, side) }
      return record
    }

    private mutating func change(_ record: inout MergeModel, _ side: String) {
      // The id is always the first entry and never changes.
      let place = record.entries.count > 1 ? Int.random(in: 1..<record.entries.count, using: &random) : nil
      switch Int.random(in: 0..<16, using: &random) {
      case 0, 1:
        let missing = Self.names.filter { record[$0] == nil }
        if missing.isEmpty { return }
        let entry = entry(random.pick(missing), side)
        record.entries.insert(entry, at: Int.random(in: 1...record.entries.count, using: &random))
      case 2: if let place { record.entries.remove(at: place) }
      case 3...8: if let place { record.entries[place].value = otherValue(record.entries[place], side) }
      case 9: if let place { record.entries[place].style += 1 }
      case 10: if let place { record.entries[place].comment = comment(side) }
      case 11: if let place { record.entries[place].comment = nil }
      case 12:
        guard let place else { return }
        record.entries[place].above.insert(
          random.once(in: 4) ? "" : comment(side),
          at: Int.random(in: 0...record.entries[place].above.count, using: &random))
      case 13:
        guard let place else { return }
        let name = record.entries[place].name
        record.entries[place].key = record.entries[place].key == name ? Self.olderKeys[name] ?? name : name
      case 14: if let place { record.entries.append(record.entries.remove(at: place)) }
      default:
        if random.once(in: 3) { record.usesCRLF.toggle() }
        if random.once(in: 2) { record.hasFinalBreak.toggle() }
        if random.once(in: 4) { record.hasMark.toggle() }
      }
    }

    private mutating func otherValue(_ entry: MergeModel.Entry, _ side: String) -> MergeModel.Value {
      switch entry.value {
      case .scalar: return value(entry.name, side)
      case .list(var items):
        if random.once(in: 2), items.count > 1 {
          items.remove(at: Int.random(in: 0..<items.count, using: &random))
        } else {
          let new = item(entry.name, Int.random(in: 0..<9, using: &random), side)
          if !items.contains(where: { $0.text == new.text }) {
            items.insert(new, at: Int.random(in: 0...items.count, using: &random))
          }
        }
        return .list(items)
      case .lines(var lines):
        let place = Int.random(in: 0..<lines.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: lines[place] += " changed by \(random.once(in: 3) ? "both" : side)"
        case 1: lines.insert("new \(side) \(Int.random(in: 0..<1_000_000, using: &random))", at: place)
        default: if lines.count > 1 { lines.remove(at: place) }
        }
        return .lines(lines)
      }
    }
  }
}

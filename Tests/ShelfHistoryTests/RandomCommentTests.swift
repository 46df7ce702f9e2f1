import ShelfTestSupport
import Testing

@testable import ShelfHistory
@testable import ShelfModel
@testable import ShelfText
@testable import YAMLEdit

/// Random merges of records full of comments, in all styles. No comment may be lost or duplicated.
///
/// The default run tests a random sample. Its seed is printed, and setting SHELF_SEED repeats it. SHELF_FULL=1 makes a
/// long run.
struct RandomCommentTests {
  @Test func noCommentIsLostOrDoubled() {
    let seed = SeededGenerator.seedOfRun
    var random = SeededGenerator(seed: seed)
    var (clean, conflicts, failures, comments) = (0, 0, 0, 0)
    for round in 0..<(SeededGenerator.isFull ? 100_000 : 3000) where failures < 3 {
      var maker = CommentedRecord.Maker(random: random)
      let base = maker.record()
      // Both sides may start from a record with changes that they have in common.
      let common = maker.random.once(in: 3) ? maker.changed(base, times: 2) : base
      let (ours, theirs) = (maker.changed(common, times: 3), maker.changed(common, times: 3))
      let policy = maker.random.pick([MergePolicy.conflict, .conflict, .ours, .theirs])
      random = maker.random
      let texts = [ours, base, theirs].map { Array($0.text.utf8) }
      let result = RecordMerge(of: .book, CommentedRecord.schema, policy)
        .merge(ours: texts[0], base: texts[1], theirs: texts[2])
      if result.isClean { clean += 1 } else { conflicts += 1 }
      comments += base.comments.count
      guard let problem = problem(result, ours, base, theirs, policy) else { continue }
      failures += 1
      Issue.record(
        """
        seed \(seed), round \(round), \(policy): \(problem)
        --- ours\n\(ours.text)--- base\n\(base.text)--- theirs\n\(theirs.text)--- result
        \(String(decoding: result.bytes, as: UTF8.self))
        """)
    }
    print("random comments, seed \(seed): \(clean) clean, \(conflicts) conflicts, \(comments) comments")
    #expect(clean > 100 && conflicts > 10 && comments > 1000)
  }

  private func problem(
    _ result: RecordMerge.Result, _ ours: CommentedRecord, _ base: CommentedRecord, _ theirs: CommentedRecord,
    _ policy: MergePolicy
  ) -> String? {
    if let reason = result.textReason { return "merged as text: \(reason)" }
    let text = String(decoding: result.bytes, as: UTF8.self)
    let sides = [ConflictText.Side.ours, .theirs].map { ConflictText.resolved(text, for: $0) }
    for side in sides {
      guard (try? Document(Array(side.utf8))) != nil else { return "does not read:\n\(side)" }
      if let doubled = CommentedRecord.words(in: side).first(where: { $0.value > 1 }) {
        return "\(doubled.key) is doubled"
      }
    }
    let found = CommentedRecord.words(in: text)
    let (first, middle, second) = (ours.comments, base.comments, theirs.comments)
    for comment in first.union(second) where found[comment] == nil {
      let wasRemoved = middle.contains(comment) && !(first.contains(comment) && second.contains(comment))
      // If the policy rejects a reference, the comment with the name of its record is removed, too.
      let wasNotTaken = policy != .conflict && !middle.contains(comment) && comment.hasPrefix("sequel")
      if !wasRemoved, !wasNotTaken { return "\(comment) is lost" }
    }
    return nil
  }
}

/// A record with comments in every possible place. Each comment is a unique word.
struct CommentedRecord {
  struct Item: Equatable {
    var text: String
    var comment: String?
    var above: String?
  }

  struct Entry: Equatable {
    enum Form { case block, flush, flow, single }

    var key: String
    var items: [Item]
    var form: Form
    var comment: String?
    var above: String?
  }

  var entries: [Entry]
  var tail: String?

  static let schema = Schema(customFields: [.book: [Field("sequel", .reference(.book), "Own")]])

  static func words(in text: String) -> [String: Int] {
    var counts: [String: Int] = [:]
    for line in text.split(separator: "\n") {
      guard let hash = line.firstIndex(of: "#") else { continue }
      for word in line[hash...].split(whereSeparator: { $0 == " " || $0 == "#" }) {
        counts[String(word), default: 0] += 1
      }
    }
    return counts
  }

  var comments: Set<String> { Set(CommentedRecord.words(in: text).keys) }

  var text: String {
    "id: 5adc2d82-3e83-4366-b73d-43a8e2bd9b3e\n" + entries.map(CommentedRecord.text).joined()
      + (tail.map { "# \($0)\n" } ?? "")
  }

  private static func text(_ entry: Entry) -> String {
    func after(_ comments: String?...) -> String { comments.compactMap { $0.map { " # \($0)" } }.joined() }
    let above = entry.above.map { "# \($0)\n" } ?? ""
    let (key, items) = (entry.key, entry.items)
    switch entry.form {
    case .single where key == "review":
      return above + "review: |\(after(entry.comment))\n" + items.map { "  \($0.text)\n" }.joined()
    case .single: return above + "\(key): \(items[0].text)\(after(entry.comment, items[0].comment))\n"
    case .flow where key == "extra":
      return above + "\(key): {\(items.map { "\($0.text): 1" }.joined(separator: ", "))}\(after(entry.comment))\n"
    case .flow: return above + "\(key): [\(items.map(\.text).joined(separator: ", "))]\(after(entry.comment))\n"
    case .block, .flush:
      let margin = entry.form == .block || key == "extra" ? "  " : ""
      let lines = items.map { item in
        (item.above.map { "\(margin)# \($0)\n" } ?? "") + margin
          + (key == "extra" ? "\(item.text): 1" : "- \(item.text)")
          + after(item.comment) + "\n"
      }
      return above + "\(key):\(after(entry.comment))\n" + lines.joined()
    }
  }

  /// Generates random records and random changes to them.
  struct Maker {
    var random: SeededGenerator
    private var count = 0

    private static let lists = ["author", "genres", "sources", "extra"]
    private static let keys = ["title", "author", "rating", "genres", "sequel", "review", "extra", "other", "year"]

    init(random: SeededGenerator) { self.random = random }

    private mutating func word(_ key: String) -> String {
      count += 1
      return "\(key)\(count)"
    }

    private mutating func texts(_ key: String) -> [String] {
      switch key {
      case "genres", "sequel": "abcdef".map { "\(String(repeating: $0, count: 8))-1111-4111-8111-111111111111" }
      case "rating": ["1", "2", "3", "4"]
      case "year": ["1965", "'1965'", "1966"]
      case "review": (1...6).map { "line \($0)" }
      default: ["Ann", "Bob", "Cid", "Dan", "Eve"]
      }
    }

    private mutating func items(_ key: String) -> [Item] {
      let isLong = Maker.lists.contains(key) || key == "review"
      let count = isLong ? Int.random(in: 1...4, using: &random) : 1
      let texts = texts(key)
      var items = (0..<count).map { Item(text: texts[$0]) }
      for place in items.indices where Maker.lists.contains(key) {
        if random.once(in: 3) { items[place].comment = word(key) }
        if random.once(in: 5) { items[place].above = word(key) }
      }
      return items
    }

    private mutating func entry(_ key: String) -> Entry {
      var entry = Entry(key: key, items: items(key), form: .single)
      if Maker.lists.contains(key) { entry.form = .block }
      if random.once(in: 2) { entry.comment = word(key) }
      if random.once(in: 4) { entry.above = word(key) }
      return restyled(entry)
    }

    mutating func record() -> CommentedRecord {
      let keys = Maker.keys.shuffled(using: &random).prefix(Int.random(in: 2...7, using: &random))
      return CommentedRecord(entries: keys.map { entry($0) }, tail: random.once(in: 4) ? word("tail") : nil)
    }

    /// Returns the entry in a different form that has room for its comments.
    private mutating func restyled(_ entry: Entry) -> Entry {
      guard Maker.lists.contains(entry.key) else { return entry }
      var result = entry
      var forms = [Entry.Form.block, .flush]
      if entry.items.allSatisfy({ $0.comment == nil && $0.above == nil }) { forms += [.flow, .flow] }
      if entry.items.count == 1, entry.items[0].above == nil, entry.key != "extra" { forms += [.single, .single] }
      result.form = random.pick(forms)
      // The comment of a list with a single text can be on the line of the text or on the line of the key.
      if result.form != .single, entry.items.count == 1, random.once(in: 2) {
        let isFlow = result.form == .flow
        if !isFlow, result.comment != nil, result.items[0].comment == nil {
          (result.items[0].comment, result.comment) = (result.comment, nil)
        }
      }
      return result
    }

    mutating func changed(_ record: CommentedRecord, times: Int) -> CommentedRecord {
      var result = record
      for _ in 0..<times { change(&result) }
      return result
    }

    private mutating func change(_ record: inout CommentedRecord) {
      let kinds = record.entries.isEmpty ? 0..<1 : 0..<10
      let place = record.entries.isEmpty ? 0 : Int.random(in: record.entries.indices, using: &random)
      switch Int.random(in: kinds, using: &random) {
      case 0:
        let missing = Maker.keys.filter { key in !record.entries.contains { $0.key == key } }
        guard !missing.isEmpty else { return }
        record.entries.insert(entry(random.pick(missing)), at: Int.random(in: 0...record.entries.count, using: &random))
      case 1: record.entries.remove(at: place)
      case 2: record.entries[place].comment = random.once(in: 2) ? nil : word(record.entries[place].key)
      case 3: record.entries[place].above = random.once(in: 2) ? nil : word(record.entries[place].key)
      case 4: record.entries[place] = restyled(record.entries[place])
      case 5: record.tail = random.once(in: 2) ? nil : word("tail")
      default: changeItem(&record.entries[place])
      }
    }

    private mutating func changeItem(_ entry: inout Entry) {
      let (key, texts) = (entry.key, texts(entry.key))
      guard Maker.lists.contains(key) else {
        let free = texts.filter { text in !entry.items.contains { $0.text == text } }
        entry.items[Int.random(in: entry.items.indices, using: &random)].text = random.pick(free)
        return
      }
      let place = Int.random(in: entry.items.indices, using: &random)
      let isBlock = entry.form == .block || entry.form == .flush
      switch Int.random(in: 0..<4, using: &random) {
      case 0 where entry.items.count > 1: entry.items.remove(at: place)
      case 1 where isBlock: entry.items[place].comment = random.once(in: 3) ? nil : word(key)
      case 2 where isBlock: entry.items[place].above = random.once(in: 2) ? nil : word(key)
      default:
        guard let text = texts.first(where: { text in !entry.items.contains { $0.text == text } }) else { return }
        if entry.form == .single {
          entry.items[0].text = text
        } else {
          let item = Item(text: text, comment: isBlock && random.once(in: 2) ? word(key) : nil)
          entry.items.insert(item, at: Int.random(in: 0...entry.items.count, using: &random))
        }
      }
    }
  }
}

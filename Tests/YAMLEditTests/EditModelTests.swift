import Testing

@testable import YAMLEdit

/// Compares edits of records in many layouts with the results of a simple model, byte for byte.
///
/// Every edit already verifies its result by parsing it again. Only the exact bytes show whether it also chose the
/// right layout.
@Suite struct EditModelTests {
  private var random = SeededGenerator(seed: SeededGenerator.seedOfRun &+ 24)

  /// The file format of a record.
  private struct File {
    var hasMark = false
    var lineBreak = "\n"
    var endsInBreak = true
    /// The indentation shared by all lines that are not empty.
    var margin = ""

    func bytes(_ record: Record) -> [UInt8] {
      let lines = record.lines.map { ($0.isEmpty ? "" : margin) + $0 + lineBreak }.joined()
      return Array(((hasMark ? "\u{FEFF}" : "") + (endsInBreak ? lines : String(lines.dropLast()))).utf8)
    }
  }

  @Test mutating func oneEdit() throws {
    var counts: [String: Int] = [:]
    for _ in 0..<(Corpus.isFull ? 100_000 : 5000) {
      let (record, file) = (record(), file())
      guard let (edit, expected) = change(of: record), allows(file, record, expected) else { continue }
      let before = file.bytes(record)
      let document = try Document(before)
      let result = try? document.applying(edit)
      counts[EditProperty.kind(of: edit), default: 0] += 1
      expect(result?.bytes, file.bytes(expected), before, [edit])
    }
    #expect(counts.count == 8 && counts.values.allSatisfy { $0 > 20 }, "\(counts)")
  }

  /// Makes several edits in different places at once.
  @Test mutating func editsMadeTogether() throws {
    var (together, apart) = (0, 0)
    for _ in 0..<(Corpus.isFull ? 60_000 : 3000) {
      let (record, file) = (record(), file())
      let (edits, expected) = separateEdits(of: record)
      guard !edits.isEmpty, allows(file, record, expected) else { continue }
      let before = file.bytes(record)
      guard let result = try Document(before).applying(together: edits) else {
        apart += 1
        continue
      }
      together += 1
      expect(result.bytes, file.bytes(expected), before, edits)
    }
    print("edits of a model: \(together) together, \(apart) apart")
    #expect(together > 20 * apart)
  }

  /// A new document has the default layout.
  @Test mutating func newDocuments() throws {
    let style = Record.Style(list: 2, mapping: 2, block: 2)
    for _ in 0..<(Corpus.isFull ? 40_000 : 2000) {
      var (values, record): ([(key: String, value: Value)], Record) = ([], Record())
      for number in 0..<Int.random(in: 1...4, using: &random) {
        var value = newValue()
        var entry = Record.Entry(key: random.pick(["k\(number)", "'1\(number)'"]), value: Self.content(value, style))
        let comment = random.once(in: 3) ? random.pick(["said", "é", " two ", ""]) : nil
        switch (value, entry.value) {
        case (.scalar(let scalar), _):
          value = .scalar(Scalar(scalar.text, comment: comment))
          entry.comment = comment
        case (.list(let items), .list(var written, let isFlow, let offset)) where !items.isEmpty:
          value = .list(items.map { Scalar($0.text, comment: comment) })
          for index in written.indices { written[index].comment = comment.flatMap(Self.comment) }
          entry.value = .list(written, isFlow: isFlow, offset: offset)
        default: break
        }
        entry.comment = entry.comment.flatMap(Self.comment)
        record.entries.append(entry)
        values.append((entry.key.replacing("'", with: ""), value))
        record.entries[number].key = entry.key.replacing("'", with: "\"")
      }
      expect(try Document.bytes(of: values), File().bytes(record), [], [])
    }
    #expect(try Document.bytes(of: []) == Array("{}\n".utf8))
  }

  /// Returns a comment with single spaces between its words, or nil if it has no words.
  private static func comment(_ text: String) -> String? {
    let words = text.split(separator: " ").joined(separator: " ")
    return words.isEmpty ? nil : words
  }

  /// Every text can be a value or a list item of a new document, and is read back unchanged.
  @Test func anyTextInANewDocument() throws {
    for text in Inputs.texts + Inputs.longTexts + Record.typed + Record.long {
      let values: [Value] = [
        .scalar(Scalar(text)), .scalar(Scalar(text, comment: "c")), .list([Scalar("first"), Scalar(text)]),
        .list([Scalar(text), Scalar("last", comment: "c")]), .sequence([.scalar(Scalar(text)), .list([Scalar(text)])]),
        .mapping([Value.Entry("k", .scalar(Scalar(text))), Value.Entry("l", .list([Scalar(text)]))]),
      ]
      for value in values {
        let document = try Document(Document.bytes(of: [("a", value), ("b", .scalar(Scalar("end")))]))
        let expected = Tree.of(.mapping([Value.Entry("a", value), Value.Entry("b", .scalar(Scalar("end")))]))
        #expect(Tree.of(document) == expected, "\(value)")
      }
    }
  }

  private func expect(_ result: [UInt8]?, _ expected: [UInt8], _ before: [UInt8], _ edits: [Edit]) {
    if result == expected { return }
    func shown(_ bytes: [UInt8]?) -> String { bytes.map { String(decoding: $0, as: UTF8.self) } ?? "refused" }
    Issue.record(
      """
      \(edits)
      \(shown(before))
      --- expected
      \(shown(expected))
      --- is
      \(shown(result))
      """)
  }

  /// Returns whether the files may lack a final line break. A file without a final line break must not end with a block
  /// scalar or an empty line; other tests cover these cases.
  private func allows(_ file: File, _ records: Record...) -> Bool {
    file.endsInBreak
      || records.allSatisfy { record in
        guard record.tail.isEmpty, let last = record.entries.last, !last.above.contains("") else { return false }
        // Without a line break in the file, an edit cannot know which kind of line break to write.
        if record.lines.count == 1, file.lineBreak != "\n" { return false }
        if case .text(let text) = last.value { return text.mark != .block }
        return false
      }
  }

  // MARK: - Records

  private mutating func file() -> File {
    File(
      hasMark: random.once(in: 10), lineBreak: random.once(in: 5) ? "\r\n" : "\n", endsInBreak: !random.once(in: 6),
      margin: random.once(in: 6) ? "   " : "")
  }

  private mutating func text(_ style: Record.Style) -> Record.Text {
    var text = style.text(random.pick(random.once(in: 4) ? Record.typed : Record.plain))
    if random.once(in: 4), text.mark == .plain { text.mark = style.isSingle ? .single : .double }
    return text
  }

  private mutating func record() -> Record {
    let style = Record.Style(
      isSingle: random.once(in: 2), listsInFlow: random.once(in: 3), list: random.pick([0, 2, 4]),
      mapping: random.pick([1, 2, 4]), block: random.pick([2, 3, 4]))
    let column = random.once(in: 3) ? 9 : nil
    var record = Record()
    record.entries = entries(style, column, depth: 0, "k")
    if random.once(in: 6) { record.tail = random.pick([["# end"], ["", "# end"]]) }
    return record
  }

  private mutating func entries(_ style: Record.Style, _ column: Int?, depth: Int, _ name: String) -> [Record.Entry] {
    (0..<Int.random(in: 1...4, using: &random)).map { number in
      let key = "\(name)\(number)" + String(repeating: "x", count: Int.random(in: 0...2, using: &random))
      var entry = Record.Entry(key: key, value: .text(text(style)))
      entry.comment = random.once(in: 4) ? random.pick(["note", "é # é"]) : nil
      if depth == 0, random.once(in: 5) { entry.above = random.pick([["# about"], ["", "# about"], [""]]) }
      switch Int.random(in: 0..<10, using: &random) {
      case 0: entry.value = .text(style.text(random.pick(Record.long)))
      case 1, 2: entry.value = .list(items(style), isFlow: style.listsInFlow, offset: style.list)
      case 3 where depth < 2:
        entry.value = .mapping(entries(style, nil, depth: depth + 1, "\(name)\(number)i"), offset: style.mapping)
      case 4: entry.value = .list([], isFlow: true, offset: 0)
      default: break
      }
      entry.gap = column.map { $0 - entry.key.count - 1 } ?? 1
      return entry
    }
  }

  private mutating func items(_ style: Record.Style) -> [Record.Item] {
    let texts = (Record.plain + Record.typed).shuffled(using: &random).prefix(Int.random(in: 1...4, using: &random))
    return texts.map { text in
      let isLong = !style.listsInFlow && !text.hasPrefix(" ") && random.once(in: 12)
      let comment = !style.listsInFlow && random.once(in: 4) ? "item" : nil
      return Record.Item(text: style.text(isLong ? text + "s\nlines\n" : text), comment: comment)
    }
  }

  // MARK: - Edits

  /// Returns the paths of all mappings.
  private func mappings(_ entries: [Record.Entry], _ path: [String] = []) -> [[String]] {
    [path]
      + entries.flatMap { entry in
        if case .mapping(let inner, _) = entry.value { mappings(inner, path + [entry.key]) } else { [[String]]() }
      }
  }

  private mutating func newText(_ old: Record.Text? = nil) -> String {
    // Empty text cannot be a block scalar, and in this test, lines of a block scalar do not start with a space.
    let isBlock = old?.mark == .block
    let texts = Record.plain + Record.typed + Record.long
    return random.pick(isBlock ? texts.filter { !$0.isEmpty && !$0.hasPrefix(" ") } : texts)
  }

  /// Returns an edit of a record and its expected result, or nil if the record does not allow the chosen kind of edit.
  private mutating func change(of record: Record) -> (Edit, Record)? {
    let path = random.pick(mappings(record.entries))
    let mapping = record.mapping(at: path)
    guard !mapping.isEmpty else { return nil }
    let position = Int.random(in: mapping.indices, using: &random)
    let entry = mapping[position]
    let steps = path.map { Step.key($0) }
    var result = record
    switch Int.random(in: 0..<8, using: &random) {
    case 0:
      guard record.entries.count > 1 || path.count > 0 && mapping.count > 1 else { return nil }
      result.remove(path + [entry.key])
      return (.remove(steps + [.key(entry.key)]), result)
    case 1:
      let value = newValue()
      let key = random.pick(["nw", "newer", "muchLonger"])
      let isFirst = random.once(in: 3)
      var new = Record.Entry(key: key, value: Self.content(value, record.style(in: mapping)))
      new.gap = Self.gap(of: new, in: mapping)
      if isFirst { new.above = mapping[0].above }
      result.change(path) { entries in
        if isFirst { entries[0].above = [] }
        entries.insert(new, at: isFirst ? 0 : position + 1)
      }
      return (.insert(key: key, value, into: steps, after: isFirst ? nil : entry.key), result)
    case 2:
      result.change(path) { $0[position].key = "renamed" }
      return (.renameKey(steps + [.key(entry.key)], to: "renamed"), result)
    case 3:
      let comment = random.pick([nil, "said", "two\nlines"])
      result.change(path) { $0[position].comment = comment.map { $0.replacing("\n", with: " ") } }
      return (.setComment(steps + [.key(entry.key)], comment), result)
    case 4:
      guard case .list(let items, let isFlow, let offset) = entry.value, !items.isEmpty else { return nil }
      return changedItem(record, path, position, items, isFlow, offset)
    case 5:
      guard case .list(let items, let isFlow, let offset) = entry.value, !items.isEmpty else { return nil }
      return changedList(record, path, position, items, isFlow, offset)
    default:
      guard let (value, new) = newValue(in: entry, record.style(in: mapping), record.style()) else { return nil }
      result.change(path) { $0[position] = new }
      return (.set(steps + [.key(entry.key)], value), result)
    }
  }

  private mutating func newValue() -> Value {
    switch Int.random(in: 0..<4, using: &random) {
    case 0: return .list([Scalar(random.pick(Record.plain)), Scalar(random.pick(Record.typed))])
    case 1:
      return .mapping([
        Value.Entry("in", .scalar(Scalar(newText()))), Value.Entry("list", .list([Scalar("p"), Scalar("q")])),
      ])
    case 2: return .list([])
    default: return .scalar(Scalar(newText()))
    }
  }

  /// Returns a value in the layout that shelf gives to new values.
  private static func content(_ value: Value, _ style: Record.Style) -> Record.Content {
    switch value {
    case .scalar(let scalar): .text(style.text(scalar.text))
    case .list(let items):
      .list(
        items.map { Record.Item(text: style.text($0.text)) }, isFlow: style.listsInFlow || items.isEmpty,
        offset: style.list)
    case .mapping(let entries):
      .mapping(entries.map { Record.Entry(key: $0.key, value: content($0.value, style)) }, offset: style.mapping)
    case .sequence: .list([], isFlow: true, offset: 0)
    }
  }

  private static func gap(of entry: Record.Entry, in mapping: [Record.Entry]) -> Int {
    switch entry.value {
    case .text, .list(_, isFlow: true, _): Record.gap(of: entry.key, in: mapping)
    default: 1
    }
  }

  /// Returns a different value for an entry, and the entry with that value.
  private mutating func newValue(
    in entry: Record.Entry, _ style: Record.Style, _ whole: Record.Style
  ) -> (Value, Record.Entry)? {
    var new = entry
    let value: Value
    switch entry.value {
    case .text(let text):
      value = random.once(in: 3) ? newValue() : .scalar(Scalar(newText(text)))
      if case .scalar(let scalar) = value {
        if text.mark == .block, newIsNoBlock(scalar.text) { return nil }
        new.value = .text(scalar.text == text.text ? text : whole.text(scalar.text, replacing: text))
      } else {
        new.value = Self.content(value, style)
      }
    case .list(let items, _, _):
      value = items.isEmpty || random.once(in: 2) ? newValue() : .scalar(Scalar(newText()))
      if case .list(let new) = value, !items.isEmpty, !new.isEmpty { return nil }
      if case .list([]) = value, items.isEmpty { return (value, entry) }
      new.value = Self.content(value, style)
    case .mapping:
      value = newValue()
      new.value = Self.content(value, style)
    }
    switch (entry.value, new.value) {
    // A value that moves from other lines to the line of its key has one space before it.
    case (.list(_, isFlow: false, _), _), (.mapping, _): new.gap = 1
    default: break
    }
    return (value, new)
  }

  private func newIsNoBlock(_ text: String) -> Bool { text.isEmpty || text.hasPrefix(" ") }

  /// Returns an edit of one list item and its expected result.
  private mutating func changedItem(
    _ record: Record, _ path: [String], _ position: Int, _ items: [Record.Item], _ isFlow: Bool, _ offset: Int
  ) -> (Edit, Record)? {
    var (result, items) = (record, items)
    let index = Int.random(in: items.indices, using: &random)
    let list = path.map { Step.key($0) } + [.key(record.mapping(at: path)[position].key)]
    let edit: Edit
    let style = record.style()
    switch Int.random(in: 0..<4, using: &random) {
    case 0:
      guard items.count > 1 || record.entries.count > 1 else { return nil }
      edit = .remove(list + [.index(index)])
      items.remove(at: index)
      if items.isEmpty {
        result.remove(path + [record.mapping(at: path)[position].key])
        return (edit, result)
      }
    case 1:
      let text = isFlow ? random.pick(Record.plain + Record.typed) : newText(items[index].text)
      if items[index].text.mark == .block, newIsNoBlock(text) { return nil }
      edit = .set(list + [.index(index)], .scalar(Scalar(text)))
      items[index].text =
        text == items[index].text.text ? items[index].text : style.text(text, replacing: items[index].text)
    case 2 where !isFlow:
      let comment = random.pick([nil, "said"])
      edit = .setComment(list + [.index(index)], comment)
      items[index].comment = comment
    default:
      let comment = isFlow || random.once(in: 2) ? nil : "added"
      let text = isFlow ? random.pick(Record.plain + Record.typed) : newText()
      edit = .append(Scalar(text, comment: comment), to: list)
      items.append(Record.Item(text: style.text(text), comment: comment))
    }
    result.change(path) { $0[position].value = .list(items, isFlow: isFlow, offset: offset) }
    return (edit, result)
  }

  /// Returns an edit that sets a list to some of its items in their old order, with new items between them.
  private mutating func changedList(
    _ record: Record, _ path: [String], _ position: Int, _ old: [Record.Item], _ isFlow: Bool, _ offset: Int
  ) -> (Edit, Record)? {
    let kept = old.filter { _ in !random.once(in: 3) }
    var texts = kept.map(\.text.text)
    let fresh = (Record.plain + Record.typed).filter { text in !old.contains { $0.text.text == text } }
    for text in fresh.shuffled(using: &random).prefix(Int.random(in: 0...2, using: &random)) {
      texts.insert(text, at: Int.random(in: 0...texts.count, using: &random))
    }
    guard !texts.isEmpty else { return nil }
    var (result, items) = (record, [Record.Item]())
    // When a new item is written, the items that the edit removes still exist and affect the style of the new one.
    for text in texts {
      if let item = kept.first(where: { $0.text.text == text }) {
        items.append(item)
      } else {
        items.append(Record.Item(text: result.style().text(text)))
        let all = old + items.filter { item in !old.contains { $0.text.text == item.text.text } }
        result.change(path) { $0[position].value = .list(all, isFlow: isFlow, offset: offset) }
      }
    }
    result.change(path) { $0[position].value = .list(items, isFlow: isFlow, offset: offset) }
    let list = path.map { Step.key($0) } + [.key(record.mapping(at: path)[position].key)]
    return (.set(list, .list(texts.map { Scalar($0) })), result)
  }

  /// Returns edits in different places that can be made at once, and their expected result.
  private mutating func separateEdits(of record: Record) -> ([Edit], Record) {
    var (edits, result): ([Edit], Record) = ([], record)
    let style = record.style()
    for path in mappings(record.entries).reversed() {
      let mapping = record.mapping(at: path)
      var gone = 0
      for entry in mapping where random.once(in: 2) {
        let steps = path.map { Step.key($0) } + [.key(entry.key)]
        func change(_ body: (inout Record.Entry) -> Void) {
          result.change(path) { entries in
            if let index = entries.firstIndex(where: { $0.key == entry.key }) { body(&entries[index]) }
          }
        }
        switch (entry.value, Int.random(in: 0..<3, using: &random)) {
        case (.text(let text), 0) where text.mark != .block:
          let new = random.pick(Record.plain)
          edits.append(.set(steps, .scalar(Scalar(new))))
          change { $0.value = .text(new == text.text ? text : style.text(new, replacing: text)) }
        case (.text, 1) where gone + 1 < mapping.count:
          gone += 1
          edits.append(.remove(steps))
          result.remove(path + [entry.key])
        case (.list(let items, let isFlow, let offset), 0...1) where !isFlow && items.count > 1:
          var kept: [Record.Item] = []
          for (index, item) in items.enumerated() {
            if random.once(in: 2), kept.count + items.count - index > 1 {
              edits.append(.remove(steps + [.index(index)]))
            } else {
              kept.append(item)
            }
          }
          change { $0.value = .list(kept, isFlow: isFlow, offset: offset) }
        default:
          edits.append(.setComment(steps, "said"))
          change { $0.comment = "said" }
        }
      }
    }
    return (edits, result)
  }
}

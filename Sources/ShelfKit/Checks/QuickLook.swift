import YAMLEdit

/// A quick look at every record, which proves most of them sound without making a `String`.
///
/// A record that it cannot prove sound is a suspect, and examined by each check that looks at records; it need not have
/// a problem. What no such check would complain about, this must not miss: a test holds the two against each other.
struct QuickLook: Sendable {
  /// The positions of the records that need a closer look, in the library's order.
  private(set) var suspects: [Int] = []
  /// The ids that references name and no record has.
  private(set) var dangling: Set<RecordID> = []

  init(_ library: Library, today: CalendarDate) {
    let look = Look(library, today: today)
    for piece in Parallel.map(library.records.count, threads: library.threads, look.examine) {
      suspects += piece.suspects
      dangling.formUnion(piece.dangling)
    }
  }

  private struct Look: Sendable {
    private let library: Library
    private let rows: [[Row]]
    /// The required fields of each kind, a bit each.
    private let required: [UInt64]
    /// The day after today in the words of a file: people and machines live in several time zones.
    private let tomorrow: [UInt8]

    /// What a kind's table says about a field, ready to be compared.
    private struct Row: Sendable {
      let type: FieldType
      let target: Kind?
      let isList: Bool
      let isRequired: Bool
      let words: [[UInt8]]
      let role: Role
    }

    private enum Role: Sendable {
      case none, book, status, begin, end
    }

    init(_ library: Library, today: CalendarDate) {
      self.library = library
      required = Kind.allCases.map { kind in
        library.schema.fields(of: kind).reduce(0) { $0 | ($1.isRequired ? 1 << UInt64($1.index) : 0) }
      }
      tomorrow = Array(CalendarDate(daysSince1970: today.daysSince1970 + 1).description.utf8)
      rows = Kind.allCases.map { kind in
        library.schema.fields(of: kind).map { field in
          var words: [[UInt8]] = []
          if case .choice(let choices) = field.type { words = choices.map { Array($0.utf8) } }
          let roles: [String: Role] =
            switch kind {
            case .book: ["status": .status, "dateStarted": .begin, "dateCompleted": .end]
            case .quote: ["book": .book]
            case .issue: ["creationDate": .begin, "modificationDate": .end]
            case .genre, .tag: [:]
            }
          return Row(
            type: field.type, target: field.type.target, isList: field.type.isList, isRequired: field.isRequired,
            words: words, role: roles[field.key] ?? .none)
        }
      }
    }

    func examine(_ range: Range<Int>) -> (suspects: [Int], dangling: Set<RecordID>) {
      var suspects: [Int] = []
      var dangling: Set<RecordID> = []
      for position in range where !isSound(library.records[position], &dangling) { suspects.append(position) }
      return (suspects, dangling)
    }

    private func isSound(_ record: Record, _ dangling: inout Set<RecordID>) -> Bool {
      record.withSlots { bytes, sourceCount, slots in
        let rows = rows[Int(record.kind.rawValue)]
        let hasMark = sourceCount >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF
        var isSound = !hasMark && !record.hasFormerKeys
        // The required fields stand at the front of a kind's table.
        var required: UInt64 = 0
        var state = State()
        for (position, slot) in slots.enumerated() {
          guard let index = slot.field.map(Int.init) else {
            isSound = false
            continue
          }
          let row = rows[index]
          if slot.shape == .nested || (slot.shape != .scalar && !row.isList) { isSound = false }
          if slot.value.count == 0 { continue }
          let start = Int(slot.value.start)
          let text = UnsafeBufferPointer(rebasing: bytes[start..<start + Int(slot.value.count)])
          if row.isRequired { required |= 1 << UInt64(index) }
          if let target = row.target {
            let end = start + Int(slot.value.count)
            let isPlain = isSoundReference(text, to: target, bytes, sourceCount, end: end, &dangling)
            if !isPlain || repeats(position, in: slots, bytes) { isSound = false }
          } else if !isCanonical(text, row) {
            isSound = false
          }
          switch row.role {
          case .none: break
          case .book: state.hasBook = true
          case .status: state.isCompleted = equal(text, "completed")
          case .begin: state.begin = text
          case .end: state.end = text
          }
        }
        return isSound && required == self.required[Int(record.kind.rawValue)] && agrees(state, record.kind)
      }
    }

    /// What is looked at together.
    private struct State {
      var hasBook = false
      var isCompleted = false
      /// The dates of which the first must not be after the second.
      var begin: UnsafeBufferPointer<UInt8>?
      var end: UnsafeBufferPointer<UInt8>?
    }

    private func agrees(_ state: State, _ kind: Kind) -> Bool {
      if kind == .quote && !state.hasBook { return false }
      if kind == .book && state.isCompleted != (state.end != nil) { return false }
      guard let begin = state.begin, let end = state.end else { return true }
      return !end.lexicographicallyPrecedes(begin)
    }

    private func isSoundReference(
      _ text: UnsafeBufferPointer<UInt8>, to kind: Kind, _ bytes: UnsafeBufferPointer<UInt8>, _ sourceCount: Int,
      end: Int, _ dangling: inout Set<RecordID>
    ) -> Bool {
      guard let id = RecordID(utf8: text) else { return false }
      guard let target = library.record(id) else {
        dangling.insert(id)
        return false
      }
      guard target.kind == kind, target.id == id, end <= sourceCount else { return false }
      guard let comment = QuickLook.comment(after: end, bytes, sourceCount) else { return true }
      return target.hasTitle(comment)
    }

    /// Returns whether an earlier item of the same list is the same text, or the same id in other letters.
    private func repeats(_ position: Int, in slots: [Record.Slot], _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
      var earlier = position
      while earlier > 0, slots[earlier - 1].key == slots[position].key {
        earlier -= 1
        let (a, b) = (slots[earlier].value, slots[position].value)
        if a.count == b.count,
          RecordID(utf8: UnsafeBufferPointer(rebasing: bytes[Int(a.start)..<Int(a.start + a.count)]))
            == RecordID(utf8: UnsafeBufferPointer(rebasing: bytes[Int(b.start)..<Int(b.start + b.count)]))
        {
          return true
        }
      }
      return false
    }

    /// Returns whether a value is written as the program would write it, or is of a type that takes any text.
    private func isCanonical(_ text: UnsafeBufferPointer<UInt8>, _ row: Row) -> Bool {
      switch row.type {
      case .text, .textList: true
      case .id, .formerIDs: RecordID(utf8: text) != nil
      case .integer(let range): QuickLook.number(text[...]).map(range.contains) ?? false
      case .boolean: equal(text, "true") || equal(text, "false")
      case .choice: row.words.contains { text.elementsEqual($0) }
      case .date: QuickLook.isDate(text) && !tomorrow.lexicographicallyPrecedes(text)
      case .timestamp: QuickLook.isTimestamp(text) && !tomorrow.lexicographicallyPrecedes(text.prefix(10))
      case .color: text.count == 6 && text.allSatisfy { RecordID.hexDigit($0) != nil }
      case .reference, .references: true
      }
    }

    private func equal(_ text: UnsafeBufferPointer<UInt8>, _ word: StaticString) -> Bool {
      word.withUTF8Buffer { text.elementsEqual($0) }
    }
  }

  /// Returns the comment that follows a value on its line, without `#` and the blanks around it; nil where there is none.
  static func comment(
    after end: Int, _ bytes: UnsafeBufferPointer<UInt8>, _ count: Int
  ) -> UnsafeBufferPointer<UInt8>? {
    func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
    var start = end
    if start < count, bytes[start] == UInt8(ascii: "\"") || bytes[start] == UInt8(ascii: "'") { start += 1 }
    while start < count, isBlank(bytes[start]) { start += 1 }
    if start < count, bytes[start] == UInt8(ascii: ",") { start += 1 }
    while start < count, isBlank(bytes[start]) { start += 1 }
    guard start > end, start < count, bytes[start] == UInt8(ascii: "#") else { return nil }
    start += 1
    while start < count, isBlank(bytes[start]) { start += 1 }
    var stop = start
    while stop < count, bytes[stop] != 0x0A, bytes[stop] != 0x0D { stop += 1 }
    while stop > start, isBlank(bytes[stop - 1]) { stop -= 1 }
    return UnsafeBufferPointer(rebasing: bytes[start..<stop])
  }

  /// Returns a whole number of up to seven digits; nil for anything else.
  private static func number(_ digits: Slice<UnsafeBufferPointer<UInt8>>) -> Int? {
    guard (1...7).contains(digits.count) else { return nil }
    var number = 0
    for byte in digits {
      let digit = Int(byte) - 0x30
      guard (0...9).contains(digit) else { return nil }
      number = number * 10 + digit
    }
    return number
  }

  /// Returns whether a text is a day as the program writes it; nothing before the year 1000.
  private static func isDate(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard text.count >= 10, text[4] == UInt8(ascii: "-"), text[7] == UInt8(ascii: "-"), text.count == 10,
      number(text[0..<4]) != nil, let month = number(text[5..<7]), let day = number(text[8..<10])
    else { return false }
    // Whether February has a 29th is left to the calendar.
    return (1...12).contains(month) && (1...(month == 2 ? 28 : [4, 6, 9, 11].contains(month) ? 30 : 31)).contains(day)
  }

  private static func isTimestamp(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard text.count == 20, text[10] == UInt8(ascii: "T"), text[13] == UInt8(ascii: ":"),
      text[16] == UInt8(ascii: ":"), text[19] == UInt8(ascii: "Z"), isDate(UnsafeBufferPointer(rebasing: text[0..<10])),
      let hour = number(text[11..<13]), let minute = number(text[14..<16]), let second = number(text[17..<19])
    else { return false }
    return hour < 24 && minute < 60 && second < 60
  }
}

extension Record {
  /// Returns whether a comment is the record's title, byte by byte.
  fileprivate func hasTitle(_ comment: UnsafeBufferPointer<UInt8>) -> Bool {
    withSlots { bytes, _, slots in
      guard let index = kind.titleIndex, let slot = slots.first(where: { $0.field == UInt16(index) }) else {
        return false
      }
      let start = Int(slot.value.start)
      return bytes[start..<start + Int(slot.value.count)].elementsEqual(comment)
    }
  }
}

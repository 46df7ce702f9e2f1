import ShelfModel
import ShelfStore
import ShelfSystem
import YAMLEdit

/// A fast pass over all records that clears most of them before the checks run.
///
/// It works on the bytes and field positions that were recorded when a record was parsed, in parallel and without
/// creating a `String`. A record is cleared if every field is declared and in the form that shelf itself writes, the
/// required fields are present, each reference leads to a record of the right kind and is followed either by that
/// record's title or by no comment, and dates and states agree. Every other record is a suspect, which the checks
/// examine in full.
///
/// A suspect need not have a problem: a record with a value of a rare type is always a suspect, since a cheap test for
/// that type would not pay off. But every record with a finding must be a suspect, which a test verifies with random
/// libraries. So a new check of single records needs a condition here that covers it.
package struct QuickLook: Sendable {
  /// The positions of the records that were not cleared, in the library's order.
  package private(set) var suspects: [Int] = []
  /// The ids in references that no record has.
  private(set) var dangling: Set<RecordID> = []

  package init(_ library: Library, today: CalendarDate) {
    let look = Look(library, today: today)
    for piece in Parallel.map(library.records.count, threads: library.threads, look.examine) {
      suspects += piece.suspects
      dangling.formUnion(piece.dangling)
    }
  }

  private struct Look: Sendable {
    private let library: Library
    /// The fields of all kinds, grouped by kind.
    private let rows: [Row]
    /// The position in `rows` of the first field of each kind.
    private let starts: [Int]
    /// The conditions for a sound record of each kind, apart from its required fields.
    private let needs: [Needs]
    /// The required fields of each kind, as a bit set.
    private let required: [UInt64]
    /// The words of all choice fields.
    private let words: [[UInt8]]
    /// Tomorrow's date as it is written in files. It is the latest valid date, because other people and computers may
    /// be in other time zones.
    private let tomorrow: [UInt8]

    /// The properties of a field that the pass needs, in a form that is cheap to copy.
    private struct Row {
      var shape = Shape.any
      var role = Role.none
      var isList = false
      var isRequired = false
    }

    private enum Shape {
      case any, id, rating, seldom, boolean, date, timestamp, color, isbn
      case integer(Int, Int)
      /// The words in a half-open range of `words`.
      case choice(Int, Int)
      case reference(Kind)
    }

    /// The relation of a field to other fields, or `none` if its kind has no other field to compare it with.
    private enum Role {
      case none, owner, started, finished, created, changed
      /// The reading state. `done` is the index of the word for the final state.
      case state(done: Int)
    }

    /// The conditions that involve several fields of a record.
    private struct Needs {
      var owner: Bool
      /// Whether only records in the final state may have an end date.
      var date: Bool
    }

    init(_ library: Library, today: CalendarDate) {
      self.library = library
      tomorrow = Array(CalendarDate(daysSince1970: today.daysSince1970 + 1).description.utf8)
      var rows: [Row] = []
      var starts: [Int] = []
      var words: [[UInt8]] = []
      for kind in Kind.allCases {
        starts.append(rows.count)
        for field in library.schema.fields(of: kind) {
          rows.append(
            Row(
              shape: field.has(.isbn)
                ? .isbn
                : field.has(.progress) || field.has(.givenUp) || Look.isOfLoan(field)
                  ? .seldom : Look.shape(of: field.type, &words),
              role: Look.role(of: field, kind, &words),
              isList: field.type.isList, isRequired: field.isRequired))
        }
      }
      self.rows = rows
      self.starts = starts
      self.words = words
      needs = Kind.allCases.map { kind in
        Needs(owner: kind.field(.owner) != nil, date: kind.field(.state) != nil && kind.field(.finished) != nil)
      }
      required = Kind.allCases.map { kind in
        library.schema.fields(of: kind).reduce(0) { $0 | ($1.isRequired ? 1 << UInt64($1.index) : 0) }
      }
    }

    private static func isOfLoan(_ field: Field) -> Bool {
      !field.roles.isDisjoint(with: [.owned, .holder, .lender, .lentOn, .due, .lentCopy, .loans, .log])
    }

    private static func shape(of type: FieldType, _ words: inout [[UInt8]]) -> Shape {
      switch type {
      // An id was validated when its record was parsed.
      case .id, .text, .textList: return .any
      case .formerIDs: return .id
      case .integer(let range): return .integer(range.lowerBound, range.upperBound)
      case .rating: return .rating
      case .intervals, .decimal, .money, .duration: return .seldom
      case .boolean: return .boolean
      case .date: return .date
      case .timestamp: return .timestamp
      case .color: return .color
      case .reference(let kind), .references(let kind): return .reference(kind)
      case .choice(let choices):
        words += choices.map { Array($0.utf8) }
        return .choice(words.count - choices.count, words.count)
      }
    }

    private static func role(of field: Field, _ kind: Kind, _ words: inout [[UInt8]]) -> Role {
      if field.has(.owner) { return .owner }
      if field.has(.finished) { return .finished }
      if field.has(.started), kind.field(.finished) != nil { return .started }
      if field.has(.changed) { return .changed }
      if field.has(.created), kind.field(.changed) != nil { return .created }
      guard let states = field.states, kind.field(.finished) != nil else { return .none }
      words.append(Array(states.done.value.utf8))
      return .state(done: words.count - 1)
    }

    func examine(_ range: Range<Int>) -> (suspects: [Int], dangling: Set<RecordID>) {
      var suspects: [Int] = []
      var dangling: Set<RecordID> = []
      for position in range where !isSound(library.records[position], &dangling) { suspects.append(position) }
      return (suspects, dangling)
    }

    private func isSound(_ record: Record, _ dangling: inout Set<RecordID>) -> Bool {
      let kind = record.kind
      let start = starts[Int(kind.rawValue)]
      return record.withSlots { bytes, sourceCount, slots in
        let hasMark = sourceCount >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF
        var isSound = !hasMark && !record.hasFormerKeys
        // A kind's required fields come first in its table, so their indices fit into 64 bits.
        var required: UInt64 = 0
        var state = State()
        for position in slots.indices {
          let slot = slots[position]
          guard let index = slot.field.map(Int.init) else {
            isSound = false
            continue
          }
          let row = rows[start + index]
          if slot.shape == .nested || (slot.shape != .scalar && !row.isList) { isSound = false }
          if slot.value.count == 0 { continue }
          let text = UnsafeBufferPointer(rebasing: bytes[Int(slot.value.start)..<slot.value.end])
          if row.isRequired { required |= 1 << UInt64(index) }
          if case .reference(let target) = row.shape {
            let isPlain = isSoundReference(text, to: target, bytes, sourceCount, end: slot.value.end, &dangling)
            if !isPlain || repeats(position, in: slots, bytes) { isSound = false }
          } else if !isCanonical(text, row.shape) {
            isSound = false
          } else if case .any = row.shape,
            SwallowedText.startsText(at: slot.value.end, bytes, sourceCount)
              || mayHoldFields(slot, text, bytes, sourceCount)
          {
            isSound = false
          }
          switch row.role {
          case .none: break
          case .owner: state.hasOwner = true
          case .state(let done): state.isDone = text.elementsEqual(words[done])
          case .started: state.began = text
          case .finished: state.ended = text
          case .created: state.made = text
          case .changed: state.changed = text
          }
        }
        return isSound && required == self.required[Int(kind.rawValue)] && agrees(state, kind)
      }
    }

    /// Returns whether the value may be quoted text that spans several lines, contains a colon, and so may have
    /// swallowed fields.
    private func mayHoldFields(
      _ slot: Record.Slot, _ text: UnsafeBufferPointer<UInt8>, _ bytes: UnsafeBufferPointer<UInt8>, _ sourceCount: Int
    ) -> Bool {
      guard slot.value.start >= sourceCount else { return false }
      if slot.shape == .item { return true }
      guard text.contains(UInt8(ascii: ":")) else { return false }
      // After the key and its quotation mark, a block scalar starts with | or >.
      let value = bytes[min(slot.key.end, sourceCount)..<sourceCount].drop { byte in
        byte == UInt8(ascii: ":") || byte == 0x20 || byte == 0x22 || byte == 0x27
      }
      return value.first != UInt8(ascii: "|") && value.first != UInt8(ascii: ">")
    }

    /// The fields of a record that are checked together.
    private struct State {
      var hasOwner = false
      var isDone = false
      /// Two dates; `began` must not be later than `ended`.
      var began: UnsafeBufferPointer<UInt8>?
      var ended: UnsafeBufferPointer<UInt8>?
      /// Two dates; `made` must not be later than `changed`.
      var made: UnsafeBufferPointer<UInt8>?
      var changed: UnsafeBufferPointer<UInt8>?
    }

    private func agrees(_ state: State, _ kind: Kind) -> Bool {
      let needs = needs[Int(kind.rawValue)]
      if needs.owner && !state.hasOwner { return false }
      if needs.date && !state.isDone && state.ended != nil { return false }
      if let began = state.began, let ended = state.ended, ended.lexicographicallyPrecedes(began) { return false }
      if let made = state.made, let changed = state.changed, changed.lexicographicallyPrecedes(made) { return false }
      return true
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
      guard let comment = Record.comment(after: end, bytes, sourceCount) else { return true }
      return target.hasTitle(comment)
    }

    /// Returns whether an earlier item of the same list has the same id.
    private func repeats(
      _ position: Int, in slots: UnsafeBufferPointer<Record.Slot>, _ bytes: UnsafeBufferPointer<UInt8>
    ) -> Bool {
      func digits(_ slot: Record.Slot) -> UInt64 {
        guard slot.value.count >= 8 else { return 0 }
        let start = UnsafeRawPointer(bytes.baseAddress! + Int(slot.value.start))
        // Uppercase and lowercase hexadecimal digits differ in only one bit, which is set in both here.
        return start.loadUnaligned(as: UInt64.self) | 0x2020_2020_2020_2020
      }
      func id(_ slot: Record.Slot) -> RecordID? {
        RecordID(utf8: UnsafeBufferPointer(rebasing: bytes[Int(slot.value.start)..<slot.value.end]))
      }
      // Comparing all pairs of a longer list would take too long, so its record becomes a suspect. The check itself
      // takes only linear time.
      let maximum = 64
      var earlier = position
      while earlier > 0, slots[earlier - 1].key == slots[position].key {
        earlier -= 1
        if digits(slots[earlier]) == digits(slots[position]), id(slots[earlier]) == id(slots[position]) { return true }
        if position - earlier > maximum { return true }
      }
      return false
    }

    /// Returns whether a value has the form that shelf would write, or a type that accepts any text.
    private func isCanonical(_ text: UnsafeBufferPointer<UInt8>, _ shape: Shape) -> Bool {
      switch shape {
      case .any, .reference: true
      case .isbn: ISBN(utf8: text) != nil
      case .id: RecordID(utf8: text) != nil
      case .integer(let minimum, let maximum):
        text.first != UInt8(ascii: "-") && PlainNumber.integer(text).map { minimum <= $0 && $0 <= maximum } ?? false
      // Fractions of stars, intervals and progress are rare, so they are left to the checks.
      case .rating: text.count == 1 && (0x30...0x35).contains(text[0])
      case .seldom: false
      case .boolean: equal(text, "true") || equal(text, "false")
      case .choice(let first, let end): words[first..<end].contains { text.elementsEqual($0) }
      case .date:
        text.count == 10 && PlainNumber.day(text) != nil && !tomorrow.lexicographicallyPrecedes(text)
      case .timestamp: PlainNumber.second(text) != nil && !tomorrow.lexicographicallyPrecedes(text.prefix(10))
      case .color: text.count == 6 && text.allSatisfy { RecordID.hexDigit($0) != nil }
      }
    }

    private func equal(_ text: UnsafeBufferPointer<UInt8>, _ word: StaticString) -> Bool {
      word.withUTF8Buffer { text.elementsEqual($0) }
    }
  }
}

extension TextRange {
  /// The offset after the last byte of the text.
  fileprivate var end: Int { Int(start + count) }
}

extension Record {
  /// Returns whether a comment and the record's title consist of the same bytes.
  fileprivate func hasTitle(_ comment: UnsafeBufferPointer<UInt8>) -> Bool {
    withSlots { bytes, _, slots in
      let index = UInt16(kind.titleIndex)
      guard let slot = slots.first(where: { $0.field == index }), slot.value.count == comment.count
      else { return false }
      let start = Int(slot.value.start)
      for offset in comment.indices where bytes[start + offset] != comment[offset] { return false }
      return true
    }
  }
}

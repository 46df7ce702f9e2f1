import ShelfModel
import ShelfStore

/// The pane on the right: one record, of which each line can be chosen.
struct PagePane {
  /// The record that is shown; nil if there is none.
  private(set) var id: RecordID?
  private(set) var lines: [PageLine] = []
  private(set) var cursor = 0
  var top = 0
  private(set) var showsAll = false
  /// The kinds of which all that refer to the record are shown.
  private var opened: Set<Kind> = []
  /// The records that led here, and where the cursor was.
  private(set) var trail: [(id: RecordID, cursor: Int)] = []
  private var width = 0

  var target: PageLine.Target? { lines.indices.contains(cursor) ? lines[cursor].target : nil }

  var hasTrail: Bool { !trail.isEmpty }

  /// Shows the record that the list has chosen; what was followed from the last one is forgotten.
  mutating func show(_ id: RecordID?) {
    if let id, id == (trail.first?.id ?? self.id) { return }
    trail = []
    set(id)
  }

  /// Follows a relation.
  mutating func follow(_ id: RecordID) {
    if let current = self.id { trail.append((current, cursor)) }
    set(id)
  }

  /// Goes back to the record before; false if there is none.
  mutating func back() -> Bool {
    guard let last = trail.popLast() else { return false }
    id = last.id
    lines = []
    cursor = last.cursor
    return true
  }

  private mutating func set(_ id: RecordID?) {
    self.id = id
    opened = []
    lines = []
    cursor = 0
    top = 0
  }

  mutating func showAll() {
    // The fields replace the line that opened them, which keeps the cursor.
    showsAll = true
    lines = []
  }

  /// Shows all of a kind that refer to the record, in the place of the line that says how many more there are.
  mutating func open(_ kind: Kind) {
    opened.insert(kind)
    lines = []
  }

  /// Moves by lines; those on which there is nothing are passed over.
  mutating func move(by step: Int) {
    move(to: cursor + step)
    let way = step < 0 ? -1 : 1
    while lines.indices.contains(cursor), lines[cursor].isEmpty, lines.indices.contains(cursor + way) { cursor += way }
  }

  mutating func move(to line: Int) { cursor = max(0, min(line, lines.count - 1)) }

  /// Goes to the line of a field.
  mutating func go(to field: String) {
    if let line = lines.firstIndex(where: { $0.target == .field(field) }) { cursor = line }
  }

  /// Makes the lines anew if the record, the library or the width is another.
  mutating func lay(_ library: Library, width: Int, _ look: BrowserLook, _ today: CalendarDate, isNew: Bool) {
    guard isNew || lines.isEmpty || width != self.width else { return }
    self.width = width
    let target = target
    guard let record = id.flatMap({ library.record($0) }) else {
      lines = []
      return
    }
    let old = cursor
    lines = PageLines(record, library, width: width, look: look, today: today, showsAll: showsAll, opened: opened).lines
    // The same field may be in another line by now.
    if let target, lines.indices.contains(old), lines[old].target != target,
      let line = lines.firstIndex(where: { $0.target == target })
    {
      cursor = line
    }
    cursor = max(0, min(cursor, lines.count - 1))
  }
}

import ShelfModel
import ShelfStore

/// The right pane: the page of one record, with a cursor that moves from line to line.
struct PagePane {
  /// The record on the page, or nil if there is none.
  private(set) var id: RecordID?
  private(set) var lines: [PageLine] = []
  private(set) var cursor = 0
  var top = 0
  /// Whether the unset fields of this record are shown.
  private(set) var showsAll = false
  /// Whether the unset fields are about to be shown for the first time; the cursor then moves to the first one.
  private var isExpanding = false
  /// Whether the record has not been laid out since it was opened.
  var isFresh = false
  /// The kinds of referring records that are shown without a limit.
  private var opened: Set<Kind> = []
  /// The stack of records whose links led to the current one, with their cursors. The list's record is at the bottom.
  private(set) var trail: [(id: RecordID, cursor: Int)] = []
  private var width = 0

  var target: PageLine.Target? { lines.indices.contains(cursor) ? lines[cursor].target : nil }

  var hasTrail: Bool { !trail.isEmpty }

  /// Shows the list's current record, and forgets the links that were followed from the previous one.
  mutating func show(_ id: RecordID?) {
    if let id, id == (trail.first?.id ?? self.id) { return }
    trail = []
    set(id)
  }

  /// Follows a link to another record.
  mutating func follow(_ id: RecordID) {
    if let current = self.id { trail.append((current, cursor)) }
    set(id)
  }

  /// Goes back to the previous record, and returns false if there is none.
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
    showsAll = false
    isFresh = true
    lines = []
    cursor = 0
    top = 0
  }

  mutating func showAll() {
    showsAll = true
    isExpanding = true
    lines = []
  }

  /// Shows all referring records of a kind, replacing the line with the number of hidden records.
  mutating func open(_ kind: Kind) {
    opened.insert(kind)
    lines = []
  }

  /// Moves the cursor by a number of lines, skipping blank lines and the continuation lines of a value.
  mutating func move(by step: Int) {
    let old = cursor
    move(to: cursor + step)
    let way = step < 0 ? -1 : 1
    while lines.indices.contains(cursor), !lines[cursor].isStop, lines.indices.contains(cursor + way) { cursor += way }
    // If the page ends with continuation lines of a value, moves back to the first line of that value.
    if lines.indices.contains(cursor), !lines[cursor].isStop, step > 0, old < cursor {
      while cursor > old, !lines[cursor].isStop { cursor -= 1 }
    }
  }

  mutating func move(to line: Int) { cursor = max(0, min(line, lines.count - 1)) }

  /// Lays the page out again if the record, the library or the width has changed.
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
    if isExpanding {
      isExpanding = false
      cursor = lines.firstIndex { $0.isUnset } ?? cursor
    }
    // Keeps the cursor on the same field, whose line number may have changed.
    if let target, lines.indices.contains(old), lines[old].target != target,
      let line = lines.firstIndex(where: { $0.target == target })
    {
      cursor = line
    }
    cursor = max(0, min(cursor, lines.count - 1))
  }
}

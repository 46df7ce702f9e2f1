/// Slides groups of changed lines to the positions where people expect them.
///
/// If the first line of a group equals the line after the group, moving the group down by one line describes the same
/// change. The same applies upwards if its last line equals the line before it. Groups slide down as far as they can,
/// and merge with other groups that they reach. However, a group that can be aligned with a change in the other list
/// moves there instead. git applies the same rules, so the results of merges are the same.
struct LineSliding {
  private(set) var isRemoved: [Bool]
  private(set) var isAdded: [Bool]

  init(old: [Int], new: [Int], isRemoved: [Bool], isAdded: [Bool]) {
    self.isRemoved = LineSliding.slide(old, isRemoved, opposite: isAdded)
    self.isAdded = LineSliding.slide(new, isAdded, opposite: self.isRemoved)
  }

  /// A run of changed lines. It may be empty, since there is a group between any two unchanged lines.
  private struct Group {
    var start: Int
    var end: Int

    var isEmpty: Bool { start == end }

    init(at start: Int, in isChanged: [Bool]) {
      self.start = start
      end = start
      extend(in: isChanged)
    }

    mutating func extend(in isChanged: [Bool]) { while end < isChanged.count, isChanged[end] { end += 1 } }

    mutating func next(in isChanged: [Bool]) -> Bool {
      guard end < isChanged.count else { return false }
      self = Group(at: end + 1, in: isChanged)
      return true
    }

    mutating func previous(in isChanged: [Bool]) {
      guard start > 0 else { return }
      end = start - 1
      start = end
      while start > 0, isChanged[start - 1] { start -= 1 }
    }

    mutating func slideDown(_ lines: [Int], _ isChanged: inout [Bool]) -> Bool {
      guard end < lines.count, lines[start] == lines[end] else { return false }
      isChanged[start] = false
      isChanged[end] = true
      (start, end) = (start + 1, end + 1)
      extend(in: isChanged)
      return true
    }

    mutating func slideUp(_ lines: [Int], _ isChanged: inout [Bool]) -> Bool {
      guard start > 0, lines[start - 1] == lines[end - 1] else { return false }
      (start, end) = (start - 1, end - 1)
      isChanged[start] = true
      isChanged[end] = false
      while start > 0, isChanged[start - 1] { start -= 1 }
      return true
    }
  }

  private static func slide(_ lines: [Int], _ changed: [Bool], opposite: [Bool]) -> [Bool] {
    var changed = changed
    var group = Group(at: 0, in: changed)
    var other = Group(at: 0, in: opposite)
    repeat {
      if !group.isEmpty { settle(&group, &other, lines, &changed, opposite) }
    } while group.next(in: changed) && other.next(in: opposite)
    return changed
  }

  private static func settle(
    _ group: inout Group, _ other: inout Group, _ lines: [Int], _ changed: inout [Bool], _ opposite: [Bool]
  ) {
    var size: Int
    var earliestEnd: Int
    var endBesideOther: Int?
    repeat {
      size = group.end - group.start
      endBesideOther = nil
      while group.slideUp(lines, &changed) { other.previous(in: opposite) }
      earliestEnd = group.end
      if !other.isEmpty { endBesideOther = group.end }
      while group.slideDown(lines, &changed) {
        _ = other.next(in: opposite)
        if !other.isEmpty { endBesideOther = group.end }
      }
    } while size != group.end - group.start
    guard group.end > earliestEnd, endBesideOther != nil else { return }
    while other.isEmpty, group.slideUp(lines, &changed) { other.previous(in: opposite) }
  }
}

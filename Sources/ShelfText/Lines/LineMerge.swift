/// A three-way merge of two lists of lines with a common base.
///
/// Both sides are compared with the base. Changes that overlap or touch form a region. If only one side changed a
/// region, or both made the same change, the merge uses that change; otherwise the region is a conflict. A zealous
/// merge then narrows conflicts down to the lines that actually differ, and joins conflicts that are only a few lines
/// apart.
///
/// shelf merges the text of single fields, often several in a file. With `git merge-file`, each merge would require a
/// process and three temporary files. Also, callers need to know which lines each side changed rather than receive text
/// with markers. However, the tests use `git merge-file` as an oracle: both have to produce the same bytes.
package struct LineMerge {
  /// A part of the result. Unless stated otherwise, its range is in our list.
  package enum Region: Hashable {
    /// Lines that are the same on both sides, because neither side changed them or both made the same change.
    case same(Range<Int>)
    /// Lines that only our side changed.
    case ours(Range<Int>)
    /// Lines that only their side changed. The range is in their list.
    case theirs(Range<Int>)
    /// Lines that both sides changed in different ways.
    case conflict(ours: Range<Int>, base: Range<Int>, theirs: Range<Int>)
  }

  /// The parts of the result, in order.
  package let regions: [Region]

  /// Merges the lists. Adjacent changes conflict, as in git, unless they are equal.
  ///
  /// - Parameter isZealous: whether to remove the lines that both sides share from conflicts. This can split a
  ///   conflict. Its base cannot be split, so each part gets the base of the whole conflict.
  package init<Line: Hashable>(ours: [Line], base: [Line], theirs: [Line], isZealous: Bool = true) {
    var numbers: [Line: Int] = [:]
    func number(_ lines: [Line]) -> [Int] {
      lines.map { line in
        let number = numbers[line] ?? numbers.count
        numbers[line] = number
        return number
      }
    }
    let (ours, base, theirs) = (number(ours), number(base), number(theirs))
    let regions = LineMerge.regions(ours, base, theirs)
    self.regions = isZealous ? LineMerge.joined(regions.flatMap { LineMerge.refined($0, ours, theirs) }) : regions
  }

  package var hasConflicts: Bool { regions.contains { if case .conflict = $0 { true } else { false } } }

  /// Returns the merged lines. The caller provides the lines for each conflict.
  package func lines<Line>(
    _ ours: [Line], _ theirs: [Line],
    conflict: (_ ours: Range<Int>, _ base: Range<Int>, _ theirs: Range<Int>) -> [Line]
  ) -> [Line] {
    regions.flatMap { region in
      switch region {
      case .same(let range), .ours(let range): Array(ours[range])
      case .theirs(let range): Array(theirs[range])
      case .conflict(let first, let base, let second): conflict(first, base, second)
      }
    }
  }

  // MARK: - Changes of both sides

  private static func regions(_ ours: [Int], _ base: [Int], _ theirs: [Int]) -> [Region] {
    let first = LineDifference(from: base, to: ours).changes
    let second = LineDifference(from: base, to: theirs).changes
    var regions: [Region] = []
    var (i, j) = (0, 0)
    // The end of the part of each list that has been processed.
    var (oursEnd, baseEnd, theirsEnd) = (0, 0, 0)
    while i < first.count || j < second.count {
      let (startOfFirst, startOfSecond) = (i, j)
      let start = min(
        i < first.count ? first[i].old.lowerBound : .max, j < second.count ? second[j].old.lowerBound : .max)
      // Changes that touch belong to the same region.
      var end = start
      while true {
        if i < first.count, first[i].old.lowerBound <= end {
          end = max(end, first[i].old.upperBound)
          i += 1
        } else if j < second.count, second[j].old.lowerBound <= end {
          end = max(end, second[j].old.upperBound)
          j += 1
        } else {
          break
        }
      }
      let unchanged = start - baseEnd
      regions.append(.same(oursEnd..<oursEnd + unchanged))
      (oursEnd, theirsEnd) = (oursEnd + unchanged, theirsEnd + unchanged)
      func length(_ changes: ArraySlice<LineDifference.Change>) -> Int {
        end - start + changes.reduce(0) { $0 + $1.new.count - $1.old.count }
      }
      let ourRange = oursEnd..<oursEnd + length(first[startOfFirst..<i])
      let theirRange = theirsEnd..<theirsEnd + length(second[startOfSecond..<j])
      if j == startOfSecond {
        regions.append(.ours(ourRange))
      } else if ours[ourRange] == theirs[theirRange] {
        regions.append(.same(ourRange))
      } else if i == startOfFirst {
        regions.append(.theirs(theirRange))
      } else {
        regions.append(.conflict(ours: ourRange, base: start..<end, theirs: theirRange))
      }
      (oursEnd, baseEnd, theirsEnd) = (ourRange.upperBound, end, theirRange.upperBound)
    }
    return regions + [.same(oursEnd..<ours.count)]
  }

  // MARK: - Small conflicts

  /// Splits a conflict at the lines that both sides share.
  private static func refined(_ region: Region, _ ours: [Int], _ theirs: [Int]) -> [Region] {
    guard case .conflict(let first, let base, let second) = region, !first.isEmpty, !second.isEmpty else {
      return [region]
    }
    var regions: [Region] = []
    var end = first.lowerBound
    for change in LineDifference(from: Array(ours[first]), to: Array(theirs[second])).changes {
      let old = first.lowerBound + change.old.lowerBound..<first.lowerBound + change.old.upperBound
      let new = second.lowerBound + change.new.lowerBound..<second.lowerBound + change.new.upperBound
      regions += [.same(end..<old.lowerBound), .conflict(ours: old, base: base, theirs: new)]
      end = old.upperBound
    }
    return regions + [.same(end..<first.upperBound)]
  }

  /// Joins conflicts with at most three lines between them, since another set of markers would be longer than these
  /// lines.
  private static func joined(_ regions: [Region]) -> [Region] {
    let maximum = 3
    var result: [Region] = []
    for region in regions {
      switch (result.last, region) {
      case (_, .same(let range)) where range.isEmpty: continue
      case (.same(let last), .same(let range)): result[result.count - 1] = .same(last.lowerBound..<range.upperBound)
      case (_, .conflict(let ours, let base, let theirs)):
        var (ours, base, theirs) = (ours, base, theirs)
        if case .same(let gap) = result.last, gap.count <= maximum, case .conflict? = result.dropLast().last {
          result.removeLast()
        }
        if case .conflict(let ourLast, let baseLast, let theirLast) = result.last {
          result.removeLast()
          ours = ourLast.lowerBound..<ours.upperBound
          base = baseLast.lowerBound..<base.upperBound
          theirs = theirLast.lowerBound..<theirs.upperBound
        }
        result.append(.conflict(ours: ours, base: base, theirs: theirs))
      default: result.append(region)
      }
    }
    return result
  }
}

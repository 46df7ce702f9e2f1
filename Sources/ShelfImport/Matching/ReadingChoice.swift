import ShelfModel

/// Decides how an import handles the reading that a source describes.
///
/// The dates, status and progress of a reading belong together. If each were merged separately, the start of one
/// reading could be combined with the end of another. So the source's reading is compared with the library's reading as
/// a whole (`order`). If both are the same reading, the fields can be merged one by one. If the source's reading is
/// later, it replaces the library's reading, which becomes an earlier reading. If the source's reading is earlier, it
/// is added to the earlier readings. If the dates do not show which case applies, the library's values are kept and the
/// difference is reported, unless the user requested the source's values.
///
/// A source may also have corrected the dates of a reading from an earlier import. This is assumed if its dates have
/// changed since the last import, unless the source now counts more readings, lists the old dates as an earlier
/// reading, or has dates that can only belong to a later reading.
struct ReadingChoice {
  /// The latest reading and the earlier readings, according to the library, the source or the last import.
  struct Side {
    var status: String?
    var start: String?
    var end: String?
    /// The date when the latest reading was abandoned.
    var givenUp: String?
    var earlier: [String] = []
    var progress: String?
    /// The number of times that the book was read, or nil if the side does not count readings.
    var count: Int?

    var hasDays: Bool { start != nil || last != nil }
    /// The last day of the latest reading.
    var last: String? { end ?? givenUp }
    var interval: String { "\(start ?? "")/\(end ?? "")" }
  }

  /// The outcome for a field in an import.
  enum Decision: Equatable {
    case take([String])
    /// The field keeps its value, and the source's different value is reported.
    case differ([String])
  }

  typealias Decisions = [ReadingPart: Decision]

  let states: FieldStates
  let ours: Side
  /// The values of the last import, or nil if the book was not imported before or the values were not used.
  let base: Side?
  let theirs: Side
  /// Whether the status would follow the source if it were merged separately.
  let takesStatus: Bool
  let updates: Bool

  /// Returns decisions about the fields that cannot be merged one by one.
  func decisions() -> Decisions {
    if isBegunAgain { return adoptTheirs(demotingOurs: true) }
    if !theirs.hasDays || base.map({ $0.start == theirs.start && $0.last == theirs.last }) ?? false {
      return withoutNewDays()
    }
    if isFirst { return adoptTheirs(demotingOurs: false) }
    if !ours.hasDays { return agreesOnStatus && !(base?.hasDays ?? false) ? [:] : conflict() }
    if let base, base.hasDays, !isRepeated(since: base) { return corrected(base) }
    switch Self.order(ours, theirs) {
    case .same: return agreesOnStatus ? withEarlier() : conflict()
    case .later where ours.end == nil && ours.status == states.during?.value: return conflict()
    // The list of earlier readings cannot hold the day on which a reading was abandoned.
    case .later where ours.givenUp != nil && ours.start == nil && ours.end == nil: return conflict()
    case .later: return adoptTheirs(demotingOurs: true)
    case .earlier where theirs.end == nil && theirs.status != states.abandoned?.value: return conflict()
    case .earlier: return withEarlier(theirs.interval)
    case .unclear: return isCounted ? adoptTheirs(demotingOurs: true) : conflict()
    }
  }

  /// Whether the library has no reading of the book, and no import has stated one before. Then there is nothing that the
  /// source's reading could contradict.
  private var isFirst: Bool {
    guard let status = theirs.status, base == nil, !ours.hasDays, ours.earlier.isEmpty else { return false }
    return ours.status == states.before.value && status != ours.status
  }

  /// Whether the source counts more readings than at the last import, and its reading at that time is the library's
  /// latest.
  private var isCounted: Bool {
    guard let base, let old = base.count, let new = theirs.count else { return false }
    return new > old && Self.order(base, ours) == .same
  }

  /// Whether the library's status is or will be the same as the source's.
  private var agreesOnStatus: Bool { theirs.status == nil || theirs.status == ours.status || takesStatus }

  // MARK: - Changes in the source

  /// Whether the source states that a finished book is being read again, but has no dates for the new reading.
  private var isBegunAgain: Bool {
    guard let during = states.during, !theirs.hasDays, ours.end != nil, takesStatus else { return false }
    return theirs.status == during.value && ours.status != during.value
  }

  /// Returns whether the source describes a different reading than at the last import, rather than different dates for
  /// the same reading.
  private func isRepeated(since base: Side) -> Bool {
    if let old = base.count, let new = theirs.count { return new > old }
    if theirs.earlier.contains(where: { Self.isSame($0, base.interval) }) { return true }
    let order = Self.order(base, theirs)
    if order != .later { return false }
    if base.end == nil { return base.status != states.during?.value }
    return theirs.start != nil || theirs.count != nil
  }

  // MARK: - Decisions

  private func withoutNewDays() -> Decisions {
    guard let progress = theirs.progress, progress != ours.progress, progress != base?.progress else { return [:] }
    let isOther = theirs.hasDays && Self.order(ours, theirs) != .same
    if agreesOnStatus && !isOther { return [:] }
    return updates && !isOther ? [:] : [.progress: .differ([progress])]
  }

  private func corrected(_ base: Side) -> Decisions {
    if Self.order(base, ours) == .same { return mixed(base) ? conflict() : [:] }
    // The reading is one of the earlier readings in the library.
    guard let place = ours.earlier.firstIndex(where: { Self.isSame($0, base.interval) }) else { return conflict() }
    var earlier = ours.earlier
    earlier[place] = theirs.interval
    return only(earlier)
  }

  /// Returns whether merging the dates one by one would let the reading end before it starts.
  private func mixed(_ base: Side) -> Bool {
    let start = ours.start == base.start ? theirs.start : ours.start
    let end = ours.end == base.end ? theirs.end : ours.end
    return DateInterval("\(start ?? "")/\(end ?? "")")?.isReversed ?? false
  }

  /// Returns the decisions that make the source's reading the latest one.
  ///
  /// - Parameter demotingOurs: whether the library's latest reading becomes an earlier reading.
  private func adoptTheirs(demotingOurs: Bool) -> Decisions {
    var earlier = Self.union(theirs.earlier, with: ours.earlier)
    if demotingOurs { earlier = Self.union([ours.interval], with: earlier) }
    if theirs.hasDays { earlier.removeAll { Self.isSame($0, theirs.interval) } }
    var decisions: Decisions = [
      .start: .take(theirs.start.map { [$0] } ?? []), .end: .take(theirs.end.map { [$0] } ?? []),
      .givenUp: .take(theirs.givenUp.map { [$0] } ?? []), .earlier: .take(earlier),
    ]
    if let status = theirs.status { decisions[.status] = .take([status]) }
    if let progress = theirs.progress {
      decisions[.progress] = .take([progress])
    } else if theirs.end != nil {
      decisions[.progress] = .take([])
    }
    return decisions
  }

  /// Returns the decisions that keep the latest reading and add other readings to the earlier readings.
  private func withEarlier(_ reading: String? = nil) -> Decisions {
    var earlier = ours.earlier
    if base == nil {
      // If a reading occurs in two forms, the more precise one is kept.
      earlier = Self.union(theirs.earlier.filter { !Self.isSame($0, ours.interval) }, with: earlier)
    }
    guard let reading else { return earlier == ours.earlier ? [:] : [.earlier: .take(earlier)] }
    return only(Self.union([reading], with: earlier))
  }

  private func only(_ earlier: [String]) -> Decisions {
    [
      .status: .take(ours.status.map { [$0] } ?? []), .start: .take(ours.start.map { [$0] } ?? []),
      .end: .take(ours.end.map { [$0] } ?? []), .givenUp: .take(ours.givenUp.map { [$0] } ?? []),
      .progress: .take(ours.progress.map { [$0] } ?? []), .earlier: .take(earlier),
    ]
  }

  /// Returns the decisions that keep the library's values and report the source's values. If the user requested the
  /// source's values, these are used instead.
  private func conflict() -> Decisions {
    let isUnfinished = theirs.end == nil && ours.end != nil && theirs.status == states.during?.value
    var wanted = adoptTheirs(demotingOurs: isUnfinished)
    if theirs.start == nil, let start = ours.start,
      !(DateInterval("\(start)/\(theirs.end ?? "")")?.isReversed ?? false)
    {
      wanted[.start] = .take([start])
    }
    if updates { return wanted }
    var decisions = wanted.mapValues { decision in
      if case .take(let texts) = decision { Decision.differ(texts) } else { decision }
    }
    decisions[.earlier] = withEarlier()[.earlier]
    return decisions
  }

  // MARK: - Comparing readings

  /// The relation of the second of two readings to the first.
  enum Order { case same, earlier, later, unclear }

  /// Returns the relation of the second reading to the first.
  static func order(_ one: Side, _ other: Side) -> Order {
    let (starts, ends) = (agree(one.start, other.start), agree(one.last, other.last))
    if starts != false, ends != false {
      if starts == true || ends == true { return .same }
      let united = DateInterval("\(one.start ?? other.start ?? "")/\(one.last ?? other.last ?? "")")
      if !(united?.isReversed ?? false) { return other.status == nil || one.status == other.status ? .same : .unclear }
    }
    guard let first = days(one), let second = days(other) else { return .unclear }
    if first.upperBound < second.lowerBound { return isApart(first, second, other.start) ? .later : .unclear }
    if second.upperBound < first.lowerBound { return isApart(second, first, one.start) ? .earlier : .unclear }
    return .unclear
  }

  /// Returns whether two readings are distinct, judging only by their dates.
  ///
  /// An end date alone is weak evidence, because the same end may have been recorded twice, by hand and by a device, a
  /// few days apart.
  private static func isApart(_ one: ClosedRange<CalendarDate>, _ later: ClosedRange<CalendarDate>, _ start: String?)
    -> Bool
  {
    start != nil || later.lowerBound.daysSince1970 - one.upperBound.daysSince1970 > 7
  }

  /// Returns whether two dates may be the same day, stated with different precision. Returns nil if either date is
  /// unknown.
  private static func agree(_ one: String?, _ other: String?) -> Bool? {
    guard let one, let other else { return nil }
    return one.hasPrefix(other) || other.hasPrefix(one)
  }

  /// Returns the first and last known dates of a reading, or nil if it has no dates or invalid ones.
  private static func days(_ side: Side) -> ClosedRange<CalendarDate>? {
    let texts = [side.start, side.last].compactMap { $0 }
    let days = texts.compactMap { CalendarDate($0) }
    guard days.count == texts.count, let first = days.first, let last = days.last?.lastDay, first <= last else {
      return nil
    }
    return first...last
  }

  /// Returns whether two intervals belong to the same reading.
  static func isSame(_ one: String, _ other: String) -> Bool {
    func side(_ text: String) -> Side {
      let ends = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
      return Side(start: ends.first.flatMap { $0.isEmpty ? nil : $0 }, end: ends.last.flatMap { $0.isEmpty ? nil : $0 })
    }
    if one == other { return true }
    let (one, other) = (side(one), side(other))
    let (starts, ends) = (agree(one.start, other.start), agree(one.end, other.end))
    return starts != false && ends != false && (starts == true || ends == true)
  }

  /// Returns the old readings with the missing new ones added. A more precise form of a reading replaces a less precise
  /// one.
  private static func union(_ new: [String], with old: [String]) -> [String] {
    var all = old
    for interval in new where interval != "/" {
      guard let place = all.firstIndex(where: { isSame($0, interval) }) else {
        all.append(interval)
        continue
      }
      if interval.utf8.count > all[place].utf8.count { all[place] = interval }
    }
    return all
  }
}

/// The parts of a reading that are stored in fields.
enum ReadingPart { case status, start, end, givenUp, earlier, progress }

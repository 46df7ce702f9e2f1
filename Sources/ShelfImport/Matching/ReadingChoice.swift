import ShelfModel

/// Decides what becomes of the reading that a source tells of.
///
/// A reading is one thing: its days, the status and the progress are taken together, or not at all. Of two readings the
/// later one is that of the record's own fields, and the other one is an earlier reading. Where the days do not tell
/// whether they are of one reading or of two, what is there stays.
struct ReadingChoice {
  /// What one side says of the latest reading, and of earlier ones.
  struct Side {
    var status: String?
    var start: String?
    var end: String?
    var earlier: [String] = []
    var progress: String?
    /// How often the book was read, if that is counted.
    var count: Int?

    var hasDays: Bool { start != nil || end != nil }
    var interval: String { "\(start ?? "")/\(end ?? "")" }
  }

  /// What becomes of a field.
  enum Decision: Equatable {
    case take([String])
    /// It stays, although the source says something else.
    case differ([String])
  }

  typealias Decisions = [ReadingPart: Decision]

  let states: FieldStates
  let ours: Side
  /// What the last import brought; nil if none is known, or what it brought was not taken.
  let base: Side?
  let theirs: Side
  /// Whether the field of the status, looked at alone, follows the source.
  let takesStatus: Bool
  let updates: Bool

  /// Returns what becomes of the fields that cannot be looked at one by one.
  func decisions() -> Decisions {
    if isBegunAgain { return taken(layingDown: true) }
    if !theirs.hasDays || base.map({ $0.start == theirs.start && $0.end == theirs.end }) ?? false {
      return withoutNewDays()
    }
    if !ours.hasDays { return agreesOnStatus && !(base?.hasDays ?? false) ? [:] : unclear() }
    if let base, base.hasDays, !isRepeated(since: base) { return corrected(base) }
    switch Self.order(ours, theirs) {
    case .same: return agreesOnStatus ? withEarlier() : unclear()
    case .later where ours.end == nil && ours.status == states.during?.value: return unclear()
    case .later: return taken(layingDown: true)
    case .earlier where theirs.end == nil && theirs.status != states.abandoned?.value: return unclear()
    case .earlier: return withEarlier(theirs.interval)
    case .unclear: return isCounted ? taken(layingDown: true) : unclear()
    }
  }

  /// Whether the source says that the reading that is here was followed by another one.
  private var isCounted: Bool {
    guard let base, let old = base.count, let new = theirs.count else { return false }
    return new > old && Self.order(base, ours) == .same
  }

  /// Whether the status follows from the source, or says the same.
  private var agreesOnStatus: Bool { theirs.status == nil || theirs.status == ours.status || takesStatus }

  // MARK: - What happened there

  /// Whether what the last import brought as finished is being read again, without days of its own.
  private var isBegunAgain: Bool {
    guard let during = states.during, !theirs.hasDays, ours.end != nil, takesStatus else { return false }
    return theirs.status == during.value && ours.status != during.value
  }

  /// Returns whether the source tells of another reading than at the last import, and not of the same one's other days.
  private func isRepeated(since base: Side) -> Bool {
    if let old = base.count, let new = theirs.count { return new > old }
    if theirs.earlier.contains(where: { Self.isSame($0, base.interval) }) { return true }
    let order = Self.order(base, theirs)
    if order != .later { return false }
    if base.end == nil { return base.status != states.during?.value }
    return theirs.start != nil || theirs.count != nil
  }

  // MARK: - What becomes of it

  private func withoutNewDays() -> Decisions {
    guard let progress = theirs.progress, progress != ours.progress, progress != base?.progress else { return [:] }
    let isOther = theirs.hasDays && Self.order(ours, theirs) != .same
    if agreesOnStatus && !isOther { return [:] }
    return updates && !isOther ? [:] : [.progress: .differ([progress])]
  }

  /// The source has mended the days of a reading.
  private func corrected(_ base: Side) -> Decisions {
    if Self.order(base, ours) == .same { return mixed(base) ? unclear() : [:] }
    // It is one of the earlier ones here.
    guard let place = ours.earlier.firstIndex(where: { Self.isSame($0, base.interval) }) else { return unclear() }
    var earlier = ours.earlier
    earlier[place] = theirs.interval
    return only(earlier)
  }

  /// Returns whether days would be combined that no source gives together.
  private func mixed(_ base: Side) -> Bool {
    let start = ours.start == base.start ? theirs.start : ours.start
    let end = ours.end == base.end ? theirs.end : ours.end
    return DateInterval("\(start ?? "")/\(end ?? "")")?.isReversed ?? false
  }

  /// Takes the source's reading for the latest one.
  private func taken(layingDown: Bool) -> Decisions {
    var earlier = Self.union(theirs.earlier, with: ours.earlier)
    if layingDown { earlier = Self.union([ours.interval], with: earlier) }
    if theirs.hasDays { earlier.removeAll { Self.isSame($0, theirs.interval) } }
    var decisions: Decisions = [
      .start: .take(theirs.start.map { [$0] } ?? []), .end: .take(theirs.end.map { [$0] } ?? []),
      .earlier: .take(earlier),
    ]
    if let status = theirs.status { decisions[.status] = .take([status]) }
    if let progress = theirs.progress {
      decisions[.progress] = .take([progress])
    } else if theirs.end != nil {
      decisions[.progress] = .take([])
    }
    return decisions
  }

  /// Keeps the latest reading, and adds others to the earlier ones.
  private func withEarlier(_ reading: String? = nil) -> Decisions {
    var earlier = ours.earlier
    if base == nil {
      // Of two forms of one reading, the one that says more stays.
      earlier = Self.union(theirs.earlier.filter { !Self.isSame($0, ours.interval) }, with: earlier)
    }
    guard let reading else { return earlier == ours.earlier ? [:] : [.earlier: .take(earlier)] }
    return only(Self.union([reading], with: earlier))
  }

  /// Leaves all as it is but the earlier readings.
  private func only(_ earlier: [String]) -> Decisions {
    [
      .status: .take(ours.status.map { [$0] } ?? []), .start: .take(ours.start.map { [$0] } ?? []),
      .end: .take(ours.end.map { [$0] } ?? []), .progress: .take(ours.progress.map { [$0] } ?? []),
      .earlier: .take(earlier),
    ]
  }

  /// Keeps what is there, and says what the source has; the source's reading comes in its place if it wins.
  private func unclear() -> Decisions {
    let isUnfinished = theirs.end == nil && ours.end != nil && theirs.status == states.during?.value
    var wanted = taken(layingDown: isUnfinished)
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

  // MARK: - Readings beside each other

  /// How a reading is related to another one.
  enum Order { case same, earlier, later, unclear }

  /// Returns whether the second reading is the first one, an earlier or a later one.
  static func order(_ one: Side, _ other: Side) -> Order {
    let (starts, ends) = (agree(one.start, other.start), agree(one.end, other.end))
    if starts != false, ends != false {
      if starts == true || ends == true { return .same }
      let united = DateInterval("\(one.start ?? other.start ?? "")/\(one.end ?? other.end ?? "")")
      if !(united?.isReversed ?? false) { return other.status == nil || one.status == other.status ? .same : .unclear }
    }
    guard let first = days(one), let second = days(other) else { return .unclear }
    if first.upperBound < second.lowerBound { return isApart(first, second, other.start) ? .later : .unclear }
    if second.upperBound < first.lowerBound { return isApart(second, first, one.start) ? .earlier : .unclear }
    return .unclear
  }

  /// Returns whether readings are two although only the days tell that: a day of finishing that was written down twice,
  /// by hand and by a device, may be a few days off.
  private static func isApart(_ one: ClosedRange<CalendarDate>, _ later: ClosedRange<CalendarDate>, _ start: String?)
    -> Bool
  {
    start != nil || later.lowerBound.daysSince1970 - one.upperBound.daysSince1970 > 7
  }

  /// Returns whether two days may be one, of which less may be known; nil if one is not known at all.
  private static func agree(_ one: String?, _ other: String?) -> Bool? {
    guard let one, let other else { return nil }
    return one.hasPrefix(other) || other.hasPrefix(one)
  }

  /// Returns the first and the last day that are known of a reading.
  private static func days(_ side: Side) -> ClosedRange<CalendarDate>? {
    let texts = [side.start, side.end].compactMap { $0 }
    let days = texts.compactMap { CalendarDate($0) }
    guard days.count == texts.count, let first = days.first, let last = days.last?.lastDay, first <= last else {
      return nil
    }
    return first...last
  }

  /// Returns whether two intervals are of one reading.
  private static func isSame(_ one: String, _ other: String) -> Bool {
    func side(_ text: String) -> Side {
      let ends = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
      return Side(start: ends.first.flatMap { $0.isEmpty ? nil : $0 }, end: ends.last.flatMap { $0.isEmpty ? nil : $0 })
    }
    if one == other { return true }
    let (one, other) = (side(one), side(other))
    let (starts, ends) = (agree(one.start, other.start), agree(one.end, other.end))
    return starts != false && ends != false && (starts == true || ends == true)
  }

  /// Adds readings that are not there; one that says more of a reading takes its place.
  private static func union(_ new: [String], with old: [String]) -> [String] {
    var all = old
    for interval in new {
      guard let place = all.firstIndex(where: { isSame($0, interval) }) else {
        all.append(interval)
        continue
      }
      if interval.utf8.count > all[place].utf8.count { all[place] = interval }
    }
    return all
  }
}

/// The fields of a reading.
enum ReadingPart { case status, start, end, earlier, progress }

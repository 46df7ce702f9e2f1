import ShelfModel
import ShelfStore
import ShelfText
import ShelfWording

/// A date at the end of a command's words, as in `shelf finish dune last sunday` or `shelf lend dune Anna until 2w`.
///
/// The longest end that is a date is used, so `3 March` is not the month after a book called 3. A preposition before it
/// marks the date, and a marked date is never a title. Without a preposition, words that are all titles remain titles.
struct TypedDay {
  /// What a command can do with the date.
  struct Use {
    let direction: RelativeDay.Direction
    /// The prepositions that precede the date, in lower case.
    let markers: Set<String>
    /// Whether a preposition is required, because the command has several dates.
    var needsMarker = false
    /// Whether a year is a date even without a preposition. Elsewhere, it may be a number or a title.
    var takesYears = false

    /// The day of an event, such as the start of a reading.
    static let day = Use(direction: .past, markers: ["on", "in", "since"], takesYears: true)
    /// The day of an event behind a page.
    static let dayBehindPage = Use(direction: .past, markers: ["on", "in"])
    /// The start of a loan.
    static let start = Use(direction: .past, markers: ["since", "on"], needsMarker: true)
    /// The end of a loan.
    static let end = Use(direction: .future, markers: ["until", "till", "by", "due", "for"], needsMarker: true)
    /// A date of a loan without a preposition, which may be its start or its end.
    static let unmarked = Use(direction: .past, markers: [])
    /// The new end of a loan.
    static let newEnd = Use(direction: .future, markers: ["until", "till", "by", "to", "for"])
    /// The beginning of a period until today.
    static let beginning = Use(direction: .past, markers: ["since", "from"])
    /// The day of a return, where “from” names a person.
    static let back = Use(direction: .past, markers: ["on"])
  }

  /// The date as it was typed, without the preposition.
  let text: String
  /// The number of words, including the preposition.
  let count: Int

  /// The maximum number of words: `on the day before yesterday`.
  private static let longest = 5

  /// Returns the date at the end of words, or nil if there is none.
  ///
  /// - Parameters:
  ///   - kept: the number of words at the beginning that cannot belong to the date.
  ///   - isTitle: returns whether a word is the title of a record that the command may be about.
  /// - Throws: `CommandError` if the words were clearly meant as a date that does not exist.
  static func atEnd(
    of words: [String], _ use: Use, _ today: CalendarDate, keeping kept: Int = 1, isTitle: (String) throws -> Bool
  ) throws -> TypedDay? {
    var mistake: CommandError?
    for count in stride(from: min(longest, words.count - kept), through: 1, by: -1) {
      var parts = Array(words.suffix(count))
      let isMarked = parts.count > 1 && use.markers.contains(parts[0].lowercased())
      if isMarked { parts.removeFirst() }
      if use.needsMarker, !isMarked { continue }
      let text = parts.joined(separator: " ")
      let word = TypedWord(text)
      let isDate =
        switch use.direction {
        case .future: word.isTerm(from: today)
        default: isMarked || use.takesYears ? word.isDayOrYear(today) : word.isDay(today)
        }
      if isDate {
        if try !isMarked && parts.allSatisfy(isTitle) { continue }
        return TypedDay(text: text, count: count)
      }
      if mistake == nil, let wrong = DateMistake(text), try isMarked || !parts.allSatisfy(isTitle) {
        mistake = CommandError(wrong, in: text)
      }
      // After a title, a preposition can only mark a date. So can a word such as “until” after a person.
      let isClear =
        use.needsMarker && ["until", "till", "since"].contains(words[words.count - count].lowercased())
        && !parts.contains { Use.start.markers.union(Use.end.markers).contains($0.lowercased()) }
      if mistake == nil, isMarked, count < words.count,
        try isClear || isTitle(words[words.count - count - 1])
      {
        mistake = CommandError(
          .usage, "“\(Wording.short(text))” is not a date",
          hint: use.direction == .future
            ? "write a date such as 2026-12-20, friday or 2w" : "write a date such as 2026-11-21, yesterday or friday")
      }
    }
    if let mistake { throw mistake }
    return nil
  }
}

extension Context {
  /// Removes the date at the end of a command's words, and returns it as it was typed.
  ///
  /// - Parameter kind: the kind of the records that the words name.
  func takeDay(
    from words: inout [String], _ use: TypedDay.Use, _ kind: Kind, _ options: LibraryOptions, keeping kept: Int = 1
  ) throws -> String? {
    guard words.count > kept else { return nil }
    let isTitle = titles(of: kind, options)
    guard let day = try TypedDay.atEnd(of: words, use, today, keeping: kept, isTitle: isTitle) else { return nil }
    words.removeLast(day.count)
    return day.text
  }

  /// Returns the date if the words are nothing else, so that a command applies to the record in progress: `finish
  /// yesterday`. A word that begins a word of a title is a name.
  func onlyDay(_ words: [String], _ kind: Kind, _ options: LibraryOptions) throws -> String? {
    let words =
      words.count > 1 && TypedDay.Use.day.markers.contains(words[0].lowercased()) ? Array(words.dropFirst()) : words
    guard !words.isEmpty, TypedWord(words.joined(separator: " ")).isDay(today) else { return nil }
    let titles = try options.load(in: try options.context(self)).records(of: kind).map { Folding.fold($0.title) }
    let isName = words.contains { word in
      titles.contains { WordBeginnings.contains(Folding.fold(word), in: $0) }
    }
    return isName ? nil : words.joined(separator: " ")
  }

  /// Returns a function that tests whether a word is the title of a record. It reads the library when it is called for
  /// the first time.
  func titles(of kind: Kind, _ options: LibraryOptions) -> (String) throws -> Bool {
    var titles: Set<String>?
    return { word in
      let known =
        try titles ?? Set(options.load(in: options.context(self)).records(of: kind).map { Folding.fold($0.title) })
      titles = known
      return known.contains(Folding.fold(word))
    }
  }
}

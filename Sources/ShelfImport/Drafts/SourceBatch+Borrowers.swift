import ShelfModel
import ShelfText

/// Reads the cells of hand-written lists that tell who has a book.
///
/// Besides a name, people write that nobody has the book (`nein`, `–`), that it came back (`zurück`), or when the loan
/// began and ends (`Karin 3/2020`, `Frau Groß bis 12.6.2026`).
extension SourceBatch {
  /// Sets the borrower, and the days of the loan if the cell contains any. A cell that shelf wrote is only a name.
  mutating func setBorrower(_ text: String, _ column: String, line: Int?, in draft: inout Draft) {
    if column == FieldHandle.lentTo.key { return draft.set(.lentTo, text) }
    draft.set(.lentTo, [])
    if text.isEmpty || SourceBatch.isNothing(text) || FieldMapping.flag(text) == false { return }
    let letters = Folding.letters(text)
    if letters.isEmpty || SourceBatch.nobody.contains(letters) || FieldMapping.flag(text) == true {
      return leaveOut(column, text, "names no person", line: line)
    }
    var words = text.split(whereSeparator: \.isWhitespace).map(String.init)
    for opening in SourceBatch.openings where words.count > opening.count {
      if words.prefix(opening.count).map({ Folding.letters($0) }) == opening { words.removeFirst(opening.count) }
    }
    // The day is at the end, so the longest end that is a date is the day of the loan.
    for start in words.indices.dropFirst().suffix(SourceBatch.maxDayWords) {
      let first = Folding.letters(words[start])
      let isDue = SourceBatch.until.contains(first)
      let isIntroduced = isDue || SourceBatch.since.contains(first)
      let tail = words[start...].dropFirst(isIntroduced ? 1 : 0).joined(separator: " ")
      let plain = tail.filter { !"()[]".contains($0) }
      // Numbers alone may belong to the name, as in `Grade 5 2019`.
      let isDate = isIntroduced || plain != tail || plain.contains { $0.isLetter || "./-".contains($0) }
      guard isDate, plain.contains(where: \.isNumber), let day = DateParser.day(plain, style) else { continue }
      draft.set(isDue ? .dueOn : .lentOn, day.description)
      words.removeSubrange(start...)
      break
    }
    draft.set(.lentTo, words.joined(separator: " ").trimmingEnd(",;:").trimmed)
  }

  /// The maximum number of words of a day and the word before it: `until 1 May 2026`.
  private static let maxDayWords = 5

  private static func words(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }

  /// Words that mean that nobody has the book, or that do not tell who has it.
  private static let nobody = Set(
    words(
      "returned back here available nobody noone zuruck zuruckgegeben zuruckerhalten vorhanden niemand "
        + "niemandem frei rendu rentre personne disponible devuelto nadie lent loaned out verliehen ausgeliehen prete"))
  private static let openings = ["lent to", "loaned to", "verliehen an", "ausgeliehen an"].map(words)
  private static let since = Set(words("since from on seit ab am vom depuis le desde"))
  private static let until = Set(words("until till due to by bis jusquau hasta"))
}

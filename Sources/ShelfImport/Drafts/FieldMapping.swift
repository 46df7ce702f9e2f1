import ShelfFormats
import ShelfModel
import ShelfText

/// The conversion of a cell or value from a list in an unknown format to the value of a field.
///
/// The field determines how the text is converted. The conversions are lenient, because people write such lists by
/// hand.
package struct FieldMapping {
  /// Mapping targets that are not fields.
  package static let others = [FieldHandle.abandoned.key, FieldHandle.returned.key]

  /// Returns the key of the field of a book that a column with this name is imported into, or nil if the name suggests
  /// no field.
  package static func key(ofColumn name: String) -> String? { ColumnName.guess(name)?.key }

  static let listSeparators: [Character] = [";", "|", "\n"]

  let column: String
  let texts: [String]
  let line: Int?
  /// The highest possible rating in the column, or nil if only this one rating is known.
  var scale: Double?
  /// The type of the field, if the library declares it.
  var type: FieldType?

  /// Sets the fields of an entry that the user mapped with `--map`.
  ///
  /// - Parameter texts: returns the values of a field of the entry.
  static func setMapped(
    _ options: ImportOptions, in draft: inout Draft, line: Int?, _ batch: inout SourceBatch,
    _ texts: (String) -> [String]
  ) {
    for (name, field) in options.maps {
      let values = texts(name).filter { !$0.isEmpty }
      if values.isEmpty { continue }
      draft.namedFields.insert(field)
      batch.usedMaps.insert(name)
      let type = options.declaredType(of: field, draft.kind)
      FieldMapping(column: name, texts: values, line: line, type: type).set(field, in: &draft, &batch)
    }
  }

  /// Converts the text values and sets a field of a draft.
  func set(_ field: FieldHandle, in draft: inout Draft, _ batch: inout SourceBatch) {
    let texts = FieldMapping.linked.contains(field) ? self.texts.map(FieldMapping.plainName) : self.texts
    let text = texts.joined(separator: ", ").trimmed
    if let type { return setDeclared(field, type, text, in: &draft, &batch) }
    switch field {
    // An empty column does not clear a value from another column.
    case .title where text.isEmpty, .author where text.isEmpty: draft.set(field, [])
    case .title: draft.replace(.title, [HTMLText.decodingEntities(HTMLText.withoutMarks(text))])
    case .author: FieldMapping.set(field, people: authors(texts, text, &batch), in: &draft, column: column)
    case .contributors:
      let role = ContributorRole(called: column)?.rawValue ?? ""
      let form = texts.count > 1 || ColumnName.hasTurnedNames(column) ? PersonName.Form.turned : .any
      let people = texts.flatMap { batch.contributors($0, form, role: role, line: line) }
      draft.add(field, people.map(\.description))
    case .status: setStatus(text, in: &draft, &batch)
    case .rating: setRating(text, in: &draft, &batch)
    case .genres, .tags:
      let names = texts.count > 1 ? texts : FieldMapping.list(text)
      let isGenre = Folding.letters(column).hasPrefix("genre")
      draft.add(field == .genres && batch.takesShelvesAsTags && !isGenre ? .tags : field, names)
      draft.hasOwnGenres = true
    case .series: draft.set(.series, SeriesName.all(texts))
    case .isbn: batch.setISBN(texts, column, line: line, in: &draft)
    case .readings: setReadings(texts, in: &draft, &batch)
    case .abandoned:
      guard FieldMapping.flag(text) ?? !text.isEmpty else { return }
      draft.replace(.status, [ReadingStatus.abandoned.rawValue])
      if let day = batch.day(text, column, line: line) { draft.set(.dateAbandoned, day.description) }
    case .returned:
      if let day = batch.day(text, column, line: line) { return draft.set(.returned, day.description) }
      if let flag = FieldMapping.flag(text) { return draft.set(.returned, flag ? Draft.hasReturned : nil) }
      if !text.isEmpty { batch.leaveOut(column, text, "is not a date", line: line) }
    case .dateCompleted where isUnfinished(text): setUnfinished(text, in: &draft, &batch)
    case .progress:
      let place = text.isEmpty ? "" : progress(text)
      if ReadingProgress(place) != nil || place.isEmpty { return draft.set(.progress, place) }
      batch.leaveOut(column, text, "is not a page, a percentage or a time", line: line)
    case .duration: setDuration(text, in: &draft, &batch)
    case .sources: for text in texts where !text.isEmpty { draft.sources.append(text) }
    default: batch.set(field, [text], column, line: line, in: &draft)
    }
  }

  /// Sets a field that the library declares, using its declared type. A built-in field of the same name may have a
  /// different type.
  private func setDeclared(
    _ field: FieldHandle, _ type: FieldType, _ text: String, in draft: inout Draft, _ batch: inout SourceBatch
  ) {
    switch type {
    case .date: draft.set(field, batch.date(text, column, line: line))
    case .money:
      let money = Money(typed: text)
      if money?.currency == "USD", text.contains("$"), !text.lowercased().contains("us") {
        batch.noteOnce("amounts with “$” are read as US dollars (USD)")
      }
      draft.set(field, money?.description ?? text)
    case .boolean: draft.set(field, FieldMapping.flag(text).map { $0 ? "true" : "false" } ?? text)
    case _ where type.isList:
      if !CopyNumberName.matches(field.key) { draft.declaredLists.insert(field) }
      draft.add(field, texts.count > 1 ? texts : FieldMapping.list(text))
    default: draft.set(field, text)
    }
  }

  private func authors(_ texts: [String], _ text: String, _ batch: inout SourceBatch) -> [String] {
    if texts.count > 1 { return PersonName.distinct(texts.flatMap { batch.authors($0, .turned, line: line) }) }
    if text.isEmpty { return [] }
    return ColumnName.hasTurnedNames(column)
      ? batch.authors(text, .turned, line: line) : FieldMapping.authors(text, line: line, &batch)
  }

  private func setStatus(_ text: String, in draft: inout Draft, _ batch: inout SourceBatch) {
    if text.isEmpty { return }
    let flag = FieldMapping.flag(text)
    // A column called “Read?” states whether, or when, a book was read. “No” does not mean that the user wants to read
    // it.
    if ColumnName.asksWhetherRead(column), flag == false { return }
    if isUnfinished(text) { return setUnfinished(text, in: &draft, &batch) }
    if let status = ReadingStatus(text) ?? flag.map({ $0 ? .completed : .wanted }) {
      draft.replace(.status, [status.rawValue])
    } else if ColumnName.asksWhetherRead(column), text.contains(where: \.isNumber) {
      draft.set(.dateCompleted, batch.date(text, column, line: line))
    } else {
      batch.leaveOut(column, text, "is not a reading status", line: line)
    }
  }

  /// Returns whether the text is a status other than `completed` with a single date after it: `begun 2018`.
  private func isUnfinished(_ text: String) -> Bool {
    guard let digit = text.firstIndex(where: \.isNumber), digit > text.startIndex,
      let status = ReadingStatus(String(text[..<digit]))
    else { return false }
    let rest = text[digit...].trimmed.trimmingEnd(")]")
    let years = rest.split { !$0.isNumber }.count { $0.count == 4 }
    return status != .completed && years < 2 && DateParser.day(rest) != nil
  }

  /// Sets the status that the text begins with, and the date after it if the status has one.
  private func setUnfinished(_ text: String, in draft: inout Draft, _ batch: inout SourceBatch) {
    let digit = text.firstIndex(where: \.isNumber) ?? text.endIndex
    guard let status = ReadingStatus(String(text[..<digit])) else { return }
    draft.set(.status, status.rawValue)
    let field: FieldHandle? = status == .inProgress ? .dateStarted : status == .abandoned ? .dateAbandoned : nil
    if let field {
      draft.set(field, batch.date(text[digit...].trimmed.trimmingEnd(")]"), column, line: line))
    } else {
      batch.leaveOut(column, text, "is a status without a date", line: line)
    }
  }

  /// Sets the length of an audiobook. A plain number means hours if the column is named after hours, and minutes in any
  /// other column.
  private func setDuration(_ text: String, in draft: inout Draft, _ batch: inout SourceBatch) {
    if text.isEmpty { return }
    let unit = ["hour", "stunde", "heure"].contains { Folding.letters(column).contains($0) } ? "h" : "m"
    let isNumber = text.allSatisfy { $0.isNumber || $0 == "." }
    if let time = PlayingTime(typed: isNumber ? text + unit : text) {
      draft.set(.duration, time.description)
    } else {
      batch.leaveOut(column, text, "is not a length in hours and minutes", line: line)
    }
  }

  private func setRating(_ text: String, in draft: inout Draft, _ batch: inout SourceBatch) {
    let rating = RatingText(text)
    let number = rating.plainNumber
    // A “yes” instead of a number marks a favorite, and a “no” means that there is no rating.
    if number == nil, let flag = FieldMapping.flag(text) {
      if flag { draft.replace(.rating, [String(Rating.maximum)]) }
      return
    }
    // Some people write “DNF” instead of a number of stars.
    if number == nil, let status = ReadingStatus(text) { return draft.set(.status, status.rawValue) }
    let scale = self.scale ?? (number.map { $0 > 5 } ?? false ? 10 : 5)
    draft.set(.rating, batch.rating(rating, column, line: line, scale: scale))
  }

  private func setReadings(_ texts: [String], in draft: inout Draft, _ batch: inout SourceBatch) {
    let whole = texts.joined(separator: ", ").trimmed
    if ColumnName.asksWhetherRead(column), FieldMapping.flag(whole) != nil || !whole.contains(where: \.isNumber) {
      draft.set(.readings, [])
      return setStatus(whole, in: &draft, &batch)
    }
    if isUnfinished(whole) {
      draft.set(.readings, [])
      return setUnfinished(whole, in: &draft, &batch)
    }
    // Only a column called `readings` is limited to earlier readings.
    let isOfEarlier = ColumnName.fold(column) == FieldHandle.readings.key
    var readings: [String] = []
    let parts = texts.flatMap { FieldMapping.isDay($0) ? [$0[...]] : $0.split { ";,\n".contains($0) } }.map(\.trimmed)
    for part in parts where part.contains(where: { $0.isLetter || $0.isNumber }) {
      if let reading = reading(part, &batch) {
        // `1986-` in a list of earlier readings does not show when the book was finished, or whether it was.
        if isOfEarlier, let end = part.last, "-–".contains(end) {
          batch.leaveOut(column, part, "has no end", line: line)
          continue
        }
        readings.append(reading)
      } else if let year = DateParser.year(within: part) {
        batch.note("\(column): only the year of “\(CleanText.short(part))” was imported", line: line)
        readings.append("/\(year)")
      } else {
        let isUnclear = if case .unclear? = YearSpan(part) { true } else { false }
        batch.leaveOut(column, part, isUnclear ? "may be a month or two years" : "is not a reading", line: line)
      }
    }
    draft.set(.readings, readings)
    // In any other column, an end date means that the book was finished.
    if !isOfEarlier, draft[.status].isEmpty, !readings.isEmpty {
      let isOpen = readings.contains { $0.hasSuffix("/") }
      draft.set(.status, (isOpen ? ReadingStatus.inProgress : .completed).rawValue)
    }
    let times = parts.count {
      $0.split(separator: "|", omittingEmptySubsequences: false).count > 2 && !$0.hasSuffix("|")
    }
    if times > 0 { batch.leaveOut(column: column + " (reading time)", count: times) }
  }

  /// Returns the progress as a page or a percentage.
  ///
  /// A fraction such as `0.5` is treated as half of the book, and a plain number in a column of percentages is a
  /// percentage.
  private func progress(_ text: String) -> String {
    guard let number = Double(text.replacing(",", with: ".")), number >= 0 else { return text }
    let isPercent = ["percent", "pct", "prozent", "pourcent"].contains { Folding.letters(column).contains($0) }
    let isShare = number < 1 && number > 0 || isPercent && number == 1 && text.contains(where: { ".,".contains($0) })
    guard isShare || isPercent || column.contains("%") else { return SourceBatch.number(text) }
    return "\(Int((isShare ? number * 100 : min(number, 100)).rounded()))%"
  }

  /// Parses `2019-06-02/2019-06-30`, `2019/06/02-2019/06/30`, `2020-21`, the `start|finish|milliseconds` of Openreads,
  /// or the date when a reading ended. Returns nil if only a part of the text is a date.
  private func reading(_ text: String, _ batch: inout SourceBatch) -> String? {
    switch YearSpan(text) {
    case .years(let first, let last)?: return "\(first)/\(last)"
    case .unclear?: return nil
    case nil: break
    }
    var ends = text.split(separator: text.contains("|") ? "|" : "/", omittingEmptySubsequences: false).map(String.init)
    let isInterval =
      text.contains("|") || ends.count == 2 && ends.allSatisfy { $0.isEmpty || DateParser.day($0) != nil }
    if !isInterval { ends = DateParser.ends(of: text) }
    if !text.contains("|") {
      if ends.count > 2 { return nil }
      if ends.contains(where: { !$0.isEmpty && DateParser.day($0) == nil }) {
        // `2020-05` and `05-2020` are months.
        guard ends.count == 2, DateParser.day(text) != nil else { return nil }
        ends = [text]
      }
    }
    let days = ends.prefix(2).map { batch.day($0, column, line: line) }
    if days.count == 1 { return DateInterval(start: nil, end: days[0])?.description }
    return DateInterval(start: days[0], end: days[1])?.description
  }

  /// Sets the authors, or adds contributors. A contributor's role follows the name or is the name of the column.
  static func set(_ field: FieldHandle, people: [String], in draft: inout Draft, column: String) {
    // An empty column does not clear a value from another column.
    if people.isEmpty { return draft.set(field, []) }
    guard field == .contributors else { return draft.replace(field, people) }
    let role = ContributorRole(called: column)?.rawValue ?? ""
    draft.add(field, people.map { Contributor(said: $0, role: role).description })
  }

  /// The fields that contain names, which Obsidian writes as links. Text in other fields is not changed.
  private static let linked: Set<FieldHandle> = [.author, .contributors, .genres, .tags, .series, .publisher]

  /// Returns the name in `[[Jane Doe]]` or `Jane Doe<br/>`.
  private static func plainName(_ text: String) -> String {
    let text = text.contains("<") ? HTMLText.plain(text).trimmed : HTMLText.decodingEntities(text)
    return text.contains("[[") ? text.replacing("[[", with: "").replacing("]]", with: "") : text
  }

  /// Returns the authors in a cell of a table that may write names in any form.
  static func authors(_ text: String, line: Int?, _ batch: inout SourceBatch) -> [String] {
    batch.authors(text.hasPrefix("by ") ? String(text.dropFirst(3)) : text, .any, line: line)
  }

  /// Splits a cell into the items of a list.
  ///
  /// - Parameter separators: the separators to try. The first separator that occurs in the text is used, or a comma if
  ///   none occurs.
  static func list(_ text: String, separators: [Character] = listSeparators) -> [String] {
    // Openreads joins tags with five vertical bars. The empty items between them are dropped.
    let text = HTMLText.decodingEntities(text)
    let separator = separators.first { text.contains($0) } ?? ","
    return text.split(separator: separator).map(\.trimmed).filter { !$0.isEmpty }
  }

  /// Returns whether the text is a single date, in which a comma does not separate readings, such as `May 20, 2020`.
  private static func isDay(_ text: String) -> Bool {
    text.split { !$0.isNumber }.count { $0.count == 4 } == 1 && DateParser.day(text) != nil
  }

  /// Returns true for a word that means yes, false for a word that means no, and nil for any other word.
  static func flag(_ text: String) -> Bool? {
    switch text.lowercased() {
    case "true", "yes", "y", "x", "1", "✓", "✔", "ja", "j", "oui", "si", "sí", "wahr": true
    case "false", "no", "n", "0", "nein", "non", "falsch": false
    default: nil
    }
  }
}

extension FieldHandle {
  /// The mapping target for a column about books that the user gave up on, which may contain dates. It is not a field.
  static let abandoned = FieldHandle(named: "abandoned")
  /// The mapping target for a column with the return dates of lent copies. It is not a field.
  static let returned = FieldHandle(named: "returned")
}

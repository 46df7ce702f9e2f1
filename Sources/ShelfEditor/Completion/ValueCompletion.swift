import ShelfModel
import ShelfQuery
import ShelfStore
import ShelfText

extension Snapshot {
  /// The maximum number of candidates.
  static let maxCandidates = 50

  /// Returns candidates for a field's value that match the typed text.
  func values(of field: Field, _ context: LineContext, _ kind: Kind) -> [Candidate] {
    let candidates: [Candidate] =
      switch field.type {
      case .reference(let target), .references(let target): records(of: target, field, context)
      case .choice(let words): words.map { choice($0, field) }
      case .boolean: ["true", "false"].map { Candidate(label: $0, text: $0, kind: 12) }
      case .rating: ratings()
      case .date: days()
      case .timestamp: [Candidate(label: "now", text: now.description, detail: now.description, kind: 12)]
      case .color: colors(field, kind)
      case .id: []
      case .textList where field.has(.series): places(kind, context)
      case .text, .textList: field.has(.suggests) ? used(field, kind, context) : []
      case .money: amounts(field, kind, context)
      case .integer, .decimal, .duration, .intervals, .formerIDs: []
      }
    if field.type.target != nil { return candidates }
    let typed = Folding.fold(context.typed)
    return candidates.filter {
      Snapshot.matches(typed, Folding.fold($0.label)) || Snapshot.matches(typed, Folding.fold($0.text))
    }
    .prefix(Snapshot.maxCandidates).map { $0 }
  }

  /// Returns the typed amount with each currency that occurs in the library.
  private func amounts(_ field: Field, _ kind: Kind, _ context: LineContext) -> [Candidate] {
    let number = String(context.typed.prefix { !$0.isLetter }).trimmed
    guard DecimalNumber(number) != nil else { return [] }
    return library.currencies(of: field, kind).map {
      Candidate(label: "\(number) \($0)", text: "\(number) \($0)", kind: 12)
    }
  }

  /// Returns the next position in each series. For a series without positions, returns only its name.
  private func places(_ kind: Kind, _ context: LineContext) -> [Candidate] {
    // This record is left out, because the name that is being typed is not a series yet.
    let others = library.records(of: kind).filter { $0.path != path }
    return SeriesTable(others, of: kind, in: library).all.map { series in
      let text = series.nextPosition.map { SeriesPlace.text(series.name, $0) } ?? series.name
      let last = series.entries.last { $0.position != nil }?.record.title
      let count = kind.counted(series.entries.count)
      return Candidate(
        label: Snapshot.short(text), text: Snapshot.scalar(text, context),
        detail: last.map { "\(count); after \($0)" } ?? count, kind: 12)
    }
  }

  private func choice(_ word: String, _ field: Field) -> Candidate {
    let meaning = FieldNote.meaning(of: word, field)
    return Candidate(
      label: word, text: word, detail: meaning == word ? "" : String(meaning.dropFirst(word.count + 2).dropLast()),
      kind: 20)
  }

  private func ratings() -> [Candidate] {
    stride(from: Rating.maximum * 4, through: 0, by: -2).compactMap { Rating(quarters: $0) }.map { rating in
      Candidate(label: rating.description, text: rating.description, detail: rating.starText, kind: 12)
    }
  }

  private func days() -> [Candidate] {
    [("today", 0), ("yesterday", -1)].map { name, distance in
      let day = CalendarDate(daysSince1970: today.daysSince1970 + distance).description
      return Candidate(label: name, text: day, detail: day, kind: 12)
    }
  }

  /// Returns the colors of other records, most frequent first.
  private func colors(_ field: Field, _ kind: Kind) -> [Candidate] {
    count(kind) { record in
      guard case .color(let color)? = record.value(of: field) else { return [] }
      return [color.description]
    }.map { color, _, names in
      Candidate(
        label: color, text: "\"\(color)\"", detail: names.joined(separator: ", "), documentation: "#\(color)", kind: 16)
    }
  }

  /// Returns the values of other records, most frequent first.
  private func used(_ field: Field, _ kind: Kind, _ context: LineContext) -> [Candidate] {
    let typed = Folding.fold(context.typed)
    let found = count(kind) { record in
      record.path == path ? [] : record.texts(of: field).filter { Snapshot.matches(typed, Folding.fold($0)) }
    }
    let starting = found.filter { Folding.fold($0.value).hasPrefix(typed) }
    let others = found.filter { !Folding.fold($0.value).hasPrefix(typed) }
    return (starting + others).prefix(Snapshot.maxCandidates).map { value, number, names in
      Candidate(
        label: Snapshot.short(value), text: Snapshot.scalar(value, context),
        detail: number == 1 ? names.first ?? "" : "\(kind.counted(number)), such as \(names.first ?? "")", kind: 12)
    }
  }

  private func count(_ kind: Kind, _ values: (Record) -> [String]) -> [(value: String, count: Int, names: [String])] {
    var counts: [String: (count: Int, names: [String])] = [:]
    for record in library.records(of: kind) {
      for value in values(record) {
        counts[value, default: (0, [])].count += 1
        if counts[value]!.names.count < 3 { counts[value]!.names.append(record.title) }
      }
    }
    return counts.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }.prefix(500).map {
      ($0.key, $0.value.count, $0.value.names)
    }
  }

  /// Returns the text as YAML, escaped for the quotation marks that are already around the cursor.
  static func scalar(_ text: String, _ context: LineContext) -> String {
    let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
    switch context.quote {
    case UInt8(ascii: "\"")?:
      return line.reduce(into: "") { $0 += $1 == "\"" || $1 == "\\" ? "\\" + String($1) : String($1) }
    case UInt8(ascii: "'")?: return line.reduce(into: "") { $0 += $1 == "'" ? "''" : String($1) }
    default: return WrittenValue.scalar(line, isFlow: context.isFlow)
    }
  }
}

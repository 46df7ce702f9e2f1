import ShelfFormats
import ShelfModel
import ShelfStore
import ShelfText

/// Converts the text values of a draft into values in the form that files contain.
extension ImportRun {
  /// Returns the values of a draft's field, or nil if the source's text is not valid for the field.
  private mutating func values(
    _ draft: Draft, _ field: Field, _ texts: [String], _ record: Record?
  ) -> [Assignment.Value]? {
    if draft.hasReferences || draft.isVerbatim && field.type.target == nil {
      var texts = texts
      if let target = field.type.target {
        texts = ids(texts, field, target, draft).map { text in
          RecordID(text).flatMap { namesakes[$0] }?.description ?? text
        }
        for text in texts { checkReference(text, target, draft) }
      }
      return texts.map { value($0, field) }
    }
    if let target = field.type.target, draft.hasNames {
      return namedValues(draft, field, target, texts)
    }
    if let target = field.type.target {
      var values: [Assignment.Value] = []
      var known: Set<String> = []
      for text in texts {
        guard let value = names.reference(text, target, base), known.insert(value.text).inserted else { continue }
        values.append(value)
      }
      return values
    }
    let isClean = texts.count == 1 && CleanText.isPlain(texts[0])
    var cleaned =
      isClean ? texts : texts.map { field.isLong ? CleanText.lines($0) : CleanText.line($0) }.filter { !$0.isEmpty }
    if !isClean, let text = texts.first(where: CleanText.hasControls) {
      summary.problems.append(
        ImportProblem(
          .note, "\(field.key): control characters in “\(CleanText.short(CleanText.line(text)))” were removed",
          file: draft.file, line: draft.line))
    }
    if cleaned.isEmpty { return [] }
    if cleaned.count > 1, !field.type.isList { cleaned = [cleaned[0]] }
    if field.has(.language) { cleaned = cleaned.map { LanguageName.tag(of: $0).flatMap { languages[$0] } ?? $0 } }
    guard field.type.read(cleaned) != nil else {
      summary.problems.append(
        ImportProblem(
          .value, "\(field.key): “\(CleanText.short(cleaned[0]))” is not \(field.type.description)", file: draft.file,
          line: draft.line,
          value: ImportProblem.Value(
            column: field.key, text: cleaned[0], reason: "is not \(field.type.description)")))
      return nil
    }
    if field.type == .money { cleaned = cleaned.map { withCurrency($0, field, draft, record) } }
    return cleaned.map { Assignment.Value(text: $0) }
  }

  /// Returns an amount with a currency, if it has none: that of the record's own amount, the currency of at least three
  /// quarters of the source's many amounts in this field, the only one in the library, or the only one in the source.
  private mutating func withCurrency(_ text: String, _ field: Field, _ draft: Draft, _ record: Record?) -> String {
    guard let money = Money(text), money.currency == nil else { return text }
    var currency: String?
    if case .money(let old)? = record?.value(of: field) { currency = old.currency }
    if currency == nil {
      let handle = FieldHandle(field)
      if usualCurrencies[draft.kind]?[handle] == nil {
        let usual = usualCurrency(of: field, draft.kind)
        usualCurrencies[draft.kind, default: [:]][handle] = .some(usual)
      }
      currency = usualCurrencies[draft.kind]?[handle].flatMap(\.self)
      mixedAmounts[handle]?.count += 1
    }
    return currency.map { Money("\(money) \($0)")?.description ?? text } ?? text
  }

  private mutating func usualCurrency(of field: Field, _ kind: Kind) -> String? {
    let drafts = (drafts + laterDrafts).filter { $0.kind == kind && !$0.isVerbatim }
    func currencies(_ fields: [Field]) -> [String: Int] {
      var counts: [String: Int] = [:]
      for draft in drafts {
        for text in fields.flatMap({ draft[FieldHandle($0)] }) {
          if let currency = Money(text)?.currency { counts[currency, default: 0] += 1 }
        }
      }
      return counts
    }
    let own = currencies([field])
    if own.count > 1 {
      let sum = own.values.reduce(0, +)
      // A few amounts show no habit.
      guard sum >= 6, let currency = own.first(where: { $0.value * 4 >= sum * 3 })?.key else { return nil }
      mixedAmounts[FieldHandle(field)] = (currency, 0)
      return currency
    }
    let all = library.schema.fields(of: kind).filter { $0.type == .money }
    let known = [Array(own.keys), library.currencies(of: field, kind), Array(currencies(all).keys)]
    return known.first { !$0.isEmpty }.flatMap { $0.count == 1 ? $0.first : nil }
  }

  /// Reports in the last round how many amounts got the most frequent of several currencies, for each field.
  mutating func reportMixedAmounts() {
    guard laterDrafts.isEmpty else { return }
    for (field, mixed) in mixedAmounts.sorted(by: { $0.key.key < $1.key.key }) where mixed.count > 0 {
      let amounts = mixed.count == 1 ? "1 amount" : "\(mixed.count.grouped) amounts"
      summary.notes.append(
        "\(field): \(amounts) without a currency \(mixed.count == 1 ? "is" : "are") in \(mixed.currency), as most amounts "
          + "with a currency")
    }
  }

  /// Returns the most frequent way to write each language, by its tag, in the library or, for a language that no book
  /// of the library has, in the source. A tag with a region, such as `pt-BR`, stays as it is.
  func usualLanguages() -> [String: String] {
    func usual(_ texts: some Sequence<String>) -> [String: String] {
      var counts: [String: [String: Int]] = [:]
      for text in texts {
        if let tag = LanguageName.tag(of: text) { counts[tag, default: [:]][text, default: 0] += 1 }
      }
      return counts.mapValues(Folding.commonest)
    }
    return usual((drafts + laterDrafts).lazy.compactMap { $0.clean(.language).first }).merging(
      usual(library.records(of: .book).lazy.flatMap { texts(.language, of: $0) })
    ) { $1 }
  }

  /// Reports a value from a shelf library that is stored although it is not valid for its field.
  mutating func noteMisfit(_ texts: [String], _ field: Field, _ draft: Draft) {
    guard draft.isVerbatim, field.type.target == nil, !texts.isEmpty, field.type.read(texts) == nil else { return }
    summary.misfits += 1
    summary.problems.append(
      ImportProblem(
        .note,
        "\(field.key): “\(CleanText.short(texts.joined(separator: ", ")))” is not \(field.type.description), "
          + "and was kept unchanged",
        file: draft.file, line: draft.line))
  }

  /// Reports a reference in a shelf library's export to a record that is neither in this library nor in the export.
  private mutating func checkReference(_ text: String, _ target: Kind, _ draft: Draft) {
    guard let id = RecordID(text), index.record(id) == nil, titles[id] == nil, names.name(of: id) == nil else { return }
    let title = CleanText.short(draft.title ?? "")
    summary.problems.append(
      ImportProblem(
        .note, "“\(title)” refers to the \(target.singular) \(id.short), which is neither here nor in the file",
        file: draft.file, line: draft.line))
  }

  /// Returns whether a field of the library has only its name in common with the field that the source's format means.
  /// For example, a library may declare its own `place`, whereas `place` in a bibliography is the place of publication.
  /// In generic formats such as CSV, the user has chosen the column names, so they refer to the library's fields.
  private func isOther(_ field: Field, _ draft: Draft) -> Bool {
    library.schema.isUnrelated(field, of: draft.kind) && !isGeneral && !draft.isVerbatim && draft.statedID == nil
      && !draft.namedFields.contains(FieldHandle(field))
  }

  /// Returns the values of a draft's fields, in the order of the kind's table, and whether each field is incomplete.
  mutating func values(
    of draft: Draft, _ owner: Assignment.Value?, in record: Record? = nil
  ) -> [(field: Field, values: [Assignment.Value], isOpen: Bool)] {
    var all: [(field: Field, values: [Assignment.Value], isOpen: Bool)] = []
    all.reserveCapacity(draft.fields.count + 2)
    for field in library.schema.fields(of: draft.kind) where field.type != .id {
      if let owner, field.has(.owner) {
        all.append((field, [owner], false))
      } else if !draft.sources.isEmpty, field.key == FieldHandle.sources.key {
        all.append((field, draft.sources.map { Assignment.Value(text: $0) }, false))
      } else if isOther(field, draft) {
        continue
      } else if let texts = draft.fields[field] {
        let values = values(draft, field, texts, record)
        all.append((field, values ?? [], values == nil || draft.incomplete.contains(FieldHandle(field))))
      } else if let value = draft.exportedFields.last(where: { $0.key == field.key })?.value, value.isNested {
        let what = value.isObject ? "a mapping" : "a list that contains more than texts"
        summary.problems.append(
          ImportProblem(
            .value, "\(field.key): \(what) is not \(field.type.description), and was skipped", file: draft.file,
            line: draft.line))
      }
    }
    return all
  }
}

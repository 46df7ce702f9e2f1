import ShelfModel
import ShelfStore
import ShelfSystem
import YAMLEdit

/// Creates the published records, which contain only the public parts of the selected records.
///
/// Each record is built from scratch: for every public field, the public part of its value is written to a new
/// document, which is then parsed like a file. References to records that are not published are dropped, dates are
/// truncated to the configured precision, times of day are removed, and long quotations are shortened. The new files
/// are named by the records' ids alone, because the old names may contain private text.
struct PublicRedaction {
  let customFields: [Kind: [Field]]
  /// The fields that the new records can have.
  let schema: Schema
  private let library: Library
  private let settings: PublishSettings
  private let selection: PublicSelection
  private let shown: Set<RecordID>

  init(_ library: Library, _ settings: PublishSettings, _ selection: PublicSelection) {
    self.library = library
    self.settings = settings
    self.selection = selection
    shown = Set((selection.books + selection.quotes + selection.genres).map(\.id))
    customFields = library.manifest.customFields.reduce(into: [:]) { fields, own in
      guard PublishSettings.kinds.contains(own.key) else { return }
      fields[own.key] = own.value.filter { $0.has(.shown) }
    }
    schema = Schema(customFields: customFields)
  }

  /// Returns the public fields of a kind in the whole library, except fields that the settings hide.
  func fields(of kind: Kind) -> [Field] {
    library.schema.fields(of: kind).filter { $0.has(.shown) && !settings.hidden.contains($0.key) }
  }

  /// Returns the new records, grouped by kind. Each file is named after the id alone.
  func records() throws -> [Record] {
    try PublishSettings.kinds.flatMap { kind in
      let old =
        switch kind {
        case .book: selection.books
        case .quote: selection.quotes
        default: selection.genres
        }
      let fields = fields(of: kind)
      let made = Parallel.map(old.count, threads: library.threads) { range in
        Result<[Record], any Error> {
          var reader = RecordReader(schema: schema, limits: Limits())
          return try old[range].map { record in
            let bytes = try Document.bytes(of: entries(of: record, fields))
            return try reader.read(
              bytes, of: RecordFile(kind: kind, folder: kind.folder, name: "\(record.id).yaml"))
          }
        }
      }
      return try made.flatMap { try $0.get() }
    }
  }

  private func entries(of record: Record, _ fields: [Field]) -> [(key: String, value: Value)] {
    var entries: [(key: String, value: Value)] = [
      (Field.idKey, .scalar(Scalar(record.id.description, form: .literal)))
    ]
    for field in fields {
      let texts = texts(of: field, record)
      if texts.isEmpty { continue }
      let scalars = texts.map { Scalar($0, form: field.type.form) }
      entries.append((field.key, field.type.isList ? .list(scalars) : .scalar(scalars[0])))
    }
    return entries
  }

  /// Returns the public part of a field's values.
  func texts(of field: Field, _ record: Record) -> [String] {
    guard let value = record.value(of: field) else { return [] }
    switch (field.type, value) {
    case (_, .unreadable): return []
    case (.intervals, .texts(let texts)): return texts.compactMap { DateInterval($0).map(coarse)?.description }
    case (.textList, .texts(let texts)): return texts
    case (_, .ids(let ids)):
      // If a reference points to a record that was merged into another, the other record's id replaces it.
      let found = ids.compactMap { library.record($0)?.id }.filter(shown.contains)
      return found.map(\.description)
    case (_, .date(let day)): return [coarse(day).description]
    // The time of day is private.
    case (_, .timestamp(let moment)): return [firstDay(of: coarse(moment.date)).description]
    case (_, .text(let text)) where field.has(.title) && field.isLong: return [cut(text)]
    default: return [value.text]
    }
  }

  private func coarse(_ interval: DateInterval) -> DateInterval {
    DateInterval(start: interval.start.map(coarse), end: interval.end.map(coarse)) ?? interval
  }

  private func coarse(_ day: CalendarDate) -> CalendarDate {
    let precision = settings.datePrecision
    guard precision.rawValue < day.precision.rawValue else { return day }
    return CalendarDate(year: day.year, month: precision == .year ? 1 : day.month, day: 1, precision: precision) ?? day
  }

  /// Returns the first day of a month or year, for a field that requires a full date.
  private func firstDay(of date: CalendarDate) -> CalendarDate {
    CalendarDate(year: date.year, month: date.month, day: date.day) ?? date
  }

  /// Truncates a long quotation, after a whole word if possible.
  private func cut(_ text: String) -> String {
    guard text.utf8.count > settings.quoteLength, text.count > settings.quoteLength else { return text }
    let start = text.prefix(settings.quoteLength)
    let words = start.lastIndex(where: \.isWhitespace).map { start[..<$0] } ?? start
    return (words.isEmpty ? start : words) + " […]"
  }
}

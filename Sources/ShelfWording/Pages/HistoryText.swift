import ShelfHistory
import ShelfModel
import ShelfStore
import ShelfTerminal
import ShelfText

/// The human-readable history of records: `rating: 3 → 5`, `genres: + Fantasy`.
///
/// `ShelfHistory` compares two versions of the library, field by field, and passes on one `RecordChange` per file: an
/// event (added, deleted, changed, and so on) and the fields that differ. This type only turns the changes into text.
/// `shelf log` prints a heading for each commit with the changes below it, whereas `shelf diff` prints only the
/// changes. For a commit that touches too many files, counts by kind replace the records.
///
/// Values are shortened to fit on a line. A reference is shown as the title of the record or, if the record no longer
/// exists, as the name in the comment after the reference. For a list, the added and removed items are shown; for long
/// text, only the numbers of words. The query of a saved filter is never shown, because it may contain a person's name.
package struct HistoryText {
  private let library: Library
  private let localTime: LocalTime
  /// Whether all changes are to a single record, whose name is then omitted.
  private let isOfOneRecord: Bool
  /// Whether a single field was requested, so that its first value is also shown for a new record.
  private let isOfOneField: Bool
  /// Whether a commit that adds many records, such as an import, shows only the number of these records.
  private let folds: Bool
  /// Whether the text leaves the computer, so that it must not contain the values of confidential fields.
  private let isOpen: Bool

  package init(
    _ library: Library, localTime: LocalTime = .utc, isOfOneRecord: Bool = false, isOfOneField: Bool = false,
    folds: Bool = false, isOpen: Bool = false
  ) {
    self.isOpen = isOpen
    self.folds = folds
    self.library = library
    self.localTime = localTime
    self.isOfOneRecord = isOfOneRecord
    self.isOfOneField = isOfOneField
  }

  /// Returns the lines for a commit: a heading, and the indented changes below it.
  package func lines(_ entry: HistoryEntry) -> [StyledText] {
    let commit = entry.commit
    let head = [
      StyledText(commit.short, .color(.yellow)), StyledText(localTime.text(of: commit.date)),
      StyledText(commit.author, .dim), StyledText(commit.subject, .bold),
    ]
    let added = folds && !isOfOneRecord ? entry.records.filter { $0.event == .added } : []
    let isFolded = added.count > HistoryText.maxAdded
    let records = isFolded ? entry.records.filter { $0.event != .added } : entry.records
    let folded = isFolded ? [foldedLine(added)] : []
    return [StyledText.joined(head, separator: StyledText("  "))]
      + (folded
      + lines(records, counts: entry.counts, manifest: entry.manifest, nonUTF8Paths: entry.nonUTF8Paths))
      .map { StyledText("  " + $0) }
  }

  /// The maximum number of new records in a commit to list by name.
  private static let maxAdded = 12

  /// Returns a line with the number of new records of each kind and the option that lists them.
  private func foldedLine(_ added: [RecordChange]) -> String {
    let counts = Kind.allCases.compactMap { kind -> String? in
      let count = added.count { $0.kind == kind }
      return count == 0 ? nil : kind.counted(count)
    }
    return "added \(Wording.list(counts)); --unfold lists them"
  }

  /// Returns the lines about the differences between two versions of the library.
  package func lines(_ difference: LibraryDifference) -> [String] {
    lines(difference.records, manifest: difference.manifest, nonUTF8Paths: difference.nonUTF8Paths)
  }

  /// Returns the lines about the differences between two versions of the library.
  ///
  /// - Parameters:
  ///   - counts: the numbers of changed records, if there are too many to list.
  ///   - nonUTF8Paths: the paths of changed files whose names are not UTF-8.
  package func lines(
    _ records: [RecordChange], counts: [HistoryEntry.KindCount] = [], manifest: ManifestChange?,
    nonUTF8Paths: [String] = []
  ) -> [String] {
    counts.flatMap(lines) + records.flatMap(lines) + (manifest.map(lines) ?? [])
      + nonUTF8Paths.map { "changed \(VisibleText.line($0)), whose name is not UTF-8" }
  }

  /// The maximum number of settings to list.
  private static let shownSettings = 8

  private func lines(_ change: ManifestChange) -> [String] {
    let lines = change.settings.prefix(HistoryText.shownSettings).map { "  " + VisibleText.line(words($0)) }
    let rest = change.settings.count - lines.count
    return ["changed \(Manifest.fileName)"] + lines + (rest > 0 ? ["  and \(Wording.number(rest)) more"] : [])
  }

  /// Returns a description of a change to a setting: `queue: + Emma`, `goal 2026: 20 → 30`.
  private func words(_ setting: ManifestChange.Setting) -> String {
    let name = Wording.short(setting.keys.joined(separator: " ")) + ": "
    // The query of a filter is not shown, because it may contain the name of a person.
    if setting.keys.first == "filters" {
      return name + (setting.old.isEmpty ? "saved" : setting.new.isEmpty ? "deleted" : "changed")
    }
    guard setting.isList else {
      let (old, new) = (setting.old.first.map(shown) ?? "", setting.new.first.map(shown) ?? "none")
      return name + (old.isEmpty ? new : "\(old) → \(new)")
    }
    let removed = setting.old.filter { !setting.new.contains($0) }.map { "− " + shown($0) }
    let added = setting.new.filter { !setting.old.contains($0) }.map { "+ " + shown($0) }
    return name + (removed.isEmpty && added.isEmpty ? "reordered" : CommandError.abbreviated(removed + added))
  }

  private func shown(_ text: String) -> String {
    let title = RecordID(text).flatMap { library.record($0)?.title }
    return Wording.short(title ?? text)
  }

  private func lines(_ count: HistoryEntry.KindCount) -> [String] {
    [("added", count.added), ("changed", count.changed), ("deleted", count.deleted)].filter { $0.1 > 0 }.map {
      "\($0.0) \(Wording.number($0.1)) \($0.1 == 1 ? count.kind.singular : count.kind.plural)"
    }
  }

  private func lines(_ change: RecordChange) -> [String] {
    let fields = change.fields.map { line($0, change) }
    if isOfOneRecord, change.event == .changed { return place(change) + fields }
    let name =
      change.title.isEmpty ? VisibleText.line(change.path) : "“\(VisibleText.line(Wording.short(change.title)))”"
    let what = isOfOneRecord ? "" : " \(change.kind.singular) \(name)"
    switch change.event {
    case .added:
      if isOfOneRecord { return ["added"] + fields }
      return ["added" + what] + (isOfOneField ? fields.map { "  " + $0 } : [])
    case .deleted: return ["deleted" + what]
    case .layout: return [lead(what) + "layout and comments only"]
    case .broken(let reason): return [lead(what) + "is not a valid record: \(VisibleText.line(reason))"]
    case .unmerged: return [lead(what) + "unmerged: both sides of the merge changed it"]
    case .mended: return [lead(what) + "is a valid record again"]
    case .changed: return [String(what.dropFirst())] + (place(change) + fields).map { "  " + $0 }
    }
  }

  private func lead(_ what: String) -> String { isOfOneRecord ? "" : what.dropFirst() + ": " }

  private func place(_ change: RecordChange) -> [String] {
    change.oldPath.map { ["moved: \(VisibleText.line($0)) → \(VisibleText.line(change.path))"] } ?? []
  }

  private func line(_ change: FieldChange, _ record: RecordChange) -> String {
    let field = library.schema.field(change.key, of: record.kind)
    let name = VisibleText.line(field == nil ? change.key : Wording.label(change.key))
    if isOpen, let field, field.has(.confidential) {
      return name + (change.new.isEmpty ? ": cleared" : change.old.isEmpty ? ": set" : ": changed")
    }
    return name + ": " + FieldChangeWords(library: library, record: record, field: field).words(change)
  }
}

struct FieldChangeWords {
  let library: Library
  let record: RecordChange
  /// The field in the schema, or nil for an undeclared field.
  let field: Field?

  func words(_ change: FieldChange) -> String {
    if let field, field.isLong || change.old.isEmpty && (change.new.first?.contains("\n") ?? false) {
      return longText(change)
    }
    if record.event != .added, !change.added.isEmpty || !change.removed.isEmpty {
      return (change.removed.map { "− " + shown($0) } + change.added.map { "+ " + shown($0) }).joined(separator: "  ")
    }
    if field?.type.isList ?? false, !change.old.isEmpty, !change.new.isEmpty { return "reordered" }
    let old = change.old.map(shown).joined(separator: ", ")
    let new = change.new.map(shown).joined(separator: ", ")
    if old.isEmpty { return new }
    return "\(old) → \(new.isEmpty ? "none" : new)"
  }

  /// Returns the numbers of added and removed words, ignoring word order.
  private func longText(_ change: FieldChange) -> String {
    func counts(_ texts: [String]) -> [Substring: Int] {
      texts.joined(separator: " ").split(whereSeparator: \.isWhitespace).reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }
    let (old, new) = (counts(change.old), counts(change.new))
    let added = new.reduce(0) { $0 + max(0, $1.value - old[$1.key, default: 0]) }
    let removed = old.reduce(0) { $0 + max(0, $1.value - new[$1.key, default: 0]) }
    if change.old.isEmpty { return "written, \(words(added))" }
    if change.new.isEmpty { return "cleared, \(words(removed))" }
    let parts = [added > 0 ? "+ \(words(added))" : "", removed > 0 ? "− \(words(removed))" : ""].filter { !$0.isEmpty }
    return parts.isEmpty ? "the same words, rearranged" : parts.joined(separator: "  ")
  }

  private func words(_ count: Int) -> String { Wording.count(count, "word") }

  private func shown(_ text: String) -> String { VisibleText.line(Wording.short(name(text))) }

  private func name(_ text: String) -> String {
    guard let field else { return text }
    if case .choice = field.type { return Wording.label(text) }
    guard field.type.target != nil, let id = RecordID(text) else { return text }
    return library.record(id)?.title ?? record.name(of: text, in: field) ?? id.short
  }
}

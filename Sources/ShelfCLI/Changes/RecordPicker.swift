import ShelfForms
import ShelfModel
import ShelfQuery
import ShelfStore
import ShelfTerminal
import ShelfText
import ShelfWording

/// Asks which record the user means, if a name is missing, unknown or ambiguous.
struct RecordPicker {
  let context: Context

  /// Asks which of the candidates the user means by a name.
  func pick(called name: String, _ kind: Kind?, among candidates: [Record], isKnown: Bool) throws -> Record {
    let complaint = RecordPicker.complaint(about: name, kind, candidates, isKnown: isKnown) + "."
    if candidates.count == 1 {
      guard try context.askYesOrNo("\(complaint) Did you mean \(Wording.name(candidates[0]))?") else {
        throw Declined(text: "Nothing was changed")
      }
      return candidates[0]
    }
    return try pick("\(complaint) Which one do you mean?", among: candidates)
  }

  /// Returns a sentence that reports a name as ambiguous or unknown.
  ///
  /// - Parameter isKnown: whether several records have the name.
  static func complaint(about name: String, _ kind: Kind?, _ candidates: [Record], isKnown: Bool) -> String {
    let shown = "“\(Wording.short(name))”"
    guard isKnown else { return "No \(kind.noun) is called \(shown)" }
    if candidates.count == 1 { return "\(shown) matches several \(kind.map(\.plural) ?? "records")" }
    let number = kind.counted(candidates.count)
    let key = Folding.fold(name.trimmed)
    return candidates.allSatisfy { Folding.fold($0.title) == key }
      ? "\(number) are called \(shown)" : "\(shown) matches \(number)"
  }

  /// Asks for a record of a kind, or of any kind.
  ///
  /// - Parameters:
  ///   - complaint: the reason for asking, as a sentence.
  ///   - offer: the records that are likely to be meant.
  func pick(_ kind: Kind?, because complaint: String? = nil, offering offer: RecordOffer? = nil) throws -> Record {
    guard let library = context.memory.library else { throw Cancelled() }
    let kinds = kind.map { [$0] } ?? Kind.allCases
    let records = kinds.flatMap { kind in
      let sorted = RecordOrder.standard(of: kind, library.schema).sort(Array(library.records(of: kind)), of: library)
      return offer?.arranged(sorted, in: library) ?? sorted
    }
    guard !records.isEmpty else {
      if let nothing = offer?.nothing { throw CommandError(.no, nothing) }
      throw CommandError(
        .no, "there are no \(kind?.plural ?? "records") yet",
        hint: kind.map { "add one with `shelf \($0.singular) add`" })
    }
    return try pick((complaint.map { $0 + " " } ?? "") + "Which \(kind.noun)?", among: records)
  }

  /// The maximum width of the note next to the id, such as an author, in terminal cells.
  private static let widestNote = 24

  /// Asks the user to choose one of the records.
  func pick(_ question: String, among records: [Record]) throws -> Record {
    guard let library = context.memory.library else { throw Cancelled() }
    let ids = RecordID.beginnings(of: records.map(\.id))
    let all = RecordEntries.of(records, in: library)
    let width = all.map { min(RecordPicker.widestNote, DisplayWidth.of($0.note)) }.max() ?? 0
    let entries = zip(all, ids).map { entry, id in
      let note = DisplayWidth.pad(DisplayWidth.truncate(entry.note, to: width), to: width)
      return ListEntry(
        entry.text, value: entry.value, note: width == 0 ? id : note + "  " + id, isFoundByNote: entry.isFoundByNote)
    }
    return records[try context.show(Picker(entries, question: question))]
  }
}

/// The records that a command is likely to apply to, for its prompts.
struct RecordOffer: Sendable {
  /// Returns whether a record is likely to be meant.
  let isLikely: @Sendable (Record, Library) -> Bool
  /// The message to show if there is no likely record, or nil if the command also makes sense for other records. In
  /// that case, prompts list the other records after the likely ones.
  var nothing: String?

  static let loans = RecordOffer(
    isLikely: { !Loan.all(of: $0, $1.schema).isEmpty }, nothing: "no book is lent or borrowed")

  /// The books in the queue.
  static let queue = RecordOffer(
    isLikely: { record, library in library.queue.contains { $0.path == record.path } }, nothing: "the queue is empty")

  /// The records in a given state. Prompts list them before the others.
  static func state(_ phase: FieldStates.Phase) -> RecordOffer {
    RecordOffer { record, library in
      guard let state = library.schema.field(.state, of: record.kind), let value = state.states?[phase]?.value else {
        return false
      }
      return (record.value(of: state)?.text ?? state.defaultText) == value
    }
  }

  /// Returns the records to list, in order.
  func arranged(_ records: [Record], in library: Library) -> [Record] {
    let likely = records.filter { isLikely($0, library) }
    return nothing == nil ? likely + records.filter { !isLikely($0, library) } : likely
  }
}

extension RecordFinder.Failure {
  /// Returns the failure with its candidates limited to those that the command makes sense for, if there are any.
  func narrowed(to offer: RecordOffer, _ library: Library?) -> RecordFinder.Failure {
    guard offer.nothing != nil, let library, let (name, kind, records) = candidates else { return self }
    let likely = offer.arranged(records, in: library)
    if likely.isEmpty || likely.count == records.count { return self }
    return .inexact(name: name, kind: kind, candidates: likely)
  }

  /// Returns the unknown name and the records with similar names, or nil for other failures.
  func near(in library: Library?) -> (name: String, kind: Kind, records: [Record])? {
    switch self {
    case .inexact(let name, let kind?, let records):
      return (name, kind, Array(records.prefix(RecordFinder.Failure.maxOffered)))
    case .notFound(let name, let kind?, let nearest):
      let records = nearest.compactMap { title in library?.records(of: kind).first { $0.title == title } }
      return (name, kind, Array(records.prefix(RecordFinder.Failure.maxOffered)))
    default: return nil
    }
  }

  /// The maximum number of existing records that are listed next to the option to create a new one.
  private static var maxOffered: Int { 8 }

  /// The name that no record of a kind has, and the kind, or nil for other failures.
  var unknown: (name: String, kind: Kind)? {
    switch self {
    case .notFound(let name, let kind?, _), .inexact(let name, let kind?, _): (name, kind)
    default: nil
    }
  }

  /// The kind of the wanted record, or nil for any kind.
  var kind: Kind? { candidates?.kind ?? unknown?.kind }

  /// Whether several records have the name.
  var isAmbiguous: Bool { if case .ambiguous = self { true } else { false } }

  /// The name and the records that it may mean, or nil if the failure has no candidates.
  var candidates: (name: String, kind: Kind?, records: [Record])? {
    switch self {
    case .inexact(let name, let kind, let records), .ambiguous(let name, let kind, let records): (name, kind, records)
    case .notFound, .unreadable, .elsewhere: nil
    }
  }
}

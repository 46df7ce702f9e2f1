import ShelfModel
import ShelfStore
import ShelfTerminal
import ShelfText
import ShelfWording
import YAMLEdit

/// What a commit says: a subject as a person would write it, and the details below.
struct CommitMessage {
  let subject: String
  var details: [String] = []

  /// More details than that help nobody.
  private static let manyDetails = 50

  /// The whole message.
  var text: String {
    var lines = details.prefix(CommitMessage.manyDetails).map { VisibleText.line($0) }
    if details.count > lines.count { lines.append("and \(Wording.number(details.count - lines.count)) more") }
    return ([VisibleText.line(subject)] + (lines.isEmpty ? [] : [""] + lines)).joined(separator: "\n") + "\n"
  }
}

extension CommitMessage {
  /// Tells that changes are taken back, or made again.
  init(undoing commands: [String], isRedo: Bool) {
    let verb = isRedo ? "Redo" : "Undo"
    subject = commands.count == 1 ? "\(verb) “\(Wording.short(commands[0]))”" : "\(verb) \(commands.count) changes"
    details = commands.count == 1 ? [] : commands
  }

  /// Words what a plan does: `Finish “Dune” (★★★★★)`, `Delete genre “Horror” (taken out of 12 books)`.
  init(_ plan: EditPlan) {
    if let deleted = plan.deleted.first {
      // What goes along with a record is never of its kind.
      let meant = plan.deleted.filter { $0.kind == deleted.kind }
      let name =
        meant.count == 1 ? "\(deleted.kind.singular) \(Wording.name(deleted))" : deleted.kind.counted(meant.count)
      subject = "Delete \(name)" + CommitMessage.consequences(plan, meant.count)
      details =
        plan.deleted.dropFirst(meant.count == 1 ? 1 : 0).map { "Delete \($0.kind.singular) \(Wording.name($0))" }
        + plan.changed.map { "Take it out of \($0.kind.singular) \(Wording.name($0))" }
    } else if plan.changed.count == 1 {
      let record = plan.changed[0]
      let phrases = FieldChangeText(plan: plan, record: record).phrases()
      subject = RecordSubject(plan: plan, record: record).text
      details = (phrases.count > 1 ? phrases : []) + CommitMessage.additions(plan)
    } else if !plan.changed.isEmpty {
      subject = "Change \(CommitMessage.counts(plan.changed.map(\.kind)))"
      details =
        plan.changed.map {
          "\(Wording.name($0)): " + FieldChangeText(plan: plan, record: $0).phrases().joined(separator: ", ")
        } + CommitMessage.additions(plan)
    } else if !plan.created.isEmpty {
      subject = CommitMessage.addition(plan)
      details = plan.created.count > 1 ? CommitMessage.additions(plan) : []
    } else {
      let paths = plan.changes.map(\.path)
      let names = paths.map { path in plan.library.record(at: path).map(Wording.name) ?? path }
      subject = names.count == 1 ? "Edit \(names[0])" : "Edit \(names.count) files"
      details = names.count == 1 ? [] : names
    }
  }

  /// Returns what a deletion brings about: " (with its 2 quotes, taken out of 12 books)".
  private static func consequences(_ plan: EditPlan, _ meant: Int) -> String {
    let along = plan.deleted.map(\.kind).filter { $0 != plan.deleted[0].kind }
    let parts =
      (along.isEmpty ? [] : ["with \(meant == 1 ? "its" : "their") \(counts(along))"])
      + (plan.changed.isEmpty ? [] : ["taken out of \(counts(plan.changed.map(\.kind)))"])
    return parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))"
  }

  private static func additions(_ plan: EditPlan) -> [String] {
    plan.created.map { "Add \($0.kind.singular) “\(Wording.short(plan.names[$0.id] ?? ""))”" }
  }

  /// Genres and tags that are made on the way are not what the commit is about.
  private static func addition(_ plan: EditPlan) -> String {
    guard let last = plan.created.last else { return "" }
    let same = plan.created.filter { $0.kind == last.kind }
    guard let owner = plan.library.schema.field(.owner, of: last.kind) else {
      return same.count == 1
        ? "Add \(last.kind.singular) “\(Wording.short(plan.names[last.id] ?? ""))”" : "Add \(counts(same.map(\.kind)))"
    }
    let owners = Set(same.map { title(of: owner, at: $0.path, plan) })
    let name = owners.count == 1 ? owners.first.flatMap { $0 } : nil
    return "Add \(same.count == 1 ? last.kind.withArticle : counts(same.map(\.kind)))"
      + (name.map { " to “\($0)”" } ?? "")
  }

  /// Returns the title of the record that a new one belongs to, as a quote does to its book.
  private static func title(of owner: Field, at path: String, _ plan: EditPlan) -> String? {
    guard let bytes = plan.changes.first(where: { $0.path == path })?.new, let document = try? Document(bytes),
      let id = document.node(at: [.key(owner.key)]).flatMap({ document.text(of: $0) }).flatMap({ RecordID($0) })
    else { return nil }
    return (plan.library.record(id)?.title ?? plan.names[id]).map { Wording.short($0) }
  }

  private static func counts(_ kinds: [Kind]) -> String {
    Wording.list(
      Kind.allCases.compactMap { kind in
        let count = kinds.count { $0 == kind }
        return count == 0 ? nil : kind.counted(count)
      })
  }
}

/// The subject for a change of one record.
private struct RecordSubject {
  let plan: EditPlan
  let record: Record

  private var name: String { Wording.name(record) }

  var text: String {
    let changed = plan.changes(in: record).map(\.field).filter { !$0.isAutomatic }
    if let text = state(changed) { return text }
    if changed.count == 1 { return one(changed[0]) }
    let words = changed.map { Wording.words($0.key) }
    return "Change \(words.count > 3 ? "\(words.count) fields" : Wording.list(words)) of \(name)"
  }

  private func new(_ field: Field) -> [String] { plan.texts(of: field, in: record).new }

  /// Returns the subject where a book is read, or an issue settled, and what else changed goes with that.
  private func state(_ changed: [Field]) -> String? {
    let alongside: FieldRoles = [.state, .began, .ended, .rating, .earlier, .progress]
    guard changed.allSatisfy({ !$0.roles.isDisjoint(with: alongside) }),
      let field = changed.first(where: { $0.has(.state) }), let states = field.states
    else { return nil }
    let rating = changed.first { $0.has(.rating) }.flatMap { Rating(new($0).first ?? "") }
    let stars = rating.map { " (\(RatingLook().text(quarters: $0.quarters)))" } ?? ""
    let value = field.type.read(new(field))
    let state = states.all.first { field.type.read([$0.value]) == value } ?? states.before
    return "\(state.verb) \(name)\(stars)"
  }

  private func one(_ field: Field) -> String {
    let (old, new) = plan.texts(of: field, in: record)
    let words = Wording.words(field.key)
    if field.has(.title), !field.isLong {
      return "Rename \(name) to “\(Wording.short(new.first ?? ""))”"
    }
    if new.isEmpty { return "Clear \(words) of \(name)" }
    if field.isLong { return "\(old.isEmpty ? "Write" : "Change") \(words) of \(name)" }
    if field.type.isList || field.type.target != nil {
      let phrase = FieldChangeText(plan: plan, record: record).phrases().first ?? words
      return "Change \(name): \(phrase)"
    }
    return "Set \(words) of \(name) to \(Wording.short(new.joined(separator: ", ")))"
  }
}

import ShelfModel
import ShelfStore
import ShelfWording

/// Says what changed in a record: `rating 3 → 5, genres + Fantasy`.
struct FieldChangeText {
  let plan: EditPlan
  let record: Record
  /// What clocks show; nil for times as files have them.
  var localTime: LocalTime?

  /// The record's name, and what changed in it.
  var line: String {
    let phrases = phrases()
    return "\(Wording.name(record)): " + (phrases.isEmpty ? "nothing to change" : phrases.joined(separator: ", "))
  }

  /// Returns one phrase per field that changed; the modification date is left out.
  func phrases() -> [String] {
    plan.changes(in: record).filter { !$0.field.isAutomatic }.map { phrase($0.field, $0.old, $0.new) }
  }

  private func phrase(_ field: Field, _ old: [String], _ new: [String]) -> String {
    let label = Wording.words(field.key)
    if old.isEmpty, new.isEmpty { return "\(label) cleared" }
    if field.isLong {
      if new.isEmpty { return "\(label) cleared" }
      return old.isEmpty ? "\(label) written" : "\(label) changed"
    }
    if case .state(_, let on, let off) = field.look.form { return "now " + (new == ["true"] ? on : off) }
    if field.type == .boolean { return new == ["true"] ? "now \(label)" : "no longer \(label)" }
    guard field.type.isList else {
      let from = old.first.map { shown($0, field) } ?? ""
      let to = new.first.map { shown($0, field) } ?? ""
      if from.isEmpty { return "\(label) \(to)" }
      return "\(label) \(from) → \(to.isEmpty ? "none" : to)"
    }
    let (before, after) = (Set(old), Set(new))
    let added = new.filter { !before.contains($0) }.map { "+ \(shown($0, field))" }
    let removed = old.filter { !after.contains($0) }.map { "− \(shown($0, field))" }
    let parts = removed + added
    return parts.isEmpty ? "\(label) reordered" : "\(label) " + parts.joined(separator: " ")
  }

  private func shown(_ text: String, _ field: Field) -> String {
    if field.type == .timestamp, let localTime, let moment = Timestamp(text) { return localTime.text(of: moment) }
    if field.has(.owner), text == "~" { return "none, knowingly" }
    if case .choice = field.type { return Wording.words(text) }
    guard field.type.target != nil, let id = RecordID(text) else { return Wording.short(text) }
    if let name = plan.library.record(id)?.title { return Wording.short(name) }
    return plan.names[id] ?? id.short
  }
}

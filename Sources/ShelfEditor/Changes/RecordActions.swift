import ShelfModel
import ShelfRPC
import ShelfStore

extension Snapshot {
  /// Returns the `CodeAction`s that are useful without a problem: open the record that is referenced at the offset or
  /// on its line, move the text's record to its next state, and rate it.
  ///
  /// Ratings are offered on the line of the rating or the title, and anywhere in a finished record without a rating.
  /// Elsewhere they are omitted, to keep the list short.
  func recordActions(at offset: Int) -> [JSON] {
    guard let record, content?.errors.isEmpty ?? false else { return [] }
    var actions: [JSON] = []
    func add(_ command: ServerCommand, _ title: String, _ arguments: [(key: String, value: String)] = []) {
      let command = command.json(title, uri: text.uri, arguments)
      actions.append(
        client.hasActionLiterals
          ? ["title": .text(title), "kind": .text(CodeActions.recordKind), "command": command] : command)
    }
    // A reference is also offered if the cursor is elsewhere on the line.
    let reference = reference(at: offset) ?? reference(at: index.line(index.line(of: offset)).upperBound)
    if let target = reference?.target, target.id != record.id {
      add(.open, "Open the \(target.kind.singular) “\(Snapshot.short(target.title))”", [("record", "\(target.id)")])
    }
    let name = Snapshot.short(record.title)
    for (command, phase) in nextStates(of: record) {
      if let verb = record.kind.verb(of: phase) { add(command, "\(verb) “\(name)”") }
    }
    if offersRating(of: record, at: offset) {
      for stars in stride(from: Rating.maximum, through: 1, by: -1) {
        guard let rating = Rating(quarters: stars * 4) else { continue }
        add(.rate, "Rate “\(name)” \(rating.starText)", [("rating", "\(stars)")])
      }
    }
    return actions
  }

  private func offersRating(of record: Record, at offset: Int) -> Bool {
    guard let field = library.schema.field(.rating, of: record.kind) else { return false }
    let line = index.line(of: offset)
    let places = [field, library.schema.title(of: record.kind)].compactMap { record.key(of: $0) }
      .compactMap { record.range(ofKey: $0) }
    if places.contains(where: { index.line(of: $0.lowerBound) == line }) { return true }
    guard !record.has(field), let state = library.schema.field(.state, of: record.kind) else { return false }
    return record.value(of: state)?.text == state.states?[.done]?.value
  }

  /// Returns the commands that change the record's state, most likely first.
  private func nextStates(of record: Record) -> [(ServerCommand, FieldStates.Phase)] {
    guard let next = next(of: record) else { return [] }
    guard next.1 == .during, record.kind.verb(of: .done) != nil else { return [next] }
    return [next, (.finish, .done)]
  }
}

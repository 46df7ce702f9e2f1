import ShelfKit
import ShelfRPC

/// Renames a person or a series in all records, in a single change that the user confirms.
struct NameRename {
  let place: NamePlace

  /// Returns the range of the name for `prepareRename`.
  func place(in snapshot: Snapshot) -> JSON {
    ["range": snapshot.index.json(place.range), "placeholder": .text(place.shared.name)]
  }

  func act(to name: String) throws(RPCError) -> RenameRecord {
    let name = name.trimmed
    if name.isEmpty { throw .invalidParams("the name must not be empty") }
    if name.contains(where: \.isNewline) { throw .invalidParams("the name must be a single line") }
    var act = RenameRecord(place.shared.name, to: name)
    act.isOfValues = true
    return act
  }

  /// Returns the description of the change that is shown to the user and in the undo history.
  func label(to name: String) -> String {
    "Rename “\(Snapshot.short(place.shared.name))” to “\(Snapshot.short(name.trimmed))”"
  }

  func command(to name: String) -> String {
    "rename \(Snapshot.short(place.shared.name)) \(Snapshot.short(name.trimmed))"
  }
}

import ShelfKit
import ShelfModel
import ShelfRPC
import ShelfStore
import ShelfText

/// Renames a record: its title, and the names in comments after references to it.
///
/// The files to change come from a preview of the same act that the command line runs. If there are few of them, the
/// client gets a `WorkspaceEdit` and can undo the change as usual. If there are many, the server changes the files
/// itself in a single transaction, unless some of them have unsaved text; in that case the client changes the first
/// 50, and a message explains how to update the rest.
struct Rename {
  let snapshot: Snapshot
  let target: Record
  private let title: Field

  /// The maximum number of files in an edit for the client. Some clients open every changed file, which takes seconds.
  static let maxFiles = 50

  /// Finds the record at an offset: the target of a reference there, or, if the offset is in the title, the record of
  /// the text.
  ///
  /// - Throws: `RPCError` with the reason if nothing can be renamed here.
  init(_ snapshot: Snapshot, at offset: Int) throws(RPCError) {
    let target: Record
    if let reference = snapshot.reference(at: offset), reference.text != snapshot.record?.id.description {
      guard let found = reference.target else { throw .failed("no record of this library has this id") }
      target = found
    } else {
      guard let record = snapshot.record else { throw .failed("the text cannot be read as a record") }
      target = record
      let title = snapshot.library.schema.title(of: record.kind)
      let line = snapshot.index.line(of: offset)
      let isHere =
        record.items(of: title).contains { snapshot.index.line(of: $0.range.lowerBound) == line }
        || record.range(ofKey: title.key).map { snapshot.index.line(of: $0.lowerBound) == line } ?? false
      if !isHere { throw .failed("only a \(title.key), or a reference to a record, can be renamed") }
    }
    try self.init(snapshot, of: target)
  }

  /// - Throws: `RPCError` if the kind has no title that other files show.
  init(_ snapshot: Snapshot, of target: Record) throws(RPCError) {
    self.snapshot = snapshot
    self.target = target
    title = snapshot.library.schema.title(of: target.kind)
    if title.isLong { throw .failed("the names of \(target.kind.plural) do not appear in other files") }
  }

  /// Returns the range to edit, and the current name as a placeholder.
  func place(at offset: Int) -> JSON? {
    let range: Range<Int>
    if let reference = snapshot.reference(at: offset) {
      range = reference.range
    } else if let item = target.items(of: title).first {
      range = item.range
    } else {
      return nil
    }
    return ["range": snapshot.index.json(range), "placeholder": .text(target.title)]
  }

  func act(to name: String) throws(RPCError) -> SetFields {
    let name = name.trimmed
    if name.isEmpty { throw .invalidParams("the name must not be empty") }
    if name.contains(where: \.isNewline) { throw .invalidParams("the name must be a single line") }
    var act = SetFields(.ids([target.id]), of: target.kind, [FieldInput(title.key, .set, name)])
    act.renewsNames = true
    return act
  }

  /// Returns the command line that describes the change in the undo history.
  func command(to name: String) -> String {
    "\(target.kind.singular) set \(Snapshot.short(target.title)) \(title.key)=\(Snapshot.short(name.trimmed)) --everywhere"
  }

  /// Returns the changes to send to the client, starting with the record and open texts, and the number of omitted
  /// files.
  func forClient(_ changes: [FileChange]) -> (changes: [FileChange], left: Int) {
    func rank(_ change: FileChange) -> Int {
      change.path == target.path ? 0 : change.path == snapshot.path || snapshot.paths.open[change.path] != nil ? 1 : 2
    }
    let ordered = changes.sorted { (rank($0), $0.path) < (rank($1), $1.path) }
    return (Array(ordered.prefix(Rename.maxFiles)), max(0, changes.count - Rename.maxFiles))
  }

  /// Returns the message about files that still contain the old name.
  func notice(of left: Int) -> String {
    let files = left == 1 ? "1 file still has" : "\(left) files still have"
    return """
      \(files) the old name of “\(Snapshot.short(target.title))” after references: save, and choose “Show the new name” \
      above the first line, or run `shelf doctor --fix=stale-comment`
      """
  }
}

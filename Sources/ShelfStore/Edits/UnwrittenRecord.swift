import ShelfModel
import ShelfText
import YAMLEdit

/// A new record whose file has not been produced yet.
///
/// Producing a file takes longer than planning it, and does not depend on the rest of the plan, so other threads can do
/// it.
struct UnwrittenRecord: Sendable {
  let kind: Kind
  let id: RecordID
  let title: String
  /// The path of the file of the record's owner, or nil if the record has no owner.
  let ownerPath: String?
  let assignments: [Assignment]
  /// Undeclared keys with their values.
  let others: [(key: String, value: JSONValue)]
  /// Whether a list may contain the same item twice.
  let isVerbatim: Bool
  let fields: [Field]

  struct File: Sendable {
    let id: RecordID
    let path: String
    let bytes: [UInt8]
  }

  /// The file, or the error if it cannot be produced.
  var result: Result<File, EditError> { Result { () throws(EditError) in try file() } }

  /// Whether producing the file cannot fail, because there are no duplicate keys or items, and the size is far below
  /// the limit.
  var cannotBeRefused: Bool {
    let size = assignments.reduce(0) { $1.values.reduce($0) { $0 + $1.text.utf8.count } }
    return others.isEmpty && !isVerbatim && size < UnwrittenRecord.smallBytes
  }

  private static let smallBytes = 1 << 20

  /// Returns the record as YAML, with its path.
  func file() throws(EditError) -> File {
    let path = RecordPath.path(for: kind, id, title: title, bookPath: ownerPath)
    do throws(EditRefusal) {
      return File(id: id, path: path, bytes: try Document.bytes(of: entries))
    } catch {
      throw .refused(path: path, error)
    }
  }

  private var entries: [(key: String, value: Value)] {
    var assigned = [[Assignment.Value]?](repeating: nil, count: fields.count)
    for assignment in assignments {
      let index = assignment.field.index
      if assigned[index] == nil { assigned[index] = assignment.values } else { assigned[index]? += assignment.values }
    }
    var entries: [(key: String, value: Value)] = []
    for index in fields.indices where assigned[index] != nil || fields[index].type == .id {
      let field = fields[index]
      let values = field.type == .id ? [Assignment.Value(text: id.description)] : assigned[index] ?? []
      if values.isEmpty { continue }
      entries.append((field.key, field.value(isVerbatim ? values : field.distinct(values))))
    }
    return entries + others.map { ($0.key, UndeclaredValue.written($0.value)) }
  }
}

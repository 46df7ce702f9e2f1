import ShelfModel
import ShelfRPC
import ShelfStore
import ShelfText
import YAMLEdit

/// Another name for a record: in its own file, and behind the references to it.
struct Rename {
  let snapshot: Snapshot
  let target: Record
  private let title: Field

  /// The maximum number of other files that the client is asked to change; each becomes an open text in some, which takes
  /// seconds for a thousand.
  static let mostFiles = 1000

  /// What a rename changes, and how many files it leaves with the old name behind references.
  struct Changes {
    var files: [FileChange] = []
    var left = 0

    /// The words for what is left; nil if nothing is.
    func notice(of name: String) -> String? {
      if left == 0 { return nil }
      let files = left == 1 ? "1 file still has" : "\(left) files still have"
      return "\(files) the old name of “\(name)” behind references; save, and run `shelf doctor --fix=stale-comment`"
    }
  }

  /// Finds the record to rename at a byte: that of a reference there, or that of the text if its name is there.
  ///
  /// - Throws: `RPCError` that says why nothing can be renamed here.
  init(_ snapshot: Snapshot, at offset: Int) throws(RPCError) {
    self.snapshot = snapshot
    if let reference = snapshot.reference(at: offset), reference.text != snapshot.record?.id.description {
      guard let target = reference.target else { throw .failed("no record of this library has this id") }
      self.target = target
    } else {
      guard let record = snapshot.record else { throw .failed("the text does not read as a record") }
      target = record
      let title = snapshot.library.schema.title(of: record.kind)
      let line = snapshot.index.line(of: offset)
      let isHere =
        record.items(of: title).contains { snapshot.index.line(of: $0.range.lowerBound) == line }
        || record.range(ofKey: title.key).map { snapshot.index.line(of: $0.lowerBound) == line } ?? false
      if !isHere { throw .failed("only a \(title.key), or a reference to a record, can be renamed") }
    }
    title = snapshot.library.schema.title(of: target.kind)
    if title.isLong { throw .failed("a \(target.kind.singular) has no name that stands elsewhere") }
  }

  /// Returns the range to be edited and the name that it stands for.
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

  /// Returns the changes of files.
  func changes(to name: String) throws(RPCError) -> Changes {
    let name = name.trimmed
    if name.isEmpty { throw .invalidParams("a name must not be empty") }
    if name.contains(where: \.isNewline) { throw .invalidParams("a name is one line") }
    if target.kind.hasUniqueNames,
      let other = snapshot.library.records(of: target.kind).first(where: {
        $0.id != target.id && $0.title.lowercased() == name.lowercased()
      })
    {
      throw .invalidParams("there is a \(target.kind.singular) “\(other.title)” already")
    }
    var contents: [String: (old: [UInt8], new: [UInt8])] = [:]
    try change(&contents, target.path) { document throws(EditRefusal) in
      let key = target.key(of: title) ?? title.key
      let hasKey = document.node(at: [.key(key)]) != nil
      return try hasKey
        ? document.applying(.set([.key(key)], .scalar(Scalar(name))))
        : document.applying(.insert(key: key, .scalar(Scalar(name)), into: [], after: Field.idKey))
    }
    let sources = Dictionary(grouping: snapshot.referring(to: target), by: \.record.path)
    // Texts that are open come first.
    let ordered = sources.sorted { a, b in
      let (first, second) = (isOpen(a.key), isOpen(b.key))
      return first == second ? a.key < b.key : first
    }
    var left = 0
    var count = 0
    for (path, places) in ordered {
      let stale = places.map(\.item).filter {
        $0.comment.map { $0 == target.title || $0.hasPrefix(target.title) } ?? false
      }
      if stale.isEmpty { continue }
      if count == Rename.mostFiles {
        left += 1
        continue
      }
      do throws(RPCError) {
        try change(&contents, path) { document throws(EditRefusal) in
          try document.applying(
            stale.map { item in
              let rest = String((item.comment ?? "").dropFirst(target.title.count))
              return .setComment(item.path, Written.comment(name) + rest)
            })
        }
        count += 1
      } catch {
        // A text that does not read as YAML now keeps the old name.
        left += 1
      }
    }
    let changed = contents.filter { $0.value.old != $0.value.new }.sorted { $0.key < $1.key }
      .map { FileChange(path: $0.key, old: $0.value.old, new: $0.value.new) }
    return Changes(files: changed, left: left)
  }

  private func isOpen(_ path: String) -> Bool { path == snapshot.path || snapshot.paths.open[path] != nil }

  private func change(
    _ contents: inout [String: (old: [UInt8], new: [UInt8])], _ path: String,
    _ edit: (Document) throws(EditRefusal) -> Document
  ) throws(RPCError) {
    guard let bytes = contents[path]?.new ?? snapshot.contents(of: path), let document = try? Document(bytes) else {
      throw .failed("\(path) does not read as YAML")
    }
    do throws(EditRefusal) {
      contents[path] = (contents[path]?.old ?? bytes, try edit(document).bytes)
    } catch {
      throw .failed("\(path): \(error.reason)")
    }
  }
}

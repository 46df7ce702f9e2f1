import ShelfHistory
import ShelfModel
import ShelfStore
import ShelfText
import YAMLEdit

/// Decides whether a file that has lost its id still contains the same record or a different one.
struct SameRecord {
  private let library: Library

  init(_ library: Library) { self.library = library }

  /// Returns whether the title or most of the fields match those of the version that has the id.
  func isLikely(_ file: UnreadableFile, _ document: Document?, _ former: IdentifiedVersion) -> Bool {
    let id = Value.scalar(Scalar(former.id.description, form: .literal))
    let isThere = document?.node(at: [.key(Field.idKey)]) != nil
    let edit: Edit = isThere ? .set([.key(Field.idKey)], id) : .insert(key: Field.idKey, id, into: [], after: nil)
    guard let kind = file.kind, let bytes = (try? document?.applying(edit))?.bytes,
      let new = library.read(bytes, as: kind, path: file.path),
      let old = library.read(former.bytes, as: kind, path: file.path)
    else { return false }
    let title = Folding.fold(new.title)
    if !title.isEmpty, title == Folding.fold(old.title) { return true }
    let (before, after) = (texts(of: old), texts(of: new))
    let same = after.count { before[$0.key] == $0.value }
    return same * 2 > Set(before.keys).union(after.keys).count
  }

  private func texts(of record: Record) -> [String: [String]] {
    let fields = library.schema.fields(of: record.kind).filter { $0.type != .id }
    let known = fields.map { ($0.key, record.texts(of: $0)) } + record.unknownFields.map { ($0.key, $0.texts) }
    return Dictionary(known.filter { !$0.1.isEmpty }, uniquingKeysWith: { first, _ in first })
  }
}

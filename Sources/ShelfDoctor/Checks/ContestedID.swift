import ShelfModel
import ShelfStore
import YAMLEdit

extension Check {
  static let contestedID = Check(
    "contested-id", .error, "several records with the same former id",
    reason: """
      The same record was merged into different records in two copies of the library. It is unclear which of these a \
      reference to the former id means, so shelf publishes nothing until you remove the id from all but one of them.
      """,
    example: "formerIds:\n  - 5f0e6c2a-1b1f-4a63-8a94-0f8f4d1f2f10   # in genres/horror.yaml and genres/gothic.yaml",
    repair: "Removes the former id from one of the records. You choose which one.",
    .library { check, examination in
      let library = examination.library
      return library.contestedIDs.sorted { $0.key < $1.key }.flatMap { id, paths -> [Finding] in
        // References to the id currently resolve to `keeper`, so the findings are about the other records.
        guard let keeper = library.record(id) else { return [] }
        return paths.filter { $0 != keeper.path }.compactMap { library.record(at: $0) }.compactMap { record in
          guard let (item, edit) = removal(of: id, from: record, library.schema) else { return nil }
          var repairs = [Repair("take-out", "remove it here", .choice, record, [edit])]
          if paths.count == 2, let (_, edit) = removal(of: id, from: keeper, library.schema) {
            repairs.append(Repair("keep-here", "remove it in \(keeper.path)", .choice, keeper, [edit]))
          }
          return Finding(
            check, record, item.field.key, at: item.range, "\(keeper.path) has the same former id",
            related: [id], repairs: repairs)
        }
      }
    })

  /// Returns the item with a former id, and the edit that removes it, or nil if the record does not have that id.
  private static func removal(of id: RecordID, from record: Record, _ schema: Schema) -> (FieldItem, Edit)? {
    let items = record.items(of: schema.formerIDs(of: record.kind))
    return items.first { RecordID($0.text) == id }.map { ($0, .remove(items.count == 1 ? [.key($0.key)] : $0.path)) }
  }
}

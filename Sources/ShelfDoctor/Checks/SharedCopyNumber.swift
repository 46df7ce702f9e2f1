import ShelfModel
import ShelfQuery
import ShelfStore

extension Check {
  static let sharedCopyNumber = Check(
    "shared-copy-number", .note, "two books whose copies have the same number",
    reason: """
      If you declared a field for the numbers of copies, such as barcodes, you can name a book by such a number. If \
      two books have the same number, shelf cannot know which one you mean. Call numbers and the numbers of books that \
      you do not own are ignored.
      """,
    example: "barcodes: 010003   # as in another book",
    .library { check, examination in
      let schema = examination.library.schema
      return CopyNumberTable(examination.library).shared.flatMap { key, records in
        let sorted = records.sorted { $0.path < $1.path }
        let (first, likeness) = (sorted[0], Likeness(sorted[0], schema))
        return sorted.dropFirst().compactMap { record -> Finding? in
          let numbers = CopyNumbers(record, schema, includingShared: true)
          // Duplicates are reported by `probable-duplicate`, and copies of one file by `duplicate-id`.
          guard record.id != first.id, Likeness(record, schema).reason(toMatch: likeness) == nil,
            let field = numbers.field
          else { return nil }
          let items = record.items(of: field)
          let item = items.first { CopyNumbers.numbers(in: [$0.text], of: field).map(CopyNumbers.key).contains(key) }
          let number = numbers.all.first { CopyNumbers.key($0) == key } ?? key
          return Finding(
            check, record, field.key, at: item?.range, "\(first.path) also has the number \(number.firstLine)",
            related: [first.id], advice: "correct the number of one of the two")
        }
      }
    })
}

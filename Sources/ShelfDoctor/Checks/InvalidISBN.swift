import ShelfModel

extension Check {
  static let invalidISBN = Check(
    "invalid-isbn", .note, "an ISBN that is not valid",
    reason: """
      The last digit of an ISBN is a checksum of the others. If it does not match, the ISBN usually contains a typo, \
      and no shop can find the book by it.
      """,
    example: "isbn: 978-0-441-01359-4   # 978-0-441-01359-3 is Dune",
    .record { check, record, examination in
      guard let field = examination.library.schema.field(.isbn, of: record.kind) else { return [] }
      return record.items(of: field).filter { !$0.isNested }.compactMap { item in
        ISBN.validationMessage(item.text).map { complaint in
          Finding(
            check, record, field.key, at: item.range, "“\(item.text.firstLine)” \(complaint)",
            advice: "compare it with the number in the book")
        }
      }
    })
}

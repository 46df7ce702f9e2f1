import ShelfKit
import ShelfModel
import ShelfQuery
import ShelfStore
import ShelfText
import ShelfWording

extension Context {
  /// Returns a hint about how to remove one of several copies of a book, given its number. Returns nil for any other
  /// text.
  func hint(aboutCopy text: String) -> String? {
    guard text.contains(where: \.isNumber), let library = try? LibraryOptions.parse([]).load(in: self),
      let record = finder(library).record(numbered: text, .book)
    else { return nil }
    return hint(aboutCopy: text, of: record, library.schema)
  }

  private func hint(aboutCopy text: String, of record: Record, _ schema: Schema) -> String? {
    let numbers = CopyNumbers(record, schema)
    guard numbers.all.count > 1, let number = numbers[text], let field = numbers.field else { return nil }
    let word = Wording.shellWord(number)
    let loan = Loan.all(of: record, schema).first { $0.terms.isOf(copy: number) }
    let note = "Copy \(number) removed \(today)" + (loan.map { ", lent to \($0.person)" } ?? "")
    return "`shelf set \(word) \(field.key)-=\(word) notes+=\(Wording.shellWord(note))` removes this copy of "
      + "\(Wording.name(record)) and adds a remark"
  }

  /// Fails if the user named a book to delete by the number of one of its copies.
  ///
  /// - Throws: `CommandError` with the command that removes only this copy.
  func refuseCopies(_ names: [String], of subjects: [Record], in library: Library) throws(CommandError) {
    var numbered: [String: Record] = [:]
    for record in subjects {
      let numbers = CopyNumbers(record, library.schema).all
      if numbers.count > 1 { for number in numbers { numbered[CopyNumbers.key(number)] = record } }
    }
    for name in names {
      guard let record = numbered[CopyNumbers.key(name)], !subjects.contains(where: { $0.title == name }),
        let hint = hint(aboutCopy: name, of: record, library.schema)
      else { continue }
      let count = CopyNumbers(record, library.schema).all.count
      throw CommandError(
        .no, "\(VisibleText.line(name)) is one of \(count) copies of \(Wording.name(record))",
        hint: "\(hint); `shelf delete \(Wording.shellWord(record.title))` deletes the book with all its copies")
    }
  }
}

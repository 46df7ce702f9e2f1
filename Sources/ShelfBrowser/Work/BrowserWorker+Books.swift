import ShelfKit
import ShelfModel
import ShelfStore
import ShelfWording

extension BrowserWorker {
  func finish(_ id: RecordID, _ stars: Int?) -> [BrowserMessage] {
    let kind = live.library.record(id)?.kind ?? .book
    let values = stars.map { [FieldInput(FieldHandle.rating.key, .set, String($0))] } ?? []
    let rating = stars.map { " --rating \($0)" } ?? ""
    return change(ChangeState(.ids([id]), of: kind, .done, values: values), command("finish", [id]) + rating).messages
  }

  /// Fills empty fields of books from library catalogues.
  func fill(_ ids: [RecordID], isAllowed: Bool) -> [BrowserMessage] {
    let books = ids.compactMap { live.library.record($0) }
    do {
      let numbered = try live.library.numbered(books)
      if numbered.isEmpty {
        let none = books.count == 1 ? "\(Wording.name(books[0])) has no ISBN" : "none of them has an ISBN"
        return [.outcome(.refused("\(none) to look up"))]
      }
      switch try host.catalogues.reply(to: numbered.map(\.number), isAllowed: isAllowed) {
      case .asks(let question): return [.outcome(.asks(question, .fill(ids, isAllowed: true)))]
      case .found(let found, let missing):
        let pairs = numbered.compactMap { book, number in found[number].map { (record: book.id, book: $0) } }
        if pairs.isEmpty { return [.outcome(.refused(missing.joined(separator: " · ")))] }
        return change(FillRecords(pairs), command("fill", pairs.map(\.record))).messages
      }
    } catch {
      return [.outcome(.refused(Wording.reason(error)))]
    }
  }
}

import ArgumentParser
import ShelfModel
import ShelfStore

/// The options that only the list of genres has.
struct GenreSelection: ListSelection {
  @Option(
    help: ArgumentHelp("Mark the genres of this book, and show them first.", valueName: "record"),
    completion: .values(of: .book))
  var book: String?

  func marked(in library: Library, _ finder: RecordFinder) throws -> Set<RecordID>? {
    guard let name = book, let field = library.schema.field("genres", of: .book) else { return nil }
    let book = try finder.find(name, .book)
    return Set(book.texts(of: field).compactMap { RecordID($0).flatMap { library.record($0)?.id } })
  }
}

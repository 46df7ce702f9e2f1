import ArgumentParser
import ShelfModel
import ShelfStore

/// The options that exist only for the list of genres.
struct GenreSelection: ListSelection {
  static let optionNames = ["book"]

  @Option(
    help: ArgumentHelp("Mark the genres of this book and list them first.", valueName: "record"),
    completion: .values(of: .book))
  var book: String?

  func marked(in library: Library, _ finder: RecordFinder) throws -> Set<RecordID>? {
    let fields = library.schema.fields(of: .book)
    guard let name = book, let field = fields.first(where: { $0.type.target == .genre }) else { return nil }
    let book = try finder.find(name, .book)
    return Set(book.texts(of: field).compactMap { RecordID($0).flatMap { library.record($0)?.id } })
  }
}

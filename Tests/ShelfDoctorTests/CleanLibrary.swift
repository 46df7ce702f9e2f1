import ShelfTestSupport

@testable import ShelfDoctor
@testable import ShelfModel

/// A library of any size without problems. The same seed always generates the same library.
struct CleanLibrary {
  let books: Int
  private var random: SeededGenerator
  private(set) var files: [(path: String, text: String)] = []

  /// Creates the specified number of books, as many quotes, half as many issues, 20 genres and 10 tags.
  init(books: Int, seed: UInt64) {
    self.books = books
    random = SeededGenerator(seed: seed)
    for number in 0..<CleanLibrary.genreCount { addGenre(number) }
    for number in 0..<CleanLibrary.tagCount { addTag(number) }
    for number in 0..<books { addBook(number) }
    for number in 0..<books { addQuote(number) }
    for number in 0..<books / 2 { addIssue(number) }
  }

  static let genreCount = 20
  static let tagCount = 10

  static func id(_ kind: Kind, _ number: Int) -> String {
    let letter = ["b", "c", "e", "a", "f"][Int(kind.rawValue)]
    let digits = String(number, radix: 16)
    return "\(letter)\(String(repeating: "0", count: 7 - digits.count))\(digits)-0000-4000-8000-000000000000"
  }

  static func path(_ kind: Kind, _ number: Int) -> String {
    let name = "\(kind.singular)-\(id(kind, number).prefix(8)).yaml"
    return kind == .quote ? "quotes/\(number % 50)/\(name)" : "\(kind.folder)/\(name)"
  }

  /// Returns the name of a genre or tag, or the title of a book. No two names are similar.
  static func name(_ kind: Kind, _ number: Int) -> String {
    let words = ["amber", "birch", "cliff", "dusk", "ember", "fjord", "grove", "haven", "inlet", "jewel"]
    let name = "\(words[number % 10]) \(kind.singular) \(number)"
    return kind == .tag ? name : name.prefix(1).uppercased() + name.dropFirst()
  }

  /// Returns the author of a book. No author's name starts with another author's name, because doctor could take the
  /// shorter name for a short form of the longer one.
  static func author(_ number: Int) -> String { "Author \(10_000 + number)" }

  private static func reference(_ kind: Kind, _ number: Int) -> String { "\(id(kind, number)) # \(name(kind, number))" }

  private mutating func add(_ kind: Kind, _ number: Int, _ fields: String) {
    files.append((CleanLibrary.path(kind, number), "id: \(CleanLibrary.id(kind, number))\n" + fields))
  }

  private mutating func addGenre(_ number: Int) {
    add(.genre, number, "name: \(CleanLibrary.name(.genre, number))\ncolor: \"0000\(10 + number)\"\n")
  }

  private mutating func addTag(_ number: Int) { add(.tag, number, "name: \(CleanLibrary.name(.tag, number))\n") }

  private mutating func addBook(_ number: Int) {
    let genres = [number % CleanLibrary.genreCount, (number + 7) % CleanLibrary.genreCount]
    var text = "title: \(CleanLibrary.name(.book, number))\nauthor: \(CleanLibrary.author(number))\n"
    text += "status: \(["onShelf", "inProgress", "completed"][number % 3])\nrating: \(number % 6)\ngenres:\n"
    text += genres.map { "  - \(CleanLibrary.reference(.genre, $0))\n" }.joined()
    text += "pages: \(Int.random(in: 50...900, using: &random))\ndateAdded: \(day(2020))\n"
    if number % 3 > 0 { text += "dateStarted: \(day(2021))\n" }
    if number % 3 == 2 { text += "dateCompleted: \(day(2022))\n" }
    add(.book, number, text + "synopsis: Synopsis\n")
  }

  private mutating func addQuote(_ number: Int) {
    let text = "book: \(CleanLibrary.reference(.book, number))\npage: \"\(number % 300)\"\n"
    add(.quote, number, text + "creationDate: \(day(2023))T10:00:00Z\ntext: Words of quote \(number)\n")
  }

  private mutating func addIssue(_ number: Int) {
    var text =
      "title: Issue \(number)\npriority: \(["low", "medium", "high"][number % 3])\ncompleted: \(number % 2 == 0)\n"
    text += "tags:\n  - \(CleanLibrary.reference(.tag, number % CleanLibrary.tagCount))\n"
    text += "books:\n  - \(CleanLibrary.reference(.book, 2 * number))\n"
    add(.issue, number, text + "creationDate: \(day(2024))T10:00:00Z\nmodificationDate: \(day(2025))T10:00:00Z\n")
  }

  private mutating func day(_ year: Int) -> String {
    let (month, day) = (Int.random(in: 10...12, using: &random), Int.random(in: 10...28, using: &random))
    return "\(year)-\(month)-\(day)"
  }
}

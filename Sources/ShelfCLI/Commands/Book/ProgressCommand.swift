import ArgumentParser
import ShelfKit
import ShelfModel
import ShelfQuery
import ShelfStore
import ShelfWording

/// `shelf book progress`: shows or sets the progress in a book.
struct ProgressCommand: ContextCommand, KindVerb {
  static let kind = Kind.book

  static let configuration = CommandConfiguration(
    commandName: "progress", abstract: "Show or set your progress in a book, as a page or a percentage.",
    usage: usage("progress", "[<record>] [<page> | <percentage>%]"),
    discussion: """
      Without a title, the command uses the book in progress. A single number or percentage is a page, so a book called \
      1984 needs its page after it.

      A book on the shelf is started. Without a page, the command shows how far you have read, how many pages a day that \
      is, and when you are likely to finish. --date records the page for an earlier day, and --note adds a remark on the \
      day's reading to your notes on the book.
      """)

  @OptionGroup var change: ChangeOptions

  @Argument(
    help: "The book: its id, the start of its id, its file, or its title.", completion: .values(of: .current))
  var record: String?

  @Argument(
    help: ArgumentHelp("A page such as 120, a percentage such as 40%, or a time such as 4:30.", valueName: "page"))
  var progress: [String] = []

  @Option(
    name: .joined("d"),
    help: ArgumentHelp(
      "The date when you were there, such as 2026-11-21 or yesterday. (default: today)", valueName: "date"),
    completion: .values(of: .day))
  var date: String?

  @Option(help: ArgumentHelp("A remark on the day's reading, for your notes on the book.", valueName: "text"))
  var note: String?

  @OptionGroup var json: ChangedJSONOption

  func run(in context: Context) throws {
    var words = [record].compactMap { $0 } + progress
    var date = date
    if date == nil { date = try context.takeDay(from: &words, .dayBehindPage, Self.kind, change.library) }
    words = words.map { TypedWord($0).pageOfAll ?? $0 }
    // `page 120`, `120 pages` and `to 120`, unless a book has that name
    let isTitle = context.titles(of: Self.kind, change.library)
    for (index, word) in words.enumerated().reversed() where words.count > 1 {
      if ["page", "pages", "p.", "to", "at"].contains(word.lowercased()), try !isTitle(word) {
        words.remove(at: index)
      }
    }
    if words.count > 2 {
      throw CommandError(
        .usage, "unexpected argument “\(Wording.short(words[2]))”",
        hint: "put quotation marks around a title of several words; the page comes last")
    }
    // `progress 120 dune`
    if words.count == 2, TypedWord(words[0]).isPage, !TypedWord(words[1]).isPage, try !isTitle(words[0]) {
      words.swapAt(0, 1)
    }
    let (record, progress) = (words.first, words.dropFirst().first)
    // A single word is the page if it looks like one, and otherwise the book.
    let isPage = progress == nil && record.map { TypedWord($0).isPage } ?? false
    if let record, let progress, !TypedWord(progress).isPage, TypedWord(record).isPage {
      throw CommandError(
        .usage, "“\(Wording.short(progress))” is not a page, a percentage or a time",
        hint: "the page comes last: `shelf progress \(Wording.shellWord(progress)) \(record)`")
    }
    let (book, page) = isPage ? (nil, record) : (record, progress)
    try TypedWord.check(day: date)
    if date != nil, page == nil {
      throw CommandError(
        .usage, "no page was given", hint: "--date needs a page, such as `shelf progress 44 -d yesterday`")
    }
    if note != nil, page == nil {
      throw CommandError(
        .usage, "no page was given", hint: "--note needs a page, such as `shelf progress 44 --note \"a slow start\"`")
    }
    try context.promptingForNames([book].compactMap { $0 }) { names in
      if let page { try set(page, of: names.first, on: date, in: context) } else { try show(names.first, in: context) }
    }
  }

  /// - Parameter name: nil for the book in progress.
  private func show(_ name: String?, in context: Context) throws {
    let context = try change.library.context(context)
    let library = try change.library.load(in: context)
    let record = try name.map { try context.finder(library).find($0, Self.kind) } ?? current(library)
    let field = try SetProgress.field(Self.kind, library)
    if json.isRequested { return try json.write([record], of: [.book], library, isList: false, context) }
    guard let text = record.texts(of: field).first else {
      let isShared = EditionNotes(library).isShared(record.title)
      let name = isShared ? record.id.short : Wording.shellWord(record.title)
      throw CommandError(
        .no, "no progress is recorded for \(Wording.name(record))",
        hint: "record it with `shelf progress \(name) 120` for a page, or 40% for a percentage")
    }
    try context.print("\(Wording.name(record)): " + Wording.progress(text, of: record, library.schema))
    if let pace = ReadingPace(record, library.schema, today: context.today) { try context.print(Wording.pace(pace)) }
  }

  private func current(_ library: Library) throws -> Record {
    let current = library.inProgress(Self.kind)
    guard current.count == 1 else { throw Question.current(Self.kind, current) }
    return current[0]
  }

  private func set(_ text: String, of name: String?, on date: String?, in context: Context) throws {
    var change = try CommandChange(change, in: context)
    if name == nil, let record = context.finder(change.library).record(numbered: text, Self.kind) {
      throw CommandError(
        .usage, "“\(text)” is a page, and also the number of \(Wording.name(record))",
        hint: "add a page if you mean that book, `shelf progress \(text) 120`, or add the book that you are reading, "
          + "`shelf progress TITLE \(text)`")
    }
    let planned = try change.plan(SetProgress(name, of: Self.kind, text, day: date, note: note))
    if json.isRequested {
      return try json.commit(change, planned.subjects.map(\.id), of: [Self.kind], isList: false)
    }
    try change.commit { $0.changes }
  }
}

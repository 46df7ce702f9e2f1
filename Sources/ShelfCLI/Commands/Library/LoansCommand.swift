import ArgumentParser
import ShelfModel
import ShelfQuery
import ShelfStore
import ShelfText
import ShelfWording

/// `shelf loans`: who has what.
struct LoansCommand: ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "loans", abstract: "Show who has which book, and since when, overdue ones first.",
    usage: "shelf loans [<person>] [<options>]",
    discussion: """
      The queries is:lent, is:borrowed, is:overdue and lent:anna find the same books in lists. Earlier loans are in the field \
      loans of each book.
      """)

  @OptionGroup var library: LibraryOptions

  @Argument(
    help: ArgumentHelp("Only what this person has, or lends.", valueName: "person"), completion: .values(of: .person))
  var person: [String] = []

  @OptionGroup var output: TableFormatOptions<ReportOutput>

  func run(in context: Context) throws {
    let context = try library.context(context)
    let library = try self.library.load(in: context)
    let wanted = Folding.fold(person.joined(separator: " "))
    let loans = LoanTable(library, today: context.today).all
    let shown = wanted.isEmpty ? loans : loans.filter { Folding.fold($0.person).contains(wanted) }
    try output.write(LoansReport(shown, of: loans.count, today: context.today), context)
    context.warnOfUnreadable(library, [.book], "not listed")
  }
}

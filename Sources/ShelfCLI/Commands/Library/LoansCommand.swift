import ArgumentParser
import ShelfModel
import ShelfQuery
import ShelfStore
import ShelfText
import ShelfWording

/// `shelf loans`: lists current loans, both of books lent and of books borrowed.
struct LoansCommand: ReportCommand {
  static let configuration = CommandConfiguration(
    commandName: "loans", abstract: "Show who has which book and since when, overdue loans first.",
    usage: "shelf loans [<person> | overdue | lent | borrowed] [<options>]",
    discussion: """
      In lists, the queries is:lent, is:borrowed, is:overdue and lent:anna find the same books. Each book keeps its earlier \
      loans in the field loans.
      """)

  @OptionGroup var library: LibraryOptions

  @Argument(
    help: ArgumentHelp("Show only books lent to or borrowed from this person.", valueName: "person"),
    completion: .values(of: .person))
  var person: [String] = []

  @OptionGroup var output: ReportOptions

  func run(in context: Context) throws {
    let context = try library.context(context)
    let library = try self.library.load(in: context)
    let wanted = Folding.fold(person.joined(separator: " "))
    let loans = LoanTable(library, today: context.today).all
    var shown = wanted.isEmpty ? loans : loans.filter { Folding.fold($0.person).contains(wanted) }
    if shown.isEmpty, let isInState = LoansCommand.states[wanted] {
      shown = loans.filter { isInState($0, context.today) }
      if shown.isEmpty, !loans.isEmpty { return context.note("no loan is \(wanted)") }
    }
    let layout = context.bookLayout(library)
    try output.write(.loans(shown, of: loans.count, today: context.today, layout), context)
    context.warnOfUnreadable(library, [.book], "not listed")
  }

  /// The words for some of the loans, unless they are part of a person's name.
  private static let states: [String: @Sendable (Loan, CalendarDate) -> Bool] = [
    "overdue": { $0.overdue(on: $1) != nil }, "lent": { loan, _ in !loan.isBorrowed },
    "borrowed": { loan, _ in loan.isBorrowed },
  ]

  static func columnKeys(_ layout: ListLayout) -> [String] {
    Report.loans([], of: 0, today: CalendarDate(daysSince1970: 0), layout).keys
  }
}

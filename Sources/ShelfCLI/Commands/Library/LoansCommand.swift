import ArgumentParser
import ShelfModel
import ShelfQuery
import ShelfStore
import ShelfText
import ShelfWording

/// `shelf loans`: lists current and past loans, both of books lent and of books borrowed.
struct LoansCommand: ReportCommand {
  static let configuration = CommandConfiguration(
    commandName: "loans", abstract: "Show who has which book and since when, overdue loans first.",
    usage: "shelf loans [overdue | lent | borrowed | past] [<person> | <title>] [<period>] [<options>]",
    discussion: """
      --all also lists the loans that have ended, and `past` only these. A period such as 2025 or 2025-08..2026-07 lists \
      the loans that began in it, past ones included. --by person, title or year counts loans.

      In lists, the queries is:lent, is:borrowed, is:overdue and lent:anna find the same books. Each book keeps its earlier \
      loans in the field loans.
      """)

  @OptionGroup var library: LibraryOptions

  @Argument(
    help: ArgumentHelp(
      "Show only the loans of this person, or of the books that the words find.", valueName: "person"),
    completion: .values(of: .person))
  var person: [String] = []

  @Flag(help: "Show only overdue loans, as `shelf overdue` does.")
  var overdue = false

  @Flag(help: "Also show the loans that have ended.")
  var all = false

  @Option(
    help: ArgumentHelp("Count the loans by this, past ones included.", valueName: "person|title|year"),
    completion: .list(LoanCount.labels.map(\.name)))
  var by: String?

  @OptionGroup var output: ReportOptions

  func run(in context: Context) throws {
    let label = try by.map { by in
      let meant = ["book": "title", "borrower": "person", "people": "person", "name": "person"]
      let name = by.hasSuffix("s") ? String(by.dropLast()) : by
      guard let label = LoanCount.labels.first(where: { $0.name == meant[name] ?? name }) else {
        let day = QueryMatcher.days(by, today: context.today, now: context.now) == nil ? nil : by
        throw CommandError(
          .usage, "cannot count loans by “\(Wording.short(by))”",
          hint: day.map { Self.hint(onDue: Wording.shellWord($0)) } ?? "use person, title or year")
      }
      return label
    }
    let context = try library.context(context)
    let library = try self.library.load(in: context)
    let current = LoanTable(library, today: context.today).all
    let everything = current + LoanTable.past(library)
    func copy(_ words: [String]) -> (record: Record, number: String)? {
      let name = words.joined(separator: " ")
      guard !words.isEmpty, let record = try? context.finder(library).find(name, .book, .exact) else { return nil }
      return CopyNumbers(record, library.schema)[name].map { (record, $0) }
    }
    // A word that belongs to a name is never taken for a date, such as “March”, or for the state of a loan.
    func isKnown(_ words: [String]) -> Bool {
      let name = words.joined(separator: " ")
      return copy(words) != nil
        || everything.contains {
          Folding.names(name, in: $0.person) || Folding.fold($0.record.title) == Folding.fold(name)
        }
    }
    var words = person.flatMap { $0.split(separator: " ").map(String.init) }
    var hasPast = all || by != nil
    var isOverdue = overdue
    var conditions = overdue ? ["is overdue"] : []
    var tests: [(Loan) -> Bool] = []
    words.removeAll { word in
      guard Folding.fold(word).hasPrefix("due:"), case let period = String(word.dropFirst(4)), !isKnown([period]),
        let days = QueryMatcher.days(period, today: context.today, now: context.now)
      else { return false }
      conditions.append("matches \(word)")
      tests.append { $0.isCurrent && $0.due.map { days.contains($0.lastDay.daysSince1970) } ?? false }
      return true
    }
    // A period may follow the name of the column, as in `since:2025`.
    for (place, word) in words.enumerated() {
      let parts = word.split(separator: ":", maxSplits: 1).map(String.init)
      guard parts.count == 2, !isKnown([parts[1]]),
        case let name = Folding.fold(parts[0]), LoansCommand.beginnings.contains(name),
        QueryMatcher.days(parts[1], today: context.today, now: context.now) != nil
      else { continue }
      words.remove(at: place)
      words.append(parts[1])
      if LoansCommand.states[name] != nil { tests.append { $0.isBorrowed == (name == "borrowed") } }
      break
    }
    if let last = words.last, !isKnown(words),
      let days = QueryMatcher.days(last, today: context.today, now: context.now)
    {
      conditions.append("began in \(words.removeLast())")
      hasPast = true
      tests.append { $0.began(in: days) }
    }
    if !isKnown(words), let place = words.firstIndex(where: { LoansCommand.states[Folding.fold($0)] != nil }),
      let state = LoansCommand.states[Folding.fold(words[place])]
    {
      conditions.append("is \(words.remove(at: place))")
      switch state {
      case .overdue: isOverdue = true
      case .lent: tests.append { !$0.isBorrowed }
      case .borrowed: tests.append { $0.isBorrowed }
      case .past, .any:
        hasPast = true
        if state == .past { tests.append { !$0.isCurrent } }
      }
    }
    let name = words.joined(separator: " ")
    if !words.isEmpty {
      conditions.append("matches “\(Wording.short(name))”")
      if everything.contains(where: { Folding.names(name, in: $0.person) }) {
        tests.append { Folding.names(name, in: $0.person) }
      } else if let (record, number) = copy(words) {
        let isLent = current.contains { $0.record.path == record.path && $0.terms.isOf(copy: number) }
        // A loan without a number may be about this copy, unless it is current and the copy has another current loan.
        tests.append { loan in
          loan.record.path == record.path
            && (loan.copy == nil ? !loan.isCurrent || !isLent : loan.terms.isOf(copy: number))
        }
      } else {
        let reader = QueryReader(library: library, context: context)
        let books = Set(try reader.records(.book, [QuerySource(name)]).map { ExactPath($0.path) })
        tests.append { books.contains(ExactPath($0.record.path)) }
      }
    }
    let loans = hasPast ? everything : current
    let matching = loans.filter { loan in tests.allSatisfy { $0(loan) } }
    let shown = isOverdue ? matching.filter { $0.overdue(on: context.today) != nil } : matching
    let none =
      !loans.isEmpty && !conditions.isEmpty
      ? "no loan \(Wording.list(conditions))" : hasPast ? "no loan was found" : "nothing is lent or borrowed"
    if shown.isEmpty, !output.isTable(context) { context.note(VisibleText.line(none)) }
    if let label { return try output.write(.loanCounts(shown, by: label.name, label.label), context) }
    let layout = context.bookLayout(library)
    try output.write(
      .loans(
        shown, isGrouped: output.isForPeople(context), orNone: none, hasPast: hasPast, today: context.today, layout),
      context)
    let undated = isOverdue ? matching.count { $0.isCurrent && $0.due == nil } : 0
    if undated > 0 {
      context.note("\(Wording.count(undated, "loan")) \(undated == 1 ? "has" : "have") no due date")
    }
    context.warnOfUnreadable(library, [.book], "not listed")
  }

  private enum State {
    case overdue, lent, borrowed, past, any
  }

  /// The words that limit the list to loans in a state.
  private static let states: [String: State] = [
    "overdue": .overdue, "lent": .lent, "borrowed": .borrowed, "all": .any, "history": .any, "past": .past,
    "returned": .past, "earlier": .past,
  ]

  /// The words that a user may put before a period, as in `since:2025`, to list the loans that began in it.
  private static let beginnings = ["since", "from", "between", "lent", "borrowed"]

  static func columnKeys(_ layout: ListLayout) -> [String] {
    Report.loans([], orNone: "", today: CalendarDate(daysSince1970: 0), layout).keys
  }
}

extension LoansCommand: ExplainingCommand {
  static func explanation(of option: String, _ value: String?, in arguments: [String]) -> String? {
    let value = value.flatMap { $0.contains(" ") ? nil : $0 }
    switch option {
    case "--due", "--until", "--before", "--on", "--at", "--as-of": return hint(onDue: value ?? "DATE")
    case "--since", "--from", "--after", "--year", "--date":
      return
        "`shelf loans \(value ?? "PERIOD")` lists the loans that began then; a period may be 2025 or 2025-08..2026-07"
    case "--person", "--to", "--borrower", "--name", "--class", "--title", "--book":
      return "write the name without an option: `shelf loans \(value ?? "NAME")`"
    case "--group", "--group-by": return "use --by person, --by title or --by year"
    default: return nil
    }
  }

  private static func hint(onDue day: String) -> String {
    "`shelf loans due:..\(day)` lists the loans that are due by then, and due:\(day) those due on that day"
  }
}

import ShelfModel
import ShelfQuery
import ShelfTerminal

extension Report where Row == Loan {
  /// Returns the report of `loans`.
  ///
  /// - Parameters:
  ///   - count: the total number of loans, which may be larger than the number in `loans`.
  ///   - today: the user's local date, which decides whether a loan is overdue.
  package static func loans(_ loans: [Loan], of count: Int, today: CalendarDate, _ layout: ListLayout) -> Report {
    func style(_ loan: Loan) -> TextStyle { loan.overdue(on: today) == nil ? .plain : .color(.red) }
    var report = Report(
      "a list of loans", rows: loans,
      columns: [
        ReportColumn(
          "person", TableColumn(title: "Who", minimum: 10, preferred: 20, priority: 9), { .text($0.person) },
          look: { .styled($0.person, .bold) }),
        ReportColumn(
          "direction", TableColumn(title: "", priority: 8, isFlexible: false),
          { .text($0.isBorrowed ? "borrowed" : "lent") }, look: { .text($0.isBorrowed ? "lends you" : "has") }),
        ReportColumn("title", TableColumn(title: "Title", minimum: 16, preferred: 32, priority: 10)) {
          .text($0.record.title)
        },
        ReportColumn("since", TableColumn(title: "Since", priority: 5, dropsBeforeShrinking: true, isFlexible: false)) {
          $0.since.map { .date($0) } ?? .nothing(nil)
        },
        ReportColumn(
          "until", TableColumn(title: "Until", priority: 7, isFlexible: false),
          { $0.due.map { .date($0) } ?? .nothing(nil) },
          look: { .styled($0.due?.description ?? "", style($0)) }),
        ReportColumn(
          "daysOverdue", TableColumn(title: "", priority: 6, isFlexible: false),
          { $0.overdue(on: today).map { .number($0) } ?? .nothing(nil) },
          look: { loan in
            .styled(loan.overdue(on: today).map { "\(Wording.count($0, "day")) overdue" } ?? "", style(loan))
          }),
        ReportColumn(
          "id", TableColumn(title: "ID", minimum: 8, priority: 4, dropsBeforeShrinking: true, isFlexible: false)
        ) {
          .id($0.record.id)
        },
      ], books: (layout, { $0.record }))
    report.dataKeys = ["id", "direction", "person", "title", "since", "until", "daysOverdue"]
    report.jsonKeys = ["id", "title", "direction", "person", "since", "until", "daysOverdue"]
    report.whenEmpty =
      switch count {
      case 0: "Nothing is lent or borrowed."
      case 1: "The only loan is not with anybody of this name."
      default: "None of the \(Wording.number(count)) loans is with anybody of this name."
      }
    report.summary = { loans in
      let (lent, borrowed) = (loans.count { !$0.isBorrowed }, loans.count(where: \.isBorrowed))
      let overdue = loans.count { $0.overdue(on: today) != nil }
      return [(lent, "lent"), (borrowed, "borrowed"), (overdue, "overdue")].filter { $0.0 > 0 }
        .map { "\(Wording.number($0.0)) \($0.1)" }.joined(separator: ", ")
    }
    return report
  }
}

import ShelfModel
import ShelfQuery
import ShelfStore
import ShelfTerminal
import ShelfText

/// A loan, and the number of equal loans that it stands for.
package typealias LoanRow = (loan: Loan, count: Int)

extension Report where Row == LoanRow {
  /// Returns the report of `loans`.
  ///
  /// - Parameters:
  ///   - isGrouped: whether equal loans of copies without numbers, such as those of three copies that one person took
  ///     on one day, share a row.
  ///   - none: the text for a report without loans, as a clause.
  ///   - hasPast: whether the report includes past loans.
  ///   - today: the user's local date, which decides whether a loan is overdue.
  package static func loans(
    _ loans: [Loan], isGrouped: Bool = false, orNone none: String, hasPast: Bool = false, today: CalendarDate,
    _ layout: ListLayout
  ) -> Report {
    var rows: [LoanRow] = []
    var places: [ExactPath: [LoanEntry: Int]] = [:]
    for loan in loans {
      let path = ExactPath(loan.record.path)
      if isGrouped, loan.copy == nil, let place = places[path]?[loan.terms] {
        rows[place].count += 1
      } else {
        places[path, default: [:]][loan.terms] = rows.count
        rows.append((loan, 1))
      }
    }
    func style(_ row: LoanRow) -> TextStyle { row.loan.overdue(on: today) == nil ? .plain : .color(.red) }
    var report = Report(
      "a list of loans", rows: rows,
      columns: [
        ReportColumn(
          "person", TableColumn(title: "Who", minimum: 10, preferred: 20, priority: 9), { .text($0.loan.person) },
          look: { .styled($0.loan.person, .bold) }),
        ReportColumn(
          "direction", TableColumn(title: "", priority: 8, isFlexible: false),
          { .text($0.loan.isBorrowed ? "borrowed" : "lent") },
          look: {
            .text(
              $0.loan.isCurrent ? $0.loan.isBorrowed ? "lends you" : "has" : $0.loan.isBorrowed ? "lent you" : "had")
          }),
        ReportColumn("title", TableColumn(title: "Title", minimum: 16, preferred: 32, priority: 10)) {
          .text($0.loan.record.title)
        },
        ReportColumn("copy", TableColumn(title: "Copy", minimum: 6, priority: 8, isFlexible: false)) {
          $0.loan.copy.map { .text($0) } ?? ($0.count > 1 ? .text("\(Wording.number($0.count)) copies") : .nothing(nil))
        },
        ReportColumn("since", TableColumn(title: "Since", priority: 5, dropsBeforeShrinking: true, isFlexible: false)) {
          $0.loan.since.map { .date($0) } ?? .nothing(nil)
        },
        ReportColumn(
          "until", TableColumn(title: "Until", priority: 7, isFlexible: false),
          { $0.loan.due.map { .date($0) } ?? .nothing(nil) },
          look: { .styled($0.loan.due?.description ?? "", style($0)) }),
        ReportColumn(
          "daysOverdue", TableColumn(title: "", priority: 6, isFlexible: false),
          { $0.loan.overdue(on: today).map { .number($0) } ?? .nothing(nil) },
          look: { row in
            .styled(row.loan.overdue(on: today).map { "\(Wording.count($0, "day")) overdue" } ?? "", style(row))
          }),
        ReportColumn(
          "returned", TableColumn(title: "Ended", priority: 6, isFlexible: false)
        ) { $0.loan.returned.map { .date($0) } ?? .nothing(nil) },
        .id(priority: 4) { $0.loan.record },
      ], books: (layout, { $0.loan.record }))
    report.dataKeys = ["id", "direction", "person", "title", "since", "until", "daysOverdue"]
    report.jsonKeys = ["id", "title", "direction", "person", "since", "until", "daysOverdue"]
    if hasPast {
      report.dataKeys.append("returned")
      report.jsonKeys.append("returned")
    } else {
      report.tableKeys.removeAll { $0 == "returned" }
    }
    // The columns of a file should not depend on the loans that it contains.
    if loans.contains(where: { $0.copy != nil })
      || !CopyNumbers.uniqueFields(of: layout.kind, layout.library.schema).isEmpty
    {
      report.dataKeys.append("copy")
      report.jsonKeys.append("copy")
    }
    if !rows.contains(where: { $0.loan.copy != nil || $0.count > 1 }) { report.tableKeys.removeAll { $0 == "copy" } }
    report.optionalKeys = hasPast ? ["until", "daysOverdue"] : []
    report.whenEmpty = none.prefix(1).uppercased() + none.dropFirst() + "."
    report.summary = { loans in
      func count(_ isCounted: (LoanRow) -> Bool) -> Int { loans.reduce(0) { $0 + (isCounted($1) ? $1.count : 0) } }
      let past = count { !$0.loan.isCurrent }
      let (lent, borrowed) = (
        count { $0.loan.isCurrent && !$0.loan.isBorrowed }, count { $0.loan.isCurrent && $0.loan.isBorrowed }
      )
      let overdue = count { $0.loan.overdue(on: today) != nil }
      return [(lent, "lent"), (borrowed, "borrowed"), (overdue, "overdue"), (past, "ended")].filter { $0.0 > 0 }
        .map { "\(Wording.number($0.0)) \($0.1)" }.joined(separator: ", ")
    }
    return report
  }
}

/// The number of loans of a person, a title or a year, and the number of different books among them.
package struct LoanCount: Sendable {
  let label: String
  let loans: Int
  let books: Int

  /// The ways to count loans, each with a function that returns the label to count a loan under.
  package static let labels: [(name: String, label: @Sendable (Loan) -> String)] = [
    ("person", { $0.person }), ("title", { $0.record.title }),
    ("year", { ($0.since ?? $0.returned).map { String($0.year) } ?? "" }),
  ]
}

extension Report where Row == LoanCount {
  /// Returns the report of the number of loans by person, title or year, largest first.
  ///
  /// Labels that differ only in case and accents are treated as the same.
  package static func loanCounts(_ loans: [Loan], by name: String, _ label: (Loan) -> String) -> Report {
    let groups = Dictionary(grouping: loans) { Folding.fold(label($0)) }
    let rows = groups.map { key, loans -> (String, LoanCount) in
      let spellings = Dictionary(loans.map { (label($0), 1) }, uniquingKeysWith: +)
      return (
        key,
        LoanCount(label: Folding.commonest(spellings), loans: loans.count, books: Set(loans.map(\.record.id)).count)
      )
    }
    var report = Report(
      "the numbers of loans",
      rows: rows.sorted { ($1.1.loans, $0.0) < ($0.1.loans, $1.0) }.map(\.1),
      columns: [
        ReportColumn(name, TableColumn(title: name.prefix(1).uppercased() + name.dropFirst(), minimum: 10, priority: 9))
        {
          .text($0.label)
        },
        ReportColumn("loans", TableColumn(title: "Loans", priority: 8, isFlexible: false)) { .number($0.loans) },
        ReportColumn("books", TableColumn(title: "Books", priority: 7, isFlexible: false)) { .number($0.books) },
      ])
    report.whenEmpty = "No loan was found."
    return report
  }
}

import ShelfModel
import ShelfQuery
import ShelfStore
import ShelfTerminal
import ShelfText

/// What `loans` prints.
package struct LoansReport: TableReport {
  private let loans: [Loan]
  private let all: Int
  private let today: CalendarDate

  /// - Parameters:
  ///   - all: how many there are.
  ///   - today: the reader's own day, on which loans may be overdue.
  package init(_ loans: [Loan], of all: Int, today: CalendarDate) {
    self.loans = loans
    self.all = all
    self.today = today
  }

  package var emptyText: String? {
    if !loans.isEmpty { return nil }
    return all == 0 ? "Nothing is lent, and nothing is borrowed." : "None of the \(all) loans matches."
  }

  package func table(_ terminal: Terminal) -> [UInt8] {
    var table = Table(columns: [
      TableColumn(title: "Who", minimum: 10, preferred: 20, priority: 9),
      TableColumn(title: "", priority: 8, isFlexible: false),
      TableColumn(title: "Title", minimum: 16, preferred: 32, priority: 10),
      TableColumn(title: "Since", priority: 5, givesWay: true, isFlexible: false),
      TableColumn(title: "Until", priority: 7, isFlexible: false),
      TableColumn(title: "", priority: 6, isFlexible: false),
      TableColumn(title: "ID", minimum: 8, priority: 4, givesWay: true, isFlexible: false),
    ])
    for loan in loans {
      let days = loan.overdue(on: today)
      let style: TextStyle = days == nil ? .plain : .color(.red)
      table.append([
        .styled(loan.person, .bold), .text(loan.isBorrowed ? "lends you" : "has"), .text(loan.record.title),
        .styled(loan.since?.description ?? "", .dim), .styled(loan.due?.description ?? "", style),
        .styled(days.map { "\(Wording.count($0, "day")) overdue" } ?? "", style), .styled(loan.record.id.short, .dim),
      ])
    }
    var bytes: [UInt8] = []
    table.render(into: &bytes, width: terminal.fittingWidth, depth: terminal.depth)
    let (lent, borrowed) = (loans.count { !$0.isBorrowed }, loans.count(where: \.isBorrowed))
    let overdue = loans.count { $0.overdue(on: today) != nil }
    let counts = [(lent, "lent"), (borrowed, "borrowed"), (overdue, "overdue")].filter { $0.0 > 0 }
      .map { "\(Wording.number($0.0)) \($0.1)" }
    bytes += ("\n" + TextStyle.dim.apply(to: counts.joined(separator: ", "), depth: terminal.depth) + "\n").utf8
    return bytes
  }

  package func tsv() -> [UInt8] {
    var tsv = TSVWriter()
    for loan in loans {
      tsv.row([
        loan.record.id.description, loan.isBorrowed ? "borrowed" : "lent", loan.person, loan.record.title,
        loan.since?.description ?? "", loan.due?.description ?? "",
        loan.overdue(on: today).map(String.init) ?? "",
      ])
    }
    return tsv.take()
  }

  package func json(isLines: Bool) -> [UInt8] {
    var json = JSONWriter(isLines ? .compact : .pretty)
    if !isLines { json.beginArray() }
    for loan in loans {
      json.object { json in
        json.member("id", loan.record.id.description)
        json.member("title", loan.record.title)
        json.member("direction", loan.isBorrowed ? "borrowed" : "lent")
        json.member("person", loan.person)
        json.member("since", loan.since?.description)
        json.member("until", loan.due?.description)
        json.key("daysOverdue")
        if let days = loan.overdue(on: today) { json.value(days) } else { json.null() }
      }
      if isLines { json.endLine() }
    }
    if !isLines {
      json.endArray()
      json.endLine()
    }
    return json.take()
  }
}

import ShelfModel
import ShelfQuery
import ShelfStore

extension Check {
  static let contradictoryLoan = Check(
    "contradictory-loan", .note, "a loan with contradictory fields, or an earlier loan that cannot be read",
    reason: "shelf uses these fields to determine who has which book, and until when.",
    example: "lentTo: Anna\nlentOn: 2026-03-02\ndueOn: 2026-02-01\nloans: [last summer]",
    .record { check, record, examination in
      let schema = examination.library.schema
      func field(_ role: FieldRoles) -> Field? { schema.field(role, of: record.kind) }
      // An issue also has a due date, but it cannot be lent.
      guard field(.holder) != nil else { return [] }
      func item(_ role: FieldRoles) -> FieldItem? { field(role).flatMap { record.items(of: $0).first } }
      func finding(_ item: FieldItem, _ message: String, _ advice: Advice) -> Finding {
        Finding(check, record, item.field.key, at: item.range, message, advice: advice)
      }
      var findings: [Finding] = []
      let (holder, lender) = (item(.holder), item(.lender))
      if holder != nil, let lender {
        findings.append(
          finding(
            lender, "the \(record.kind.singular) is lent and borrowed at once",
            "remove “\(holder?.key ?? "")” or “\(lender.key)”"))
      }
      if holder == nil, lender == nil {
        if let copy = item(.lentCopy) {
          findings.append(
            finding(
              copy, "“\(copy.key)” is the number of a lent copy, but no copy is lent",
              "add the name, or remove the number"))
        }
        for end in [item(.lentOn), item(.due)].compactMap({ $0 }) {
          findings.append(
            finding(
              end, "“\(end.key)” is the date of a loan, but no one has borrowed or lent the \(record.kind.singular)",
              "add the name, or remove the date"))
        }
      }
      if holder != nil, let owned = item(.owned), record.value(of: owned.field) == .boolean(false) {
        findings.append(finding(owned, "you lent a copy that you do not own", "one of the two is wrong"))
      }
      if let begin = field(.lentOn), let end = field(.due), case .date(let first)? = record.value(of: begin),
        case .date(let last)? = record.value(of: end), last.lastDay < first, let item = item(.due)
      {
        findings.append(
          finding(item, "“\(end.key)” \(last) is before “\(begin.key)” \(first)", "one of the two dates is wrong"))
      }
      let lent = Loan.all(of: record, schema)
      for (place, loan) in lent.enumerated() {
        guard let number = loan.copy, let other = lent[..<place].first(where: { $0.terms.isOf(copy: number) }),
          let item = field(.loans).flatMap({ record.items(of: $0).first { $0.text == loan.entry } })
        else { continue }
        findings.append(
          finding(
            item, "copy \(number.firstLine) is lent to \(other.person.firstLine) and to \(loan.person.firstLine)",
            "end one of the two loans, or correct the number of its copy"))
      }
      if lent.contains(where: { $0.copy != nil }), let numberField = CopyNumbers(record, schema).field {
        let all = CopyNumbers.fields(of: record.kind, schema).flatMap { field in
          CopyNumbers.numbers(in: record.texts(of: field), of: field)
        }
        let known = Set(all.map(CopyNumbers.key))
        for loan in lent where !loan.isBorrowed {
          let place = field(.loans).flatMap { list in record.items(of: list).first { $0.text == loan.entry } }
          guard let number = loan.copy, !known.contains(CopyNumbers.key(number)),
            let source = loan.entry == nil ? item(.lentCopy) : place
          else { continue }
          findings.append(
            finding(
              source, "copy \(number.firstLine) is lent, but “\(numberField.key)” does not contain this number",
              "correct the number of the lent copy, or add it to “\(numberField.key)”"))
        }
      }
      guard let earlier = field(.loans) else { return findings }
      let entries = record.items(of: earlier)
      if let current = entries.first(where: { LoanEntry($0.text)?.isCurrent ?? false }) {
        let loans = Loan.all(of: record, schema).count { !$0.isBorrowed }
        let copies = Loan.copies(of: record, schema)
        if holder == nil, let key = field(.holder)?.key {
          findings.append(
            finding(
              current, "“\(current.text.firstLine)” is the loan of a further copy, but “\(key)” is missing",
              "describe the first loan in “\(key)”"))
        } else if loans > copies {
          findings.append(
            finding(
              current, "\(loans) copies are lent, but the number of copies is \(copies)",
              "correct “copies”, or the loans"))
        }
      }
      return findings
        + entries.filter { LoanEntry($0.text) == nil || $0.isNested }.findings { item in
          finding(
            item, "“\(item.text.firstLine)” is not a valid loan",
            "write the dates and the name, such as 2026-03-02/2026-04-11 Anna")
        }
    })
}

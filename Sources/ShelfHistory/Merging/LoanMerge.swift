import ShelfModel
import YAMLEdit

/// The loans of a record with several copies, in a merge.
///
/// The fields of a loan describe one loan. If both sides lent a first copy, both loans can be kept: before the merge,
/// the loan in their version is moved from the fields to the list of loans. If one side ended the loan that the fields
/// describe, while the other side lent another copy, the loan of that copy is moved to the fields after the merge.
struct LoanMerge {
  private let holder: Field
  private let lentOn: Field
  private let due: Field
  private let copy: Field?
  private let loans: Field
  private let copies: Field
  private let limits: Limits

  /// The result is nil if the records have no loans or no copies.
  init?(_ fields: [Field], _ limits: Limits) {
    func field(_ role: FieldRoles) -> Field? { fields.first { $0.has(role) } }
    guard let holder = field(.holder), let lentOn = field(.lentOn), let due = field(.due), let loans = field(.loans),
      let copies = field(.copies)
    else { return nil }
    (self.holder, self.lentOn, self.due, self.loans, self.copies) = (holder, lentOn, due, loans, copies)
    copy = field(.lentCopy)
    self.limits = limits
  }

  /// Returns their version with its loan moved from the fields to the list, if both sides lent a first copy and there
  /// are enough copies. Otherwise, or if both sides lent the same copy, returns nil.
  func divided(ours: [UInt8], base: [UInt8], theirs: [UInt8]) -> [UInt8]? {
    guard let first = Loans(ours, self), let middle = Loans(base, self), let second = Loans(theirs, self),
      let person = second.holder, let other = first.holder, middle.holder == nil,
      person != other || first.copy != second.copy,
      first.copy == nil || first.copy != second.copy
    else { return nil }
    let further = Set(first.further + second.further)
    guard further.count + 2 <= min(first.copies, second.copies) else { return nil }
    let entry = LoanEntry(.current(since: second.since, due: second.due), person, isBorrowed: false, copy: second.copy)
    let own = [holder, lentOn, due, copy].compactMap(\.self).filter { second.document.node(at: [.key($0.key)]) != nil }
    let edits = own.map { Edit.remove([.key($0.key)]) } + appending(entry, to: second)
    return try? second.document.applying(edits).bytes
  }

  /// Returns a version with the loan of another copy moved from the list to the fields, if the fields do not describe a
  /// loan. Returns nil if they describe one, or if the list contains no current loan.
  func promoted(_ bytes: [UInt8]) -> [UInt8]? {
    guard let version = Loans(bytes, self), version.holder == nil, let entry = version.further.first,
      let loan = LoanEntry(entry), case .current(let since, let end) = loan.period
    else { return nil }
    let kept = version.entries.filter { $0 != entry }.map { Scalar($0) }
    let list = [Step.key(loans.key)]
    var edits: [Edit] = []
    var sibling = copies.key
    let values = [
      (holder, loan.person), (lentOn, since?.description), (due, end?.description), (copy, loan.copy),
    ]
    for (field, text) in values {
      guard let field, let text, version.document.node(at: [.key(field.key)]) == nil else { continue }
      edits.append(
        .insert(
          key: field.key, .scalar(Scalar(text, form: field.type == .text ? .text : .literal)), into: [], after: sibling)
      )
      sibling = field.key
    }
    edits.append(kept.isEmpty ? .remove(list) : .set(list, .list(kept)))
    return try? version.document.applying(edits).bytes
  }

  private func appending(_ entry: LoanEntry, to version: Loans) -> [Edit] {
    let scalar = Scalar(entry.description)
    if version.document.node(at: [.key(loans.key)]) != nil { return [.append(scalar, to: [.key(loans.key)])] }
    return [.insert(key: loans.key, .list([scalar]), into: [], after: copies.key)]
  }

  /// The loans of one version.
  private struct Loans {
    let document: Document
    let holder: String?
    let since: CalendarDate?
    let due: CalendarDate?
    let copy: String?
    let entries: [String]
    let copies: Int

    /// The result is nil if the version cannot be parsed.
    init?(_ bytes: [UInt8], _ fields: LoanMerge) {
      guard let document = try? Document(bytes, limits: fields.limits), !document.usesProperties else { return nil }
      self.document = document
      func texts(_ field: Field) -> [String] {
        guard let node = document.node(at: [.key(field.key)]) else { return [] }
        return (document.nodes[node].kind == .sequence ? document.items(of: node) : [node])
          .compactMap { document.text(of: $0) }.filter { !$0.isEmpty }
      }
      holder = texts(fields.holder).first
      since = texts(fields.lentOn).first.flatMap { CalendarDate($0) }
      due = texts(fields.due).first.flatMap { CalendarDate($0) }
      copy = fields.copy.flatMap { texts($0).first }
      entries = texts(fields.loans)
      copies = texts(fields.copies).first.flatMap { Int($0) } ?? 1
    }

    /// The list entries for further copies that are currently on loan.
    var further: [String] { entries.filter { LoanEntry($0)?.isCurrent ?? false } }
  }
}

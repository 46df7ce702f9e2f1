import ShelfModel
import ShelfStore
import YAMLEdit

/// The loans of a record in a merge: the loan that the fields describe, and the entries of the list.
///
/// When a loan ends, another current loan moves from the list to the fields. So one loan may be in the fields of one
/// version and in the list of another, and fields merged one by one would lose it or keep it twice. Therefore, if both
/// sides changed the loans, they are merged first, as loans. Each version is then rewritten so that a loan is in the
/// same place in all versions, and if the user has to decide about a loan, it is in the fields.
struct LoanMerge {
  private let fields: Fields
  private let limits: Limits
  private let ours: Version
  private let base: Version
  private let theirs: Version
  /// Whether the fields describe the same loan in all versions. In that case, they are merged like any other fields,
  /// and only the lists are merged here.
  private let keepsFields: Bool
  private let merged: MergedLoans

  /// The number of entries above which a list is merged like any other list, because comparing all pairs would take
  /// too long.
  private static let maxEntries = 2000

  /// The result is nil if the records have no loans, if a version cannot be parsed or has too many loans, or if only
  /// one side changed the loans.
  init?(_ fields: [Field], ours: [UInt8], base: [UInt8], theirs: [UInt8], _ limits: Limits) {
    guard let fields = Fields(fields), let ours = Version(ours, fields, limits),
      let base = Version(base, fields, limits), let theirs = Version(theirs, fields, limits)
    else { return nil }
    func isChanged(_ version: Version) -> Bool { version.own != base.own || version.entries != base.entries }
    guard isChanged(ours), isChanged(theirs),
      max(ours.entries.count, base.entries.count, theirs.entries.count) <= LoanMerge.maxEntries
    else { return nil }
    (self.fields, self.limits, self.ours, self.base, self.theirs) = (fields, limits, ours, base, theirs)
    let versions = [ours, base, theirs]
    let (copies, own) = (max(0, min(ours.copies, theirs.copies)), base.own)
    func merge(_ loans: (Version) -> [LoanEntry], _ copies: Int) -> MergedLoans {
      MergedLoans(ours: loans(ours), base: loans(base), theirs: loans(theirs), copies: copies)
    }
    if let own, versions.allSatisfy({ $0.continues(own) }) {
      let lists = merge(\.listed, copies - 1)
      if lists.disputes.isEmpty {
        (keepsFields, merged) = (true, lists)
        return
      }
    }
    (keepsFields, merged) = (false, merge(\.all, copies))
  }

  /// The versions, rewritten so that each loan is in the same place in all of them, or nil if they cannot be edited.
  var aligned: (ours: [UInt8], base: [UInt8], theirs: [UInt8])? {
    if merged.disputes.isEmpty {
      guard let ours = written(to: ours, for: .ours), let theirs = written(to: theirs, for: .ours) else { return nil }
      return (ours, base.document.bytes, theirs)
    }
    let dispute = merged.disputes[0]
    func moved(_ version: Version, _ disputed: KeyPath<MergedLoans.Group, [LoanEntry]>, _ loans: [LoanEntry])
      -> [UInt8]?
    {
      var loans = loans
      let own = dispute[keyPath: disputed].first { $0.isCurrent }
      if let own, let place = loans.firstIndex(of: own) { loans.remove(at: place) }
      return version.with(own, items(list(of: loans), of: version), fields)
    }
    func loans(_ side: KeyPath<MergedLoans.Group, [LoanEntry]>) -> [LoanEntry] {
      merged.loans + merged.disputes.flatMap { $0[keyPath: side] }
    }
    guard let ours = moved(ours, \.ours, loans(\.ours)), let base = moved(base, \.base, base.all),
      let theirs = moved(theirs, \.theirs, loans(\.theirs))
    else { return nil }
    return (ours, base, theirs)
  }

  /// Returns the merge of the aligned versions with exactly the merged loans, or nil if it cannot be edited.
  ///
  /// - Parameter settled: the conflicts that a policy resolved.
  func completed(_ bytes: [UInt8], _ settled: [RecordMerge.Settled]) -> [UInt8]? {
    let keys = Set(fields.ofLoan.map(\.key))
    let decided = settled.first { keys.contains($0.key) }
    if decided == nil, !merged.disputes.isEmpty { return nil }
    guard let result = Version(bytes, fields, limits) else { return nil }
    return written(to: result, for: decided?.isOurs == false ? .theirs : .ours)
  }

  /// Returns a version with the merged loans. Where the sides disagree, it contains the loans of `side`.
  private func written(to version: Version, for side: MergedField.Side) -> [UInt8]? {
    var loans = merged.loans + merged.disputes.flatMap { side == .ours ? $0.ours : $0.theirs }
    var own = version.own
    if !keepsFields {
      // If the loan in the fields is over, another one takes its place.
      let known = (side == .ours ? [ours, theirs, base] : [theirs, ours, base]).compactMap(\.own?.identity)
      let places = known.lazy.compactMap { old in loans.firstIndex { $0.isCurrent && $0.identity == old } }
      own = (places.first ?? loans.firstIndex { $0.isCurrent }).map { loans.remove(at: $0) }
    }
    return version.with(own, items(list(of: loans), of: version), fields)
  }

  /// Returns the items of a version's list. An entry that the version does not have gets the comment that it, or the
  /// loan before it ended, has in another version.
  private func items(_ texts: [String], of version: Version) -> [Scalar] {
    var known = version.entries
    var rest = [ours, theirs, base].flatMap { version in zip(version.entries, version.comments).map { ($0, $1) } }
      .filter { $0.1 != nil }
    return texts.map { text in
      if let place = known.firstIndex(of: text) {
        known.remove(at: place)
        return Scalar(text)
      }
      let loan = LoanEntry(text)?.identity
      func isSame(_ other: String) -> Bool { loan != nil && LoanEntry(other)?.identity == loan }
      guard let place = rest.firstIndex(where: { $0.0 == text }) ?? rest.firstIndex(where: { isSame($0.0) }) else {
        return Scalar(text)
      }
      return Scalar(text, comment: rest.remove(at: place).1)
    }
  }

  /// Returns the texts of loans in the order and the spelling of our list, then of their list.
  private func list(of loans: [LoanEntry]) -> [String] {
    var rest = loans
    var texts: [String] = []
    for text in ours.entries + theirs.entries + base.entries {
      guard let loan = LoanEntry(text), let place = rest.firstIndex(of: loan) else { continue }
      rest.remove(at: place)
      texts.append(text)
    }
    return texts + rest.map(\.description) + invalid
  }

  /// The entries that are not valid loans, merged by their texts.
  private var invalid: [String] {
    let texts = [ours, base, theirs].map { version in version.entries.filter { LoanEntry($0) == nil } }
    if texts[0] == texts[1] { return texts[2] }
    return texts[2] == texts[1] ? texts[0] : texts[0] + texts[2].filter { !texts[0].contains($0) }
  }

  // MARK: - Versions

  private struct Fields {
    let holder: Field
    let lentOn: Field
    let due: Field
    let copy: Field?
    let lender: Field?
    let loans: Field
    let copies: Field
    /// The key of the record's first field.
    let first: String

    init?(_ fields: [Field]) {
      func field(_ role: FieldRoles) -> Field? { fields.first { $0.has(role) } }
      guard let holder = field(.holder), let lentOn = field(.lentOn), let due = field(.due), let loans = field(.loans),
        let copies = field(.copies), let first = fields.first?.key
      else { return nil }
      self.first = first
      (self.holder, self.lentOn, self.due, self.loans, self.copies) = (holder, lentOn, due, loans, copies)
      (copy, lender) = (field(.lentCopy), field(.lender))
    }

    /// The fields that describe a loan.
    var ofLoan: [Field] { [holder, lentOn, due, copy].compactMap(\.self) }
  }

  /// The loans of one version.
  private struct Version {
    let document: Document
    /// The loan that the fields describe, or nil if they describe none.
    let own: LoanEntry?
    /// The texts of the list, and the comments at the ends of their lines.
    let entries: [String]
    let comments: [String?]
    let copies: Int

    /// The result is nil if the version cannot be parsed, if its list contains anything but texts, or if the fields
    /// describe a borrowed copy.
    init?(_ bytes: [UInt8], _ fields: Fields, _ limits: Limits) {
      guard let document = try? Document(bytes, limits: limits), !document.usesProperties else { return nil }
      self.document = document
      func nodes(_ field: Field) -> [Int] {
        guard let node = document.node(at: [.key(field.key)]) else { return [] }
        return (document.nodes[node].kind == .sequence ? document.items(of: node) : [node])
          .filter { document.text(of: $0) != "" }
      }
      func text(_ field: Field) -> String? { nodes(field).first.flatMap { document.text(of: $0) } }
      if let lender = fields.lender, text(lender) != nil { return nil }
      own = text(fields.holder).map { person in
        LoanEntry(lentTo: person, since: text(fields.lentOn), due: text(fields.due), copy: fields.copy.flatMap(text))
      }
      let list = nodes(fields.loans)
      entries = list.compactMap { document.text(of: $0) }
      guard entries.count == list.count else { return nil }
      comments = list.map { document.trailingComment(of: $0) }
      copies = text(fields.copies).flatMap { Int($0) } ?? 1
    }

    var listed: [LoanEntry] { entries.compactMap { LoanEntry($0) } }

    var all: [LoanEntry] { [own].compactMap(\.self) + listed }

    /// Returns whether the fields describe a loan, and it cannot be mistaken for one in the list.
    func continues(_ loan: LoanEntry) -> Bool {
      guard let own, own.person == loan.person, own.since == loan.since || own.since == nil || loan.since == nil,
        own.hasSameCopy(as: loan) ?? true
      else { return false }
      let known = [own.identity, loan.identity]
      return !listed.contains { known.contains($0.identity) }
    }

    /// Returns the version with different loans, or nil if it cannot be edited.
    func with(_ loan: LoanEntry?, _ list: [Scalar], _ fields: Fields) -> [UInt8]? {
      var edits: [Edit] = []
      func change(_ field: Field, to value: Value?, after sibling: String) {
        let path = [Step.key(field.key)]
        switch (document.node(at: path), value) {
        case (.some, let value?): edits.append(.set(path, value))
        case (.some, nil): edits.append(.remove(path))
        case (nil, let value?): edits.append(.insert(key: field.key, value, into: [], after: sibling))
        case (nil, nil): break
        }
      }
      let place = document.node(at: [.key(fields.copies.key)]) == nil ? fields.first : fields.copies.key
      if loan != own {
        var sibling = place
        let values = [
          (fields.holder, loan?.person), (fields.lentOn, loan?.since?.description),
          (fields.due, loan?.due?.description), (fields.copy, loan?.copy),
        ]
        for (field, text) in values {
          guard let field else { continue }
          let form: Scalar.Form = field.type == .text ? .text : .literal
          change(field, to: text.map { .scalar(Scalar($0, form: form)) }, after: sibling)
          if text != nil { sibling = field.key }
        }
      }
      if list.map(\.text) != entries {
        change(fields.loans, to: list.isEmpty ? nil : .list(list), after: place)
      }
      return try? document.applying(edits).bytes
    }
  }
}

import ShelfModel
import ShelfText

/// Merges the entries of a mapping: the fields of a record, or the entries of a field that is itself a mapping.
///
/// Each key that either side has is merged separately against the base's entry of the same key (`FieldMerge`). If the
/// base has an entry and a side lacks it, that side deleted it: the deletion applies if the other side left the entry
/// unchanged, and is a conflict if the other side changed it. An entry whose value is a mapping is merged by another
/// `MappingMerge`, so the merge is recursive; `path` contains the keys that lead here, for the names of conflicts and
/// for the declared fields at this level. Finally `MergedMapping` determines the order of the entries and the positions
/// of the comments between them.
struct MappingMerge {
  /// The merged entries for all keys that either side has.
  let fields: [FieldIdentity: MergedField]
  let mapping: MergedMapping

  /// - Parameters:
  ///   - winner: the side that wins conflicts, or nil if the user has to decide.
  ///   - takesBase: whether conflicts are resolved in favor of the base.
  ///   - end: the line ending of our version.
  ///   - path: the keys that lead to the mapping.
  init(
    ours: RecordVersion, base: RecordVersion, theirs: RecordVersion, winner: MergedField.Side?, takesBase: Bool,
    end: TextLine.End, subject: MergeSubject, path: [String] = []
  ) {
    let (first, middle, second) = (ours.table, base.table, theirs.table)
    let contested = path.isEmpty ? MappingMerge.contestedLoan(first, middle, second, subject) : []
    var fields: [FieldIdentity: MergedField] = [:]
    for name in Set(first.keys).union(second.keys) {
      let key = (first[name] ?? second[name])?.key ?? ""
      let field = FieldMerge(
        ours: first[name], base: middle[name], theirs: second[name], winner: winner, takesBase: takesBase, end: end,
        subject: subject, path: path + [key], isContested: contested.contains(name))
      fields[name] = field.merged()
    }
    self.fields = fields
    mapping = MergedMapping(ours, base, theirs, fields, end)
  }

  /// Returns the fields of a loan if both sides changed it and now name different people.
  ///
  /// The person and the dates of a loan belong together: merged one by one, the fields could give one person the due
  /// date of another. If a side added dates without a person, they belong to the person that the other side added.
  private static func contestedLoan(
    _ ours: [FieldIdentity: FieldEntry], _ base: [FieldIdentity: FieldEntry],
    _ theirs: [FieldIdentity: FieldEntry], _ subject: MergeSubject
  ) -> Set<FieldIdentity> {
    typealias Table = [FieldIdentity: FieldEntry]
    let fields = subject.fields(at: []).enumerated()
    func names(_ roles: FieldRoles) -> [FieldIdentity] {
      fields.filter { !$0.element.roles.isDisjoint(with: roles) }.map { .field($0.offset) }
    }
    func differ(_ a: Table, _ b: Table, _ names: [FieldIdentity]) -> Bool {
      names.contains { (a[$0]?.content ?? .nothing) != (b[$0]?.content ?? .nothing) }
    }
    let (people, loan) = (names([.holder, .lender]), names([.holder, .lender, .lentOn, .due, .lentCopy]))
    guard differ(base, [:], people) || differ(ours, [:], people) && differ(theirs, [:], people) else { return [] }
    return differ(ours, base, loan) && differ(theirs, base, loan) && differ(ours, theirs, people) ? Set(loan) : []
  }
}

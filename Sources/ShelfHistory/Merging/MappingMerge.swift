import ShelfText

/// Merges the entries of a mapping: the fields of a record, or what a field of it holds.
struct MappingMerge {
  /// The merged fields that either side has.
  let fields: [FieldName: MergedField]
  let record: MergedRecord

  /// - Parameters:
  ///   - winner: the side that wins conflicts; nil if a person has to decide.
  ///   - takesBase: whether conflicts are resolved in favour of the base.
  ///   - end: the line ends of ours.
  ///   - path: the keys that lead to the mapping.
  init(
    ours: RecordVersion, base: RecordVersion, theirs: RecordVersion, winner: MergedField.Side?, takesBase: Bool,
    end: TextLine.End, subject: MergeSubject, path: [String] = []
  ) {
    let (first, middle, second) = (ours.table, base.table, theirs.table)
    var fields: [FieldName: MergedField] = [:]
    for name in Set(first.keys).union(second.keys) {
      let key = (first[name] ?? second[name])?.key ?? ""
      let field = FieldMerge(
        ours: first[name], base: middle[name], theirs: second[name], winner: winner, takesBase: takesBase, end: end,
        subject: subject, path: path + [key])
      fields[name] = field.merged()
    }
    self.fields = fields
    record = MergedRecord(ours, base, theirs, fields, end)
  }
}

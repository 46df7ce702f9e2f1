/// What a field is called in a merge: the row of the table, whichever key it stands under, or else its key.
enum FieldName: Hashable {
  case field(Int)
  case unknown([UInt8])
}

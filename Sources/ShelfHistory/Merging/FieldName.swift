/// The identity of a field in a merge: its row in the table, whichever key the file uses, or else its key.
enum FieldName: Hashable {
  case field(Int)
  case unknown([UInt8])
}

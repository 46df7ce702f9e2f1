/// The identity of a field in a merge. A declared field is identified by its index in the kind's table, regardless of
/// which of its keys the file uses, and an undeclared field by its key.
enum FieldIdentity: Hashable {
  case field(Int)
  case unknown([UInt8])
}

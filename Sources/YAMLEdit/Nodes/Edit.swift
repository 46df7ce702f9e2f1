/// A single edit to a document. See `Document.applying`.
public enum Edit: Hashable, Sendable {
  /// Replaces the value at the path, regardless of the kinds of the old and new values. The old value's anchor is kept,
  /// but its tag, which describes that value, is removed.
  ///
  /// If one list of scalars replaces another, the items change one by one. Unchanged items keep their comments, and the
  /// list keeps its tag.
  case set([Step], Value)

  /// Adds an entry to a mapping: either after the named sibling and any commented-out items below it or, if the sibling
  /// is nil, as the first entry.
  ///
  /// If the sibling is a block scalar at the end of a file without a final line break, the new entry precedes it
  /// instead: a line break after the sibling would change its value.
  case insert(key: String, Value, into: [Step], after: String?)

  /// Appends an item to a list, below any commented-out items. An empty value or `[]` becomes a list; any other scalar
  /// becomes the first item of a new list and keeps its tag.
  case append(Scalar, to: [Step])

  /// Removes an entry of a mapping or an item of a list.
  ///
  /// If the collection has no other children, the entry that contains the collection is also removed. A collection that
  /// is an item or the root becomes `[]` or `{}` instead. Comment lines above the removed entry or item are kept.
  case remove([Step])

  /// Sets the comment at the end of a value's line, or removes it if the new comment is nil.
  ///
  /// The comment of a block scalar follows its header, and that of a block collection follows the colon or dash before
  /// it.
  case setComment([Step], String?)

  /// Renames the key of an entry. The key keeps its quotes.
  case renameKey([Step], to: String)
}

extension Document {
  /// Returns the document with one change.
  public func applying(_ edit: Edit) throws(EditRefusal) -> Document {
    throw EditRefusal(reason: "not there yet")
  }

  /// Returns the document with several changes, made one after the other.
  public func applying(_ edits: [Edit]) throws(EditRefusal) -> Document {
    var document = self
    for edit in edits {
      document = try document.applying(edit)
    }
    return document
  }

  /// Returns a new document.
  public static func make(_ entries: [(key: String, value: Value)]) throws(EditRefusal) -> Document {
    throw EditRefusal(reason: "not there yet")
  }
}

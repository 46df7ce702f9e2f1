extension Kind {
  /// The fields of a tag.
  static let tagFields: [Field] = [
    Field("id", .id, required: true, automatic: true, "Identity of the tag"),
    Field("name", .text, required: true, "Name, unique regardless of case"),
    .formerIDs,
  ]
}

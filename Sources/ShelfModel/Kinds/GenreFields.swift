extension Kind {
  /// The fields of a genre.
  static let genreFields: [Field] = [
    Field("id", .id, required: true, automatic: true, "Identity of the genre"),
    Field("name", .text, required: true, "Name, unique regardless of case"),
    Field("color", .color, "Colour of its chip"),
    .formerIDs,
  ]
}

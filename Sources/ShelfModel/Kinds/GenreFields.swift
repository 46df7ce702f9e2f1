extension Kind {
  /// The fields of a genre.
  static let genreFields: [Field] = [
    Field("id", .id, required: true, automatic: true, "Identity of the genre"),
    Field("name", .text, required: true, look: .chip, "Name, unique without regard to case"),
    Field("color", .color, look: .missing("none", isForPages: false), "Colour of its chip"),
    .formerIDs,
  ]
}

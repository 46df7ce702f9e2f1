extension Kind {
  @inlinable package static var genre: Kind { Kind(rawValue: 2) }
}

extension KindDefinition {
  static let genre = KindDefinition(
    "genre", help: "Genres of books, each with a color.", example: "NAME", queryExample: "has:books",
    columns: ["id", "name", "color", "books"], uniqueNames: true,
    fields: [
      Field("name", .text, required: true, roles: [.title, .shown], look: .chip, "Name, unique regardless of case"),
      Field("color", .color, roles: .shown, look: .missing("none", isForPages: false), "Color of the label"),
    ])
}

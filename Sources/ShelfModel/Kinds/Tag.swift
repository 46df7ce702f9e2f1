extension Kind {
  @inlinable package static var tag: Kind { Kind(rawValue: 3) }
}

extension KindDefinition {
  static let tag = KindDefinition(
    "tag", help: "Tags of quotes and issues.", example: "NAME", queryExample: "has:issues",
    columns: ["id", "name", "openIssues", "books", "quotes"], uniqueNames: true,
    fields: [
      Field("name", .text, required: true, roles: .title, "Name, unique regardless of case")
    ])
}

extension Kind {
  @inlinable package static var issue: Kind { Kind(rawValue: 4) }
}

extension KindDefinition {
  /// One of the user's to-dos, which can refer to books.
  static let issue = KindDefinition(
    "issue", help: "Issues: to-dos about books.", example: "\"TITLE\"",
    queryExample: "#lending, is:open or modified:<7d",
    columns: ["id", "priority", "title", "due", "tags", "creationDate", "completed"],
    order: [
      .ascending("completed"), .ascending("due"), .descending("priority"), .descending("creationDate"),
    ],
    fields: [
      Field("title", .text, required: true, roles: .title, "What to do"),
      Field(
        "priority", .choice(["low", "medium", "high"]), default: "medium", roles: .priority,
        look: .weights(high: "high", low: "low"), "How important it is"),
      Field(
        "completed", .boolean, default: "false", shortNames: ["status", "state"],
        states: FieldStates(before: ("false", "Reopen"), done: ("true", "Close")),
        look: .state(mark: "CLOSED", on: "closed", off: "open"), "Whether it is closed"),
      Field("due", .date, yields: true, roles: .due, "Date when it should be done"),
      Field("tags", .references(.tag), look: .missing("No tags"), "Tags of the issue"),
      Field("books", .references(.book), "Books it is about"),
      Field("creationDate", .timestamp, roles: .created, "When it was written down"),
      Field(
        "modificationDate", .timestamp, automatic: true, merging: .later, roles: .changed,
        "When it was last changed; set by shelf"),
      Field("content", .text, long: true, "Details"),
    ])
}

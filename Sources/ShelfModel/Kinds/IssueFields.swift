extension Kind {
  /// The fields of an issue, a reader's to-do.
  static let issueFields: [Field] = [
    Field("id", .id, required: true, automatic: true, "Identity of the issue"),
    Field("title", .text, required: true, "What is to be done"),
    Field(
      "priority", .choice(["low", "medium", "high"]), default: "medium", look: .weights(high: "high", low: "low"),
      "How much it matters"),
    Field(
      "completed", .boolean, default: "false", look: .state(mark: "CLOSED", on: "closed", off: "open"),
      "Whether it is closed"),
    Field("tags", .references(.tag), look: .missing("No tags"), "Tags of the issue"),
    Field("books", .references(.book), "Books it is about"),
    Field("creationDate", .timestamp, "When it was written down"),
    Field(
      "modificationDate", .timestamp, automatic: true, merging: .later, "When it was last changed; set by the program"),
    Field("content", .text, long: true, "Details"),
    .formerIDs,
  ]
}

extension Field {
  /// The last field of every kind.
  static let formerIDs = Field(
    "formerIds", .formerIDs, automatic: true, "Ids of records that were merged into this one")
}

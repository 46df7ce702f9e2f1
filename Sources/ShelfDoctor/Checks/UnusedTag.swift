extension Check {
  static let unusedTag = Check(
    "unused-tag", .note, "a tag that no record has",
    reason: "The tag appears in every list of choices, although nothing uses it.",
    example: "name: urgent   # and no record refers to it", repair: "Deletes the tag.",
    .library { check, examination in Unused.findings(check, .tag, by: "record", examination) })
}

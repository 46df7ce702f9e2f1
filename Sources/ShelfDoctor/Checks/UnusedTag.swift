extension Check {
  static let unusedTag = Check(
    "unused-tag", .note, "a tag that is not used by any issue or quote",
    reason: "The tag appears in every list of choices, although nothing uses it.",
    example: "name: urgent   # and no issue refers to it", repair: "Deletes the tag.",
    .library { check, examination in Unused.findings(check, .tag, by: .issue, examination) })
}

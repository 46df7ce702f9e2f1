extension Check {
  static let unusedTag = Check(
    "unused-tag", .note, "a tag that no issue or quote has",
    reason: "The tag appears in every list of choices, although no issue or quote has it.",
    example: "name: urgent   # and no issue refers to it", repair: "Deletes the tag.",
    .library { check, examination in Unused.findings(check, .tag, by: .issue, examination) })
}

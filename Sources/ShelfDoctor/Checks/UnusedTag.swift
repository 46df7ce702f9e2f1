extension Check {
  static let unusedTag = Check(
    "unused-tag", .note, "a tag that no issue has", reason: "It appears in every list of choices, but has no issues.",
    example: "name: urgent   # and no issue refers to it", repair: "Deletes the tag.",
    .library { check, examination in Unused.findings(check, .tag, by: .issue, examination) })
}

extension Check {
  static let unusedTag = Check(
    "unused-tag", .note, "a tag that no issue has", reason: "It is in every list of choices, and leads nowhere.",
    example: "name: urgent   # and no issue refers to it", repair: "Deletes the tag.",
    .library { check, examination in Unused.findings(check, .tag, by: .issue, examination) })
}

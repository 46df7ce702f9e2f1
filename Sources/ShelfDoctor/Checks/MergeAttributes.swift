import ShelfModel

extension Check {
  static let mergeAttributes = Check(
    "merge-attributes", .note,
    "a .gitattributes file that sets up field-by-field merging for records, but not for shelf.yaml",
    reason: """
      Without this setting, git merges shelf.yaml line by line. For example, if you saved a filter on each of two \
      branches, merging the branches causes a conflict.
      """,
    example: "/books/**/*.yaml -text merge=shelf diff=shelf",
    .library { check, examination in
      guard let bytes = examination.attributes else { return [] }
      let lines = bytes.split { $0 == 0x0A || $0 == 0x0D }.map {
        String(decoding: $0, as: UTF8.self).split { $0 == " " || $0 == "\t" }
      }
      let patterns = lines.filter { $0.dropFirst().contains("merge=shelf") }.compactMap(\.first)
      let fitting = ["/", "", "**/"].flatMap { ["\($0)\(Manifest.fileName)", "\($0)*.yaml"] } + ["*"]
      guard !patterns.isEmpty, !patterns.contains(where: { fitting.contains(String($0)) }) else { return [] }
      return [
        Finding(
          check, path: ".gitattributes", source: bytes, "git merges \(Manifest.fileName) as text, not entry by entry",
          advice: "add the line “/\(Manifest.fileName) -text merge=shelf diff=shelf”")
      ]
    })
}

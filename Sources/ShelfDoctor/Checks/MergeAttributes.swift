import ShelfModel

extension Check {
  static let mergeAttributes = Check(
    "merge-attributes", .note,
    "a .gitattributes that sets up merging field by field for records, but not for shelf.yaml",
    reason: "If two branches each save a filter, git merges shelf.yaml as text, which causes a conflict.",
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

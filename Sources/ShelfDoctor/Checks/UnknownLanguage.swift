import ShelfModel
import ShelfText

extension Check {
  static let unknownLanguage = Check(
    "unknown-language", .warning, "an unsupported page language in shelf.yaml",
    reason: "shelf publishes nothing until you change or remove the setting. The language must be a two-letter code.",
    example: "language: polish",
    .manifest { check, manifest in
      // During an unresolved merge, the manifest has no source, so there is no position to show.
      guard let setting = manifest.language, setting.language == nil, !manifest.source.isEmpty else { return [] }
      let languages = PageLanguage.all.map { "\($0.code) (\($0.name))" }.joined(separator: ", ")
      return [
        Finding(
          check, path: Manifest.fileName, source: manifest.source, at: setting.range,
          "“\(setting.code.firstLine)” is not a language that published pages can have", field: "language",
          advice: "the languages are \(languages)")
      ]
    })
}

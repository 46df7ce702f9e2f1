import ShelfModel
import ShelfText

extension Check {
  static let unknownSetting = Check(
    "unknown-setting", .warning, "an unknown setting in shelf.yaml",
    reason: """
      shelf keeps the setting, but it has no effect. The name may be a typo, or the setting may come from a newer \
      version of shelf.
      """,
    example: "gaol: {2026: 40}",
    .manifest { check, manifest in
      manifest.unknownSettings.map { setting in
        let meant = Nearest.words(to: setting.key, among: ManifestReader.settings).first
        return Finding(
          check, path: Manifest.fileName, source: manifest.declarations, at: setting.range,
          "“\(setting.key.firstLine)” is not a setting" + (meant.map { "; did you mean “\($0)”?" } ?? ""),
          advice: meant == nil ? "the settings are \(ManifestReader.settings.joined(separator: ", "))" : nil)
      }
    })
}

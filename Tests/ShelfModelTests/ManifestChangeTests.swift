import Testing

@testable import ShelfModel

/// Tests the differences between two versions of `shelf.yaml`.
struct ManifestChangeTests {
  private func change(_ old: String, _ new: String) -> [String] {
    ManifestChange(old: Array(old.utf8), new: Array(new.utf8)).settings.map { setting in
      "\(setting.keys.joined(separator: ".")): \(setting.old) \(setting.new)"
    }
  }

  @Test func settingsThatChange() {
    #expect(
      change(
        "format: 1\ngoal: {2026: 20}\nqueue:\n  - a\n  - b # with a remark\nname: x\n",
        "format: 1\ngoal:\n  2026: 30\n  2027: 5\nqueue: [b]\nmerge: newest\n")
        == [
          "goal.2026: [\"20\"] [\"30\"]", "goal.2027: [] [\"5\"]", "queue: [\"a\", \"b\"] [\"b\"]",
          "merge: [] [\"newest\"]", "name: [\"x\"] []",
        ])
  }

  /// Changes in layout are not reported, and neither are changes to or from a file that cannot be parsed.
  @Test func whatIsNoChangeOfASetting() {
    #expect(change("format: 1\ngoal: {2026: 20}\n", "format: 1 # one\ngoal:\n  2026: 20\n").isEmpty)
    #expect(change("format: 1\n", "format: [\n").isEmpty)
    #expect(ManifestChange(old: nil, new: Array("format: 1\n".utf8)).settings.isEmpty)
  }
}

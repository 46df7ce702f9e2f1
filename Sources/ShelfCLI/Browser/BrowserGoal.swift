import ShelfKit
import ShelfModel
import ShelfStore
import ShelfText
import ShelfWording
import YAMLEdit

/// Sets in `shelf.yaml` how many books to finish in a year.
struct BrowserGoal {
  let year: Int
  /// What was typed.
  let text: String

  /// How many books a goal can be.
  private static let possible = 1...100_000

  /// - Throws: `CommandError` if the text is not a number of books; whatever a change may throw.
  func set(_ workspace: Workspace, in context: Context) throws {
    guard let count = Int(text), count == 0 || BrowserGoal.possible.contains(count) else {
      throw CommandError(
        .usage, "“\(Wording.short(text))” is not a number of books", hint: "type a number such as 24; 0 is for no goal")
    }
    var change = try Change(workspace, ChangeRequest(command: context.commandLine), in: context)
    let source = try change.manifestSource()
    var edit = try SettingsEdit(source, path: Manifest.fileName)
    let keys = ["goal", String(year)]
    if count > 0 {
      try edit.set(keys, to: .scalar(Scalar(String(count), form: .literal)))
    } else if change.library.manifest.goals[year] != nil {
      try edit.remove(keys)
    }
    try change.replaceManifest(FileChange(path: Manifest.fileName, old: source, new: edit.document.bytes))
    let goal = count == 0 ? "none" : Wording.count(count, "book")
    try change.commit(subject: "Set the goal for \(year)") { _ in ["Goal for \(year): \(goal)"] }
  }
}

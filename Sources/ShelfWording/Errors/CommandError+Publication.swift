import ShelfKit
import ShelfModel

extension CommandError {
  package init(_ refusal: PublicationRefusal) {
    switch refusal {
    case .settings(let file):
      self.init(file)
      report.hint = "nothing was published; see `shelf publish --help` for the settings"
    case .unreadable(let files):
      self.init(files[0])
      report.message += CommandError.more(files.count, "file") + "; nothing was published"
      report.hint = "`shelf doctor` lists all problems"
    case .values(let places):
      self.init(
        .library, "\(places[0].key) is not valid\(CommandError.more(places.count, "value")); nothing was published",
        hint: "`shelf doctor` lists all problems", path: places[0].path)
    case .misspelt(let places, let key):
      self.init(
        .library,
        "“\(Wording.short(places[0].key))” may be meant to hide the record"
          + "\(CommandError.more(places.count, "such field")); nothing was published",
        hint: "write “\(key): false”, or rename the field", path: places[0].path)
    case .shared(let ids):
      self.init(
        .library,
        "several records have the id \(ids[0].short)\(CommandError.more(ids.count, "such id")); nothing was published",
        hint: "run `shelf doctor` to see and repair them")
    case .replaced(let kind, let key):
      self.init(
        .library,
        "shelf.yaml declares a field “\(key)” for \(kind.plural) whose type is not boolean; nothing was published",
        hint: "rename that field: “\(key)” determines whether a record may be published")
    case .privateKind(let hidden, let key, let kind):
      self.init(
        .library,
        "shelf.yaml marks the field “\(key)” of \(kind.plural) as public, but \(hidden.plural) are never published; nothing was published",
        hint: "remove “public: true” from the field")
    case .coverSources(let path):
      self.init(
        .library, "it cannot be read, so shelf cannot tell which covers were downloaded; nothing was published",
        hint: "repair it, or add “hide: [covers]” to the settings", path: path)
    case .leftOut(let path):
      self.init(
        .library, "git leaves this file out of the work tree; nothing was published",
        hint: CommandError.addingToWorkTree(path),
        path: path)
    }
  }

  private static func more(_ count: Int, _ noun: String) -> String {
    count > 1 ? " (and \(Wording.count(count - 1, "more \(noun)")))" : ""
  }
}

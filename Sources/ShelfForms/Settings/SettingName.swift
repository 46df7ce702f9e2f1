import ShelfModel
import ShelfText
import ShelfWording

extension Setting {
  package static let completions = all.flatMap { setting in
    setting.keys.first == "KIND"
      ? Kind.allCases.map { setting.name.replacing("KIND", with: $0.singular) }
      : [setting.name.replacing("NAME", with: "")]
  }

  /// Returns the path of keys for the name of a setting.
  ///
  /// - Parameter value: the value that the user typed, for a hint.
  package static func keys(of name: String, value: String = "") throws(CommandError) -> [String] {
    let keys = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    if !keys.contains(""), named(keys) != nil { return keys }
    if let key = keys.first,
      ["goal", "goals", "filters", "fields", "doctor", "git", "merge", "undo", "name", "names", "language"].contains(
        key)
    {
      let command =
        [
          "filters": "`shelf filter save NAME QUERY`", "goals": "`shelf goal 30`",
          "goal": "`shelf goal 30`",
        ][key] ?? "`shelf library set \(Wording.shellWord(VisibleText.line(name)))=VALUE`"
      throw CommandError(
        .usage, "“\(VisibleText.line(name))” is a setting of the library, not one of your own",
        hint: key == "name"
          ? "your name in commits is set by `git config user.name`; \(command) renames the library"
          : "set it with \(command); see `shelf help settings`")
    }
    if let first = keys.first, ["user", "username", "author", "email"].contains(first.lowercased()) {
      let key = keys.last == "email" ? "email" : "name"
      let words = value.isEmpty ? key.uppercased() : Wording.shellWord(VisibleText.line(value))
      throw CommandError(
        .usage, "shelf has no setting “\(VisibleText.line(name))”; your name in commits comes from git",
        hint: "set it with `git config --global user.\(key) \(words)`")
    }
    let nearest = Nearest.words(to: name, among: completions).first
    throw CommandError(
      .usage, "unknown setting “\(VisibleText.line(name))”",
      hint: nearest.map { "did you mean “\($0)”?" } ?? "`shelf help settings` lists them")
  }

  /// The initial contents of the file: examples of settings, commented out.
  package static let template =
    "# What each line means: shelf config list\n"
      + """
      #library: ~/books
      #aliases:
      #  q: quote add
      #book:
      #  columns: [title, author, rating]
      #  sort: rating:desc
      #rating: {style: stars, maximum: 5}
      #pager: less
      #color: auto

      """
}

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
  package static func keys(of name: String) throws(CommandError) -> [String] {
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

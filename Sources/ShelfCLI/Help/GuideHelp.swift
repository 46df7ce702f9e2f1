import ShelfWording

/// The topic `shelf help guide`: the pages of `docs`, which are also installed as manual pages.
enum GuideHelp {
  static let topic = HelpTopic(
    name: "guide", summary: "the pages of the guide",
    introduction: """
      The guide explains the commands with examples. If manual pages are installed, `man shelf-guide-start` shows the first \
      page. All pages are at \(Guide.address)/tree/main/docs
      """,
    sections: [
      HelpTopic.Section(
        title: "Pages",
        examples: pages.map { HelpTopic.Example(query: "man shelf-guide-\($0.name)", meaning: $0.meaning) }, text: "")
    ])

  /// The pages in reading order, by the names of their files.
  static let pages: [(name: String, meaning: String)] = [
    ("start", "the first hour: what the files look like, adding books, quotes and genres"),
    ("adding", "adding books by ISBN, covers"),
    ("import", "importing from and exporting to other programs"),
    ("reading", "states, ratings, goals, series, loans, the queue, things to do"),
    ("finding", "queries, lists, filters, statistics, output for programs"),
    ("browse", "the library in three panes"),
    ("history", "changes, undo, git, two machines"),
    ("doctor", "finding and repairing problems"),
    ("checks", "every check, with an example and its repair"),
    ("publish", "publishing web pages"),
    ("editors", "problems, completion and renaming in your editor"),
    ("settings", "settings of the library and your own"),
    ("recipes", "using fzf, jq, cron, a phone, a spreadsheet or Obsidian"),
    ("compare", "comparison with papis, beets, Taskwarrior and recutils"),
    ("promises", "what you can rely on"),
    ("quality", "how shelf is tested, in figures"),
    ("format", "the format, for authors of other programs"),
  ]
}

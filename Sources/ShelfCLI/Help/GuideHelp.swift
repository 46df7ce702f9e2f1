import ShelfWording

/// The topic `shelf help guide`: the pages of `docs`, which are also installed as manual pages.
enum GuideHelp {
  static let topic = HelpTopic(
    name: "guide", summary: "the pages of the guide, an ability each, with examples",
    introduction: """
      The guide explains with examples what the pages of the commands list. `man shelf-guide-start` shows the first page, if \
      manual pages are installed; all of them are at \(Guide.address)/tree/main/docs
      """,
    sections: [
      HelpTopic.Section(
        title: "Pages",
        examples: pages.map { HelpTopic.Example(query: "man shelf-guide-\($0.name)", meaning: $0.meaning) }, text: "")
    ])

  /// The pages in reading order, by the names of their files.
  static let pages: [(name: String, meaning: String)] = [
    ("start", "the first hour: what the files look like, adding books, quotes and genres"),
    ("adding", "books by their ISBN, covers"),
    ("import", "what you have elsewhere, and how it leaves again"),
    ("reading", "states, ratings, goals, series, loans, the queue, things to do"),
    ("finding", "queries, lists, filters, statistics, output for programs"),
    ("browse", "the library in three panes"),
    ("history", "what a change does, undo, git, two machines"),
    ("doctor", "what is wrong, and how it is repaired"),
    ("checks", "every check, with an example and its repair"),
    ("publish", "pages for others"),
    ("editors", "problems, completion and renaming in your editor"),
    ("settings", "what a library and what you decide"),
    ("recipes", "with fzf, jq, cron, a phone, a spreadsheet, Obsidian"),
    ("compare", "beside papis, beets, Taskwarrior, recutils"),
    ("promises", "what you can rely on"),
    ("quality", "how that is tested, in figures"),
    ("format", "the format, for authors of other programs"),
  ]
}

import ShelfWording

/// The help topic `shelf help settings`.
package enum SettingsHelp {
  package static let topic = HelpTopic(
    name: "settings", summary: "what a library, and you yourself, can decide",
    introduction: """
      Settings of a library are in its shelf.yaml, and go with it; your own are in a file of your own, \
      and in your environment. Nothing in a library chooses a program that is run.
      """,
    sections: [
      HelpTopic.Section(
        title: "shelf.yaml",
        examples: [
          HelpTopic.Example(query: "format: 1", meaning: "the version of the library's format"),
          HelpTopic.Example(query: "name: My Books", meaning: "its name"),
          HelpTopic.Example(
            query: "git: {commit: true}", meaning: "every change is committed; --no-commit leaves one out"),
          HelpTopic.Example(
            query: "merge: conflict",
            meaning: "a field that two branches changed: conflict, ours, theirs or newest (changed last)"),
          HelpTopic.Example(
            query: "filters: {lent: \"issue #lending\"}", meaning: "saved queries; `shelf filter` edits them"),
          HelpTopic.Example(
            query: "fields: {book: {shelfmark: {type: text}}}",
            meaning: "fields of one's own; long: true for a text of several lines"),
          HelpTopic.Example(query: "doctor: {…}", meaning: "severities of checks, and accepted problems"),
          HelpTopic.Example(query: "undo: {entries: 100, megabytes: 64}", meaning: "how much can be taken back"),
          HelpTopic.Example(query: "goal: {2026: 40}", meaning: "how many books to finish in a year"),
          HelpTopic.Example(
            query: "progress: {log: false}", meaning: "how far you are in a book is not noted day by day"),
          HelpTopic.Example(
            query: "publish: {…}", meaning: "what published pages show; `shelf publish --help` says more"),
          HelpTopic.Example(query: "queue: […]", meaning: "what you mean to read, in order; `shelf queue` edits it"),
        ], text: "`shelf library set git.commit=true` changes one, and `shelf library list` shows them."),
      HelpTopic.Section(
        title: "Your own settings",
        examples: Setting.all.map { HelpTopic.Example(query: $0.name, meaning: $0.help) },
        text: """
          They are in ~/.config/shelf/config.yaml, or below XDG_CONFIG_HOME; `shelf config set aliases.q 'quote add'` \
          changes one, and `shelf config list` shows them. Lists that a program reads do not depend on them.
          """),
      HelpTopic.Section(
        title: "Environment",
        examples: [
          HelpTopic.Example(query: "SHELF_LIBRARY", meaning: "the library's folder; --library takes precedence"),
          HelpTopic.Example(query: "VISUAL, EDITOR", meaning: "the editor"),
          HelpTopic.Example(query: "PAGER", meaning: "what shows long output on a terminal"),
          HelpTopic.Example(
            query: "NO_COLOR, CLICOLOR_FORCE",
            meaning: "no colours, or colours into a pipe too; --color takes precedence"),
          HelpTopic.Example(query: "TZ", meaning: "your time zone"),
          HelpTopic.Example(
            query: "SHELF_NOW", meaning: "the time that counts as now, for scripts: 2026-11-21T10:00:00Z"),
        ], text: ""),
    ])
}

import ShelfText
import ShelfWording

/// The help topic `shelf help settings`.
package enum SettingsHelp {
  package static let topic = HelpTopic(
    name: "settings", summary: "the settings of a library and your own",
    introduction: """
      The settings of a library are in its shelf.yaml and are part of the library. Your own settings are in your \
      configuration file and in environment variables.

      A library can never choose which programs shelf runs.
      """,
    sections: [
      HelpTopic.Section(
        title: "shelf.yaml",
        examples: [
          HelpTopic.Example(query: "format: 1", meaning: "the version of the library's format"),
          HelpTopic.Example(query: "name: My Books", meaning: "the library's name"),
          HelpTopic.Example(
            query: "language: pl", meaning: "the language of published pages: \(PageLanguage.codes)"),
          HelpTopic.Example(
            query: "git: {commit: true}", meaning: "commit every change; --no-commit makes an exception"),
          HelpTopic.Example(
            query: "merge: conflict",
            meaning: "how to resolve a field that both sides changed: conflict, ours, theirs or newest (committed last)"
          ),
          HelpTopic.Example(
            query: "filters: {lent: \"issue #lending\"}", meaning: "saved queries; `shelf filter` edits them"),
          HelpTopic.Example(
            query: "fields: {book: {shelfmark: {type: text}}}",
            meaning: "custom fields; add long: true for a text of several lines"),
          HelpTopic.Example(query: "doctor: {…}", meaning: "the severity of checks, and accepted problems"),
          HelpTopic.Example(query: "undo: {entries: 100, megabytes: 64}", meaning: "how much can be undone"),
          HelpTopic.Example(
            query: "names: {Carlos Drummond de Andrade: \"Drummond de Andrade, Carlos\"}",
            meaning: "the forms to sort names by, where the family name cannot be guessed"),
          HelpTopic.Example(
            query: "import: {goodreads: {shelves: tags}}",
            meaning: "whether shelves and tags of a format become genres, tags or nothing"),
          HelpTopic.Example(query: "goal: {2026: 40}", meaning: "the number of books to finish in a year"),
          HelpTopic.Example(
            query: "progress: {log: false}", meaning: "do not log your progress day by day"),
          HelpTopic.Example(
            query: "publish: {…}", meaning: "what published pages show; see `shelf publish --help`"),
          HelpTopic.Example(query: "queue: […]", meaning: "the books to read, in order; `shelf queue` edits it"),
        ], text: "`shelf library set git.commit=true` changes a setting, and `shelf library list` lists them."),
      HelpTopic.Section(
        title: "Your own settings",
        examples: Setting.all.map { HelpTopic.Example(query: $0.name, meaning: $0.help) },
        text: """
          These settings are in ~/.config/shelf/config.yaml, or in shelf/config.yaml under XDG_CONFIG_HOME. \
          `shelf config set aliases.q 'quote add'` changes a setting, and `shelf config list` lists them.

          The output for programs does not depend on these settings.
          """),
      HelpTopic.Section(
        title: "Environment",
        examples: [
          HelpTopic.Example(query: "SHELF_LIBRARY", meaning: "the library's folder; --library takes precedence"),
          HelpTopic.Example(query: "VISUAL, EDITOR", meaning: "your editor"),
          HelpTopic.Example(query: "PAGER", meaning: "the program that shows long output on a terminal"),
          HelpTopic.Example(
            query: "NO_COLOR, CLICOLOR_FORCE",
            meaning: "turn colors off, or on even in a pipe; --color takes precedence"),
          HelpTopic.Example(query: "TZ", meaning: "your time zone"),
          HelpTopic.Example(
            query: "SHELF_NOW", meaning: "the current time, for scripts: 2026-11-21T10:00:00Z"),
        ], text: ""),
    ])
}

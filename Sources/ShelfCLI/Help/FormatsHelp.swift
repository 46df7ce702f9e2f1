import ShelfWording

/// The topic `shelf help formats`: the output formats.
enum FormatsHelp {
  static let topic = HelpTopic(
    name: "formats", summary: "output formats for people and for programs",
    introduction: """
      On a terminal, commands print text for people. In a pipe or a file, lists are tab-separated lines.

      --format selects a format, and --json is short for --format json. --columns selects the columns of lists, next, \
      queue, series and loans, and --sort sorts the rows. Both take the names in the first line of the CSV output.
      """,
    sections: [
      HelpTopic.Section(
        title: "Formats",
        examples: OutputFormat.all.map { format in
          HelpTopic.Example(
            query: format.name, meaning: "\(format.help): \(format.commands.joined(separator: ", "))")
        },
        text: ""),
      HelpTopic.Section(
        title: "JSON",
        examples: [
          HelpTopic.Example(query: "--json", meaning: "all fields"),
          HelpTopic.Example(query: "--json title,rating", meaning: "only these fields; null if a record has no value"),
          HelpTopic.Example(query: "--format jsonl", meaning: "one object per line"),
        ],
        text: """
          A record is an object with its kind, its path in the library, and its fields under their names in the file, always in \
          the same order. Fields without a value are omitted, but status, priority and completed always appear, with \
          their default if the file has no value.

          A reference is {"id", "name"}; the name is null if there is no such record. Records that refer to a record are \
          listed under their plural, such as quotes, in show and wherever you ask for them by name.

          Lists and search print an array. show, add and set print an object for one record, and an array for several or \
          with --where. Times are in UTC.

          log, diff, stats, filter list, undo --list and doctor print JSON too. `shelf export` writes only what the files \
          contain.
          """),
      HelpTopic.Section(
        title: "Tab-separated and comma-separated values",
        examples: [
          HelpTopic.Example(query: "Gaiman; Pratchett", meaning: "two values of a list"),
          HelpTopic.Example(query: "Tinker\\; Tailor", meaning: "one value that contains a semicolon"),
        ],
        text: """
          A semicolon and a space separate several values. Within a value, a semicolon or backslash is escaped with a \
          backslash.

          Tab-separated lines have no heading. In addition, they contain \\t for a tab, \\n for a line break and \\\\ for a \
          backslash.

          CSV has a heading, and quotation marks as in RFC 4180.
          """),
      HelpTopic.Section(
        title: "Paths", examples: [],
        text: """
          Text for people shows paths relative to the current folder, so that a terminal can open them. Formats for programs \
          contain paths relative to the library.
          """),
      HelpTopic.Section(
        title: "Exit status",
        examples: [
          HelpTopic.Example(query: "0", meaning: "success"),
          HelpTopic.Example(
            query: "1", meaning: "the answer is no: no such record, problems found, or you answered no"),
          HelpTopic.Example(query: "2", meaning: "incorrect usage"),
          HelpTopic.Example(query: "3", meaning: "the library cannot be read or written"),
        ], text: "Errors go to standard error: one line that describes the problem, and at most one hint."),
    ])
}

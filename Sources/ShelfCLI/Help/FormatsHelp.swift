import ShelfWording

/// The topic `shelf help formats`: the output formats.
enum FormatsHelp {
  static let topic = HelpTopic(
    name: "formats", summary: "what commands print, for people and for programs",
    introduction: """
      On a terminal, commands print for people; into a pipe or a file, lists print tab-separated lines. --format chooses, \
      and --json is short for --format json. --columns chooses the columns of lists, next, queue, series and loans, and --sort \
      orders the rows; both take the names in the first line of CSV.
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
          HelpTopic.Example(query: "--json title,rating", meaning: "these, with null for what a record does not have"),
          HelpTopic.Example(query: "--format jsonl", meaning: "an object on each line"),
        ],
        text: """
          A record is an object with its kind, its path in the library, and its fields by their names in the file, in one \
          order. A field is what it counts as: status, priority and completed are there even where the file leaves \
          them out; a field that is not there at all is left out. A reference is {"id", "name"}, its name null if there is \
          no such record; what refers to a record is listed under its plural, such as quotes, in show, and wherever it is \
          named. Lists and search print an array; show, add and set print an object for one record, and an array for \
          several or with --where. Times are in UTC.

          log, diff, stats, filter list, undo --list and doctor print JSON too. `shelf export` writes what files hold, and \
          nothing more.
          """),
      HelpTopic.Section(
        title: "Tab-separated and comma-separated values",
        examples: [
          HelpTopic.Example(query: "Gaiman; Pratchett", meaning: "two values of a list"),
          HelpTopic.Example(query: "Tinker\\; Tailor", meaning: "one, with a semicolon in it"),
        ],
        text: """
          Several values are separated by a semicolon and a space; within one of them, a semicolon or backslash has a \
          backslash before it. In tab-separated lines, which have no heading, a tab is \\t, a line break \\n and a backslash \
          \\\\ on top of that. CSV has a heading, and quotation marks as RFC 4180 has them.
          """),
      HelpTopic.Section(
        title: "Paths", examples: [],
        text: """
          Text for people shows paths from the folder where you are, so that a terminal can open them; programs get paths in \
          the library.
          """),
      HelpTopic.Section(
        title: "Exit status",
        examples: [
          HelpTopic.Example(query: "0", meaning: "done"),
          HelpTopic.Example(query: "1", meaning: "the answer is no: no such record, problems found, or you said no"),
          HelpTopic.Example(query: "2", meaning: "wrong usage"),
          HelpTopic.Example(query: "3", meaning: "the library cannot be read or written"),
        ], text: "Errors go to standard error: one line that says what is wrong and where, and at most one hint."),
    ])
}

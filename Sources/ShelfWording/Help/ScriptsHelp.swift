/// The topic `shelf help scripts`: exit statuses and output for programs.
package enum ScriptsHelp {
  /// The exit statuses, for this topic and for the manual page of every command.
  package static let statuses = [
    HelpTopic.Example(query: "0", meaning: "done"),
    HelpTopic.Example(
      query: "1",
      meaning: """
        the answer is no: nothing has a name, wherever it was typed, or several have it; doctor found errors; a change \
        is refused because of what is there; the answer to a question was no
        """),
    HelpTopic.Example(query: "2", meaning: "wrong usage: of commands, options, queries and values"),
    HelpTopic.Example(
      query: "3",
      meaning:
        "the library, or a file that was named, cannot be read or written: it is none, locked, the disk is full, or memory runs out"
    ),
  ]

  package static let topic = HelpTopic(
    name: "scripts", summary: "exit statuses, and what pipes and programs get",
    introduction: """
      Where the output is not a terminal, lists are lines with tabs, without a heading, colours or a pager; where the input is \
      none, nothing is asked. What a command prints for programs stays as it is; its wording for people may change.
      """,
    sections: [
      HelpTopic.Section(
        title: "Exit status",
        examples: statuses,
        text: """
          Errors go to standard error: one line that begins with error: and says what is wrong and where, and at most one that \
          begins with hint:. Warnings and notes go there too, and change no status.
          """),
      HelpTopic.Section(
        title: "Reading",
        examples: [
          HelpTopic.Example(query: "shelf book list rating:4..", meaning: "tab-separated, the whole id first"),
          HelpTopic.Example(
            query: "shelf book list --format ids", meaning: "the ids alone, as arguments of other commands"),
          HelpTopic.Example(query: "shelf show dune --json", meaning: "every field, by its name in the file"),
          HelpTopic.Example(query: "shelf search dune --format jsonl", meaning: "an object a line, of every kind"),
          HelpTopic.Example(query: "shelf book list --json title", meaning: "null where a record has no such field"),
        ], text: ""),
      HelpTopic.Section(
        title: "Changing",
        examples: [
          HelpTopic.Example(query: "shelf add Ubik --json id", meaning: "the new record, as far as it is asked for"),
          HelpTopic.Example(
            query: "shelf set dune rating=5 --dry-run", meaning: "the change as a diff, which is not made"),
          HelpTopic.Example(
            query: "shelf delete dune --yes", meaning: "without a question; elsewhere that is an error"),
          HelpTopic.Example(query: "shelf set dune review=-", meaning: "the text from standard input"),
          HelpTopic.Example(
            query: "shelf finish", meaning: "the one book in progress; status 1 for none, or for several"),
        ],
        text: """
          A change takes whole names, files, or at least eight digits of an id. All of a change is made, or nothing. SHELF_LIBRARY \
          names the library, and SHELF_NOW sets the clock, such as 2026-11-21T10:00:00Z.
          """),
    ])
}

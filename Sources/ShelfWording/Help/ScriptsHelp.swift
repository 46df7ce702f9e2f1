/// The `scripts` topic of `shelf help`: exit statuses and output for programs.
package enum ScriptsHelp {
  /// The exit statuses, for this topic and for the manual page of every command.
  package static let statuses = [
    HelpTopic.Example(query: "0", meaning: "success"),
    HelpTopic.Example(
      query: "1",
      meaning: """
        the answer is no: no record has the given name, or several have it; doctor found errors; a change conflicts with \
        the contents of the library; or you answered no to a prompt
        """),
    HelpTopic.Example(query: "2", meaning: "incorrect usage: a command, option, query or value is not valid"),
    HelpTopic.Example(
      query: "3",
      meaning:
        "the library or a given file cannot be read or written: it is missing, invalid or locked, the disk is full, or memory has run out"
    ),
  ]

  package static let topic = HelpTopic(
    name: "scripts", summary: "exit statuses, and output for pipes and programs",
    introduction: """
      When the output is not a terminal, lists are tab-separated lines without a heading, colors or a pager. When the \
      input is not a terminal, shelf does not prompt.

      Output for programs stays stable between versions. The wording of messages for people may change.
      """,
    sections: [
      HelpTopic.Section(
        title: "Exit status",
        examples: statuses,
        text: """
          Errors go to standard error: one line that begins with error: and describes the problem, the line of the file \
          or query that contains it, if there is one, and at most one line that begins with hint:. Warnings and notes go \
          there too, but do not change the exit status.
          """),
      HelpTopic.Section(
        title: "Reading",
        examples: [
          HelpTopic.Example(
            query: "shelf book list rating:4..", meaning: "tab-separated lines that begin with the full id"),
          HelpTopic.Example(
            query: "shelf book list --format ids", meaning: "only the ids, as arguments for other commands"),
          HelpTopic.Example(query: "shelf show dune --json", meaning: "every field, under its name in the file"),
          HelpTopic.Example(
            query: "shelf search dune --format jsonl", meaning: "one object per line, for records of every kind"),
          HelpTopic.Example(
            query: "shelf book list --json title", meaning: "only the titles; null if a record has none"),
        ], text: ""),
      HelpTopic.Section(
        title: "Changing",
        examples: [
          HelpTopic.Example(query: "shelf add Ubik --json id", meaning: "add a book and print its id"),
          HelpTopic.Example(
            query: "shelf set dune rating=5 --dry-run", meaning: "print the change as a diff without making it"),
          HelpTopic.Example(
            query: "shelf delete dune --yes",
            meaning: "delete without asking; a script cannot be asked, so it needs --yes"),
          HelpTopic.Example(query: "shelf set dune review=-", meaning: "read the text from standard input"),
          HelpTopic.Example(
            query: "shelf finish",
            meaning: "finish the only book in progress; status 1 if there is none or more than one"),
        ],
        text: """
          A change requires whole names, files, or at least eight digits of an id. It is made completely or not at all.

          SHELF_LIBRARY sets the library. SHELF_NOW sets the clock, for example to 2026-11-21T10:00:00Z.
          """),
    ])
}

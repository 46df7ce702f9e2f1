import ShelfModel

/// The `records` topic of `shelf help`: ways to name records and fields.
package enum RecordsHelp {
  package static let topic = HelpTopic(
    name: "records", summary: "how to specify records and their fields",
    introduction: """
      Commands about records take the names of one or more records. All of them are found before anything is changed, \
      and a change applies to all of them or to none.
      """,
    sections: [
      HelpTopic.Section(
        title: "A record",
        examples: [
          HelpTopic.Example(query: "dune", meaning: "the title or name, or a part that only one record has"),
          HelpTopic.Example(query: "3f2b8c1e", meaning: "the id, or its first digits (four or more)"),
          HelpTopic.Example(query: "books/dune-3f2b8c1e.yaml", meaning: "the file"),
          HelpTopic.Example(query: "9780441013593", meaning: "the ISBN"),
          HelpTopic.Example(query: "K3-045", meaning: "a value with a digit in a custom text field"),
        ],
        text: """
          Names ignore case and accents.

          A command that changes or deletes records requires a whole name, file, ISBN or value, or eight digits \
          of an id. On a terminal, it offers similar names.

          `shelf book set` works only on books, and `shelf set` works on any record. The same is true of show, edit and \
          delete.
          """),
      HelpTopic.Section(
        title: "Fields",
        examples: [
          HelpTopic.Example(query: "rating=5", meaning: "set a field"),
          HelpTopic.Example(query: "review=", meaning: "clear it"),
          HelpTopic.Example(query: "genres+=Fantasy", meaning: "add to a list"),
          HelpTopic.Example(query: "genres-=Horror", meaning: "remove from a list"),
          HelpTopic.Example(
            query: "review=@notes.txt", meaning: "read the text from a file; review=- reads standard input"),
          HelpTopic.Example(query: "review=\\@home", meaning: "set it to the text @home"),
        ],
        text: """
          The same field names work in set, in the options of add and list, in --sort, --columns and --json, and in \
          queries. They ignore case and hyphens. added, started, finished, created and modified are short for the dates.

          A comma is part of a value. To give several genres, repeat --genre, even if --create adds them.
          """),
      HelpTopic.Section(
        title: "Custom fields",
        examples: [
          HelpTopic.Example(query: "price: {type: money}", meaning: "an amount, such as 12.50 EUR or 12.50"),
          HelpTopic.Example(query: "weight: {type: decimal}", meaning: "a number such as 0.45"),
          HelpTopic.Example(query: "shelf: {type: choice, choices: [hall, study]}", meaning: "one of these words"),
          HelpTopic.Example(query: "sequel: {type: reference, to: book}", meaning: "another record"),
        ],
        text: """
          Declare custom fields in shelf.yaml, for example fields: {book: {price: {type: money}}}. They work like the \
          built-in fields: as options, as columns and in queries.

          The types are \(Wording.list(FieldType.names)). With long: true, a text can have several lines.
          """),
      HelpTopic.Section(
        title: "Short options",
        examples: [
          HelpTopic.Example(query: "-n, -s, -c, -f", meaning: "--limit, --sort, --columns, --filter"),
          HelpTopic.Example(query: "-w, -y, -m", meaning: "--where, --yes, --message"),
          HelpTopic.Example(
            query: "-a, -b, -g, -p, -r, -t", meaning: "--author, --book, --genre, --page, --rating, --tag"),
          HelpTopic.Example(query: "-d", meaning: "--date"),
        ], text: "These have the same meaning in every command that accepts them."),
    ])
}

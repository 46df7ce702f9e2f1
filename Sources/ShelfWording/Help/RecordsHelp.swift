import ShelfModel

/// The topic `shelf help records`: how to name records and fields.
package enum RecordsHelp {
  package static let topic = HelpTopic(
    name: "records", summary: "how records and their fields are named",
    introduction: """
      Commands about records take one or more of them, by name; all are found before anything is changed, and all are \
      changed or none.
      """,
    sections: [
      HelpTopic.Section(
        title: "A record",
        examples: [
          HelpTopic.Example(query: "dune", meaning: "its title or name, or a part that only one record has"),
          HelpTopic.Example(query: "3f2b8c1e", meaning: "its id, or the first digits of it, four or more"),
          HelpTopic.Example(query: "books/dune-3f2b8c1e.yaml", meaning: "its file"),
        ],
        text: """
          Neither case nor accents matter. A command that changes or deletes takes a whole name, a file, or eight digits of \
          an id; what is only similar is offered on a terminal. `shelf book set` is about books alone, `shelf set` about \
          any record; so are show, edit and delete.
          """),
      HelpTopic.Section(
        title: "Fields",
        examples: [
          HelpTopic.Example(query: "rating=5", meaning: "sets a field"),
          HelpTopic.Example(query: "review=", meaning: "clears it"),
          HelpTopic.Example(query: "genres+=Fantasy", meaning: "adds to a list"),
          HelpTopic.Example(query: "genres-=Horror", meaning: "takes out of a list"),
          HelpTopic.Example(query: "review=@notes.txt", meaning: "takes a long text from a file; - is standard input"),
          HelpTopic.Example(query: "review=\\@home", meaning: "is the text @home"),
        ],
        text: """
          The same names are taken by set, by the options of add and list, by --sort, --columns and --json, and in queries; \
          neither case nor hyphens matter, and added, started, finished, created and modified are short for the \
          dates. A comma is part of a value: --genre is given once per genre, whether the genre exists or --create makes it.
          """),
      HelpTopic.Section(
        title: "Fields of your own",
        examples: [
          HelpTopic.Example(query: "price: {type: money}", meaning: "an amount, such as 12.50 EUR or 12.50"),
          HelpTopic.Example(query: "weight: {type: decimal}", meaning: "a number such as 0.45"),
          HelpTopic.Example(query: "shelf: {type: choice, choices: [hall, study]}", meaning: "one of these words"),
          HelpTopic.Example(query: "sequel: {type: reference, to: book}", meaning: "another record"),
        ],
        text: """
          A library declares them in shelf.yaml, such as fields: {book: {price: {type: money}}}, and they are options, columns and in queries, like the others. The types are \(Wording.list(FieldType.names)). With long: true a text has lines.
          """),
      HelpTopic.Section(
        title: "Short options",
        examples: [
          HelpTopic.Example(query: "-n, -s, -c, -f", meaning: "--limit, --sort, --columns, --filter"),
          HelpTopic.Example(query: "-w, -y, -m", meaning: "--where, --yes, --message"),
          HelpTopic.Example(
            query: "-a, -b, -g, -p, -r, -t", meaning: "--author, --book, --genre, --page, --rating, --tag"),
          HelpTopic.Example(query: "-d", meaning: "--date"),
        ], text: "They mean the same in every command that has them."),
    ])
}

import ArgumentParser
import ShelfModel
import ShelfText

/// The examples of commands in their help and on their manual pages.
enum CommandExamples {
  /// A command line, and what it does.
  struct Example {
    let command: String
    let meaning: String
  }

  /// Returns the examples of a command; none for a group of commands.
  ///
  /// - Parameter path: the words that name the command, without `shelf`.
  static func of(_ path: [String]) -> [Example] {
    let name = path.joined(separator: " ")
    if let own = table[name] { return own.map { Example(command: "shelf \($0)", meaning: $1) } }
    guard let first = path.first else { return [] }
    // A command such as `shelf rate` has the same examples as `shelf book rate`.
    if path.count == 1, let own = table["book \(first)"] {
      return own.map { command, meaning in
        Example(command: "shelf \(command.replacing("book ", with: "", maxReplacements: 1))", meaning: meaning)
      }
    }
    if path.count == 1, ["list", "show", "set", "edit", "delete"].contains(first) {
      return records(of: .book, first).map { example in
        let command = example.command.replacing("shelf book ", with: "shelf ", maxReplacements: 1)
        return Example(command: command, meaning: example.meaning)
      }
    }
    return Kind(singular: first).map { records(of: $0, path.dropFirst().first ?? "") } ?? []
  }

  /// Returns the examples of a command that every kind has.
  private static func records(of kind: Kind, _ verb: String) -> [Example] {
    let (name, field, query) = samples[kind.singular] ?? ("Something", "\(kind.titleKey)=Else", "has:id")
    let command = "shelf \(kind.singular) \(verb)"
    let all: [String: [(String, String)]] = [
      "add": [(" \(name)", "adds \(kind.withArticle)"), ("", "shows a form to fill in")],
      "list": [("", "lists all \(kind.plural)"), (" --newest --limit 10", "lists the ten that were added last")],
      "show": [(" \(name)", "shows all that is known of it"), (" \(name) --json", "prints it for a program")],
      "set": [
        (" \(name) \(field)", "changes one field, and nothing else in the file"),
        (" --where \(query) \(field) --dry-run", "shows what would change in several"),
      ],
      "edit": [(" \(name)", "opens its file in your editor"), (" \(name) --commit", "and commits what you changed")],
      "delete": [
        (" \(name)", "says what goes along, asks, and deletes it"),
        (" \(name) --dry-run", "shows what would change"),
      ],
    ]
    return (all[verb] ?? []).map { Example(command: command + $0, meaning: $1) }
  }

  /// A title, an assignment and a query for each kind.
  private static let samples: [String: (name: String, change: String, query: String)] = [
    "book": ("Dune", "year=1965", "no:year"), "quote": ("\"Fear is the mind-killer\"", "page=12", "book:dune"),
    "genre": ("Fantasy", "color=#8E44AD", "no:color"), "tag": ("lending", "name=loans", "name:lend"),
    "issue": ("\"Return Dune\"", "priority=high", "tag:lending"),
  ]

  // MARK: - The table

  private static let table: [String: [(command: String, meaning: String)]] = daily.merging(others) { first, _ in first }

  /// The examples for everyday commands: reading, lending, and looking at the library.
  private static let daily: [String: [(command: String, meaning: String)]] = [
    "book add": [
      ("book add 9780441013593", "looks the ISBN up, shows the book, asks, and adds it"),
      ("book add Emma --author \"Jane Austen\" --status wanted", "adds a book by hand"),
    ],
    "book list": [
      ("book list genre:fantasy rating:>=4", "lists the fantasy that you liked"),
      ("book list --sort year --columns title,year", "lists all by year, with the columns that you name"),
    ],
    "book genres": [
      ("book genres Dune +Classics -Fiction", "gives it one genre, and takes another away"),
      ("book genres Dune", "shows a list to tick"),
    ],
    "issue tags": [
      ("issue tags \"Return Dune\" +lending", "gives it a tag"), ("issue tags \"Return Dune\"", "shows a list to tick"),
    ],
    "quote tags": [
      ("quote tags \"Fear is the mind-killer\" +courage", "gives it a tag"),
      ("quote tags \"Fear is the mind-killer\"", "shows a list to tick"),
    ],
    "book start": [
      ("book start Dune", "in progress from today"), ("book start Dune --date yesterday", "from then on"),
    ],
    "book progress": [
      ("book progress Dune 212", "says on which page you are"), ("book progress Dune 45%", "or how far that is"),
    ],
    "book finish": [
      ("book finish Dune --rating 4.5", "completed today, with a rating"),
      ("book finish Dune --date 2026-11-20", "completed on that day"),
    ],
    "book shelve": [
      ("book shelve Dune", "back on the shelf, as if it had not been begun"),
      ("book shelve Dune --dry-run", "shows what would change"),
    ],
    "book abandon": [
      ("book abandon Dune", "given up; your place in it is kept"),
      ("book abandon --where \"status:inProgress started:<2025\"", "all that you began long ago"),
    ],
    "book rate": [
      ("book rate Dune 4.5", "rates it"), ("book rate --where author:herbert 4", "rates all that he wrote"),
    ],
    "book lend": [
      ("book lend Dune Anna", "Anna has it from today"), ("book lend Dune Anna --until 2w", "for two weeks"),
    ],
    "book borrow": [
      ("book borrow Ubik --from \"city library\" --until 2026-12-20", "you have it until then"),
      ("book borrow Ubik --from Bert", "you have it from him"),
    ],
    "book renew": [
      ("book renew Ubik --until 2w", "two weeks from today"), ("book renew Ubik --until 2027-01-15", "until that day"),
    ],
    "book return": [
      ("book return Dune", "marks it as returned, no matter who had it"),
      ("book return Ubik --dry-run", "shows what would change"),
    ],
    "book lookup": [
      ("book lookup 9780441013593", "shows what each catalogue says, side by side"),
      ("book lookup left hand of darkness", "finds works by words"),
    ],
    "book fill": [
      ("book fill Dune", "fills in what is empty, by its ISBN"),
      ("book fill --where no:pages --take pages,publisher", "takes these fields as the catalogue has them"),
    ],
    "book cover": [
      ("book cover Dune", "fetches its cover"), ("book cover Dune --from photo.jpg", "takes a picture of your own"),
    ],
    "issue close": [
      ("issue close \"Return Dune\"", "closes it"), ("issue close --where tag:lending", "closes all with that tag"),
    ],
    "issue reopen": [
      ("issue reopen \"Return Dune\"", "opens it again"),
      ("issue reopen --where tag:lending --dry-run", "shows what would change"),
    ],
    "close": [("close \"Return Dune\"", "closes it"), ("close --where tag:lending", "closes all with that tag")],
    "reopen": [
      ("reopen \"Return Dune\"", "opens it again"),
      ("reopen --where tag:lending --dry-run", "shows what would change"),
    ],
    "browse": [("browse", "shows the library in three panes"), ("browse genre:fantasy", "begins with these books")],
    "search": [
      ("search fear", "finds it in books, quotes and issues"), ("search author:herbert --json", "prints what is found"),
    ],
    "next": [
      ("next", "suggests what to read next"), ("next --random --where \"pages:<300\"", "picks a short one for you"),
    ],
    "queue": [("queue", "shows what you mean to read, in order"), ("queue add Dune", "puts a book at its end")],
    "queue list": [("queue list", "shows it"), ("queue list --json", "prints it for a program")],
    "queue add": [("queue add Dune", "puts a book at the end"), ("queue add Dune Emma", "puts two there")],
    "queue move": [("queue move Dune 1", "puts it first"), ("queue move Dune 3", "puts it third")],
    "queue remove": [("queue remove Dune", "takes it out"), ("queue remove Dune Emma", "takes two out")],
    "series": [("series", "shows each series, and what comes next"), ("series earthsea", "shows one, with its gaps")],
    "loans": [("loans", "shows who has what, overdue ones first"), ("loans anna", "shows what Anna has")],
    "stats": [("stats", "shows the library in numbers"), ("stats genre:fantasy", "shows those of a part of it")],
    "goal": [("goal", "shows how far you are this year"), ("goal 20", "sets a goal of twenty books")],
    "filter": [("filter list", "lists saved queries"), ("filter save short \"pages:<200\"", "saves one")],
    "filter save": [
      ("filter save short \"pages:<200\"", "saves a query under a name"),
      ("filter save owed is:overdue", "another, which `--filter owed` uses"),
    ],
    "filter list": [("filter list", "lists them with what they find"), ("filter list --json", "for a program")],
    "filter rename": [
      ("filter rename short brief", "gives it another name"),
      ("filter rename short brief --dry-run", "shows what would change"),
    ],
    "filter delete": [
      ("filter delete short", "deletes a saved query, and no book"),
      ("filter delete short --dry-run", "shows what would change"),
    ],
  ]

  /// The examples for commands about the library as a whole, and for other programs.
  private static let others: [String: [(command: String, meaning: String)]] = [
    "init": [
      ("init ~/library", "makes a library there"), ("init --sample ~/try", "makes one with a few books, to try things"),
    ],
    "doctor": [("doctor", "lists what is wrong"), ("doctor --fix", "repairs what can be repaired without a question")],
    "log": [
      ("log Dune", "shows what changed in a book, commit by commit"),
      ("log --since 1w", "shows what changed in the library in a week"),
    ],
    "diff": [
      ("diff", "shows what is not committed yet, field by field"),
      ("diff HEAD~5", "shows what has changed since five commits ago"),
    ],
    "undo": [("undo", "takes the last change back"), ("undo 3", "takes the last three back")],
    "redo": [("redo", "redoes what undo took back"), ("redo --dry-run", "shows what would change")],
    "sync": [
      ("sync", "fetches, merges field by field, and sends"),
      ("sync --conflicts newest", "takes what was changed last where both sides changed a field"),
    ],
    "import": [
      ("import goodreads_library_export.csv --dry-run", "shows what would come in"),
      ("import \"My Clippings.txt\"", "brings in the highlights of a Kindle"),
    ],
    "export": [
      ("export csv --output books.csv", "writes all books as a table"),
      ("export bibtex genre:physics", "prints some for a bibliography"),
    ],
    "publish": [
      ("publish --check", "says what would be public, and writes nothing"),
      ("publish --output ~/site", "makes the pages there, or brings them up to date"),
    ],
    "merge-driver": [
      ("merge-driver base ours theirs books/dune.yaml", "merges two versions, as git asks for it"),
      ("merge-driver --diff3 base ours theirs books/dune.yaml", "with what both sides had before"),
    ],
    "completions install": [
      ("completions install", "for the shell that you use"), ("completions install fish", "for another one"),
    ],
    "completions bash": [
      ("completions bash", "prints the script"), ("completions bash > ~/.bash_completion", "keeps it"),
    ],
    "completions zsh": [
      ("completions zsh", "prints the script"), ("completions zsh > ~/.zfunc/_shelf", "keeps it"),
    ],
    "completions fish": [
      ("completions fish", "prints the script"),
      ("completions fish > ~/.config/fish/completions/shelf.fish", "keeps it"),
    ],
    "config list": [("config list", "lists your settings"), ("config list --json", "for a program")],
    "config get": [("config get library", "prints one"), ("config get aliases", "prints all of a group")],
    "config set": [
      ("config set library ~/library", "makes that library known from everywhere"),
      ("config set aliases.unrated 'book list no:rating'", "makes a command of your own"),
    ],
    "config unset": [
      ("config unset library", "takes a setting away"), ("config unset lookup", "lets shelf ask you again"),
    ],
    "config edit": [("config edit", "opens the file in your editor")],
    "config undo": [("config undo", "takes the last change back"), ("config undo", "makes it again, a second time")],
    "library list": [
      ("library list", "lists the settings of the library"), ("library list --library ~/try", "those of another one"),
    ],
    "library set": [
      ("library set git.commit=true", "has git commit each change"), ("library set \"name=My books\"", "names it"),
    ],
    "library unset": [
      ("library unset git.commit", "takes a setting away"),
      ("library unset git.commit --dry-run", "shows what would change"),
    ],
    "lsp": [("lsp", "serves an editor over standard input and output"), ("lsp --stdio", "the same, as some call it")],
    "guide": [
      ("guide import", "shows a page"), ("guide merge two books", "finds what explains that"),
    ],
    "schema": [
      ("schema book", "prints the JSON Schema of books"), ("schema --write .schemas", "writes those of all kinds"),
    ],
  ]

  // MARK: - In lines

  /// Returns the section at the end of a command's help; empty for a group of commands.
  static func text(of path: [String], width: Int) -> String {
    let examples = of(path)
    if examples.isEmpty { return "" }
    let lines = examples.flatMap { example in
      ["  $ \(example.command)"] + WordWrap.lines(example.meaning, width: max(20, width - 6)).map { "      \($0)" }
    }
    return "\n\nEXAMPLES:\n" + lines.joined(separator: "\n") + "\n"
  }
}

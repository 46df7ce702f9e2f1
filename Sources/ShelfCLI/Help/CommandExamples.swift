import ArgumentParser
import ShelfModel
import ShelfText

/// The examples in the help text and on the manual page of each command.
enum CommandExamples {
  /// A command line and its description.
  struct Example {
    let command: String
    let meaning: String
  }

  /// Returns the examples of a command, or an empty array for a command group.
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
    if path.count == 1, ["list", "show", "set", "edit", "rename", "merge", "delete"].contains(first) {
      return records(of: .book, first).map { example in
        let command = example.command.replacing("shelf book ", with: "shelf ", maxReplacements: 1)
        return Example(command: command, meaning: example.meaning)
      }
    }
    return Kind(singular: first).map { records(of: $0, path.dropFirst().first ?? "") } ?? []
  }

  /// Returns the examples of a command that exists for every kind.
  private static func records(of kind: Kind, _ verb: String) -> [Example] {
    let sample =
      samples[kind.singular] ?? Sample("Something", new: "Something", "\(kind.titleKey)=Else", "has:id", "A B")
    let (name, field, query) = (sample.name, sample.change, sample.query)
    let command = "shelf \(kind.singular) \(verb)"
    let few =
      kind.hasDates
      ? (" --newest --limit 10", "list the ten newest \(kind.plural)") : (" --limit 10", "list the first ten")
    let all: [String: [(String, String)]] = [
      "add": [(" \(sample.new)", "add \(kind.withArticle)"), ("", "fill in a form")],
      "list": [("", "list all \(kind.plural)"), few],
      "show": [(" \(name)", "show all details"), (" \(name) --json", "print them as JSON")],
      "set": [
        (" \(name) \(field)", "change one field"),
        (" --where \(query) \(field) --dry-run", "show what would change in all matching records"),
      ],
      "edit": [
        (" \(name)", "open the file in your editor"), (" \(name) --commit", "open the file, and commit the changes"),
      ],
      "rename": [
        (" \(name) \(sample.newName)", "rename it everywhere"),
        (" \(name) \(sample.newName) --dry-run", "show which files would change"),
      ],
      "merge": [
        (" \(sample.pair) --dry-run", "show what would change"),
        (" \(sample.pair) --yes", "merge the first into the second, and keep the second one's values"),
      ],
      "delete": [
        (" \(name)", "delete it after confirmation"), (" \(name) --dry-run", "show what would change"),
      ],
    ]
    return (all[verb] ?? []).map { Example(command: command + $0, meaning: $1) }
  }

  /// The names and changes used in the examples for a kind. Except for the new record, the records exist in the sample
  /// library.
  private struct Sample {
    let name: String
    let new: String
    let change: String
    let query: String
    /// Two records of the kind.
    let pair: String
    /// The new name in the example that renames a record.
    let newName: String

    init(
      _ name: String, new: String, _ change: String, _ query: String, _ pair: String, renamed newName: String = "New"
    ) {
      (self.name, self.new, self.change, self.query) = (name, new, change, query)
      (self.pair, self.newName) = (pair, newName)
    }
  }

  private static let samples = [
    "book": Sample("Dune", new: "Emma", "format=paperback", "series:dune", "Dune Beowulf", renamed: "\"Dune, Part 1\""),
    "quote": Sample(
      "\"A book lent is a book read twice.\"", new: "\"I must have order.\" --book Dune", "page=12", "book:dune",
      "c52f2338 3d5a7c90"),
    "genre": Sample("Fantasy", new: "Essays", "color=#8E44AD", "name:fiction", "Fantasy Fiction", renamed: "Fantastic"),
    "tag": Sample("lending", new: "gift", "name=loans", "name:lend", "lending review", renamed: "loans"),
    "issue": Sample(
      "\"Dracula is with Miriam\"", new: "\"Return Dune\"", "priority=high", "tag:lending",
      "2dbf812e ff87c6d7", renamed: "\"Dracula is back\""),
  ]

  // MARK: - The table

  private static let table: [String: [(command: String, meaning: String)]] = daily.merging(others) { first, _ in first }

  private static let daily: [String: [(command: String, meaning: String)]] = [
    "book add": [
      ("book add 9780141439587", "look up an ISBN, and add the book after confirmation"),
      ("book add Emma --author \"Jane Austen\" --status wanted", "add a book by hand"),
    ],
    "book list": [
      ("book list genre:fantasy rating:4..", "list fantasy with at least four stars"),
      ("book list --sort year --columns title,year", "list all books by year, with these columns"),
    ],
    "book genres": [
      ("book genres Dune +Classics -Fiction", "add one genre, and remove another"),
      ("book genres Dune", "select genres from a list"),
    ],
    "issue tags": [
      ("issue tags \"Dracula is with Miriam\" +repair", "add a tag"),
      ("issue tags \"Dracula is with Miriam\"", "select tags from a list"),
    ],
    "quote tags": [
      ("quote tags \"A book lent is a book read twice.\" +lending", "add a tag"),
      ("quote tags \"A book lent is a book read twice.\"", "select tags from a list"),
    ],
    "book start": [
      ("book start \"Dune Messiah\"", "start a book today"),
      ("book start \"Dune Messiah\" --date yesterday", "record that you started it yesterday"),
    ],
    "book progress": [
      ("book progress \"Dune Messiah\" 120", "record the page that you have reached"),
      ("book progress \"Dune Messiah\" 45%", "record a percentage"),
    ],
    "book finish": [
      ("book finish \"Dune Messiah\" --rating 4.5 --review Slow.", "finish a book today, rate it and review it"),
      ("book finish \"Dune Messiah\" --date yesterday", "record that you finished it yesterday"),
    ],
    "book shelve": [
      ("book shelve \"Ziemia obiecana\"", "put a book back as if you had not started it"),
      ("book shelve \"Ziemia obiecana\" --dry-run", "show what would change"),
    ],
    "book pause": [
      ("book pause \"Ziemia obiecana\"", "put a book aside for a while"),
      ("book pause --where \"is:inProgress started:>6m\"", "pause all that you started long ago"),
    ],
    "book abandon": [
      ("book abandon \"Ziemia obiecana\" --date yesterday", "give up on a book yesterday"),
      ("book abandon --where \"status:inProgress started:>6m\"", "give up on all that you started long ago"),
    ],
    "book got": [
      ("book got \"The Name of the Rose\"", "you bought a book that you wanted"),
      ("book got \"The Name of the Rose\" format=paperback", "set other fields too"),
    ],
    "book rate": [
      ("book rate Dune 4.5", "rate a book"),
      ("book rate --where author:herbert 4", "rate all books by an author"),
    ],
    "book note": [
      ("book note Dune a present from my sister", "add a paragraph to your notes on a book"),
      ("book note Dune a present from my sister --dry-run", "show the change without making it"),
    ],
    "book lend": [
      ("book lend Dune Anna", "lend a book to Anna"), ("book lend Dune Anna --until 2w", "lend it for two weeks"),
    ],
    "book borrow": [
      ("book borrow \"The Name of the Rose\" --from \"city library\" --until 2w", "borrow a book for two weeks"),
      ("book borrow \"The Name of the Rose\" --from Bert", "borrow it without a due date"),
    ],
    "book renew": [
      ("book renew Dune --until 2w", "extend a loan by two weeks"),
      ("book renew Dune --until 2030-01-15", "extend it to a date"),
    ],
    "book return": [
      ("book return Dune", "mark a lent or borrowed book as returned"),
      ("book return Dune --dry-run", "show what would change"),
    ],
    "book lookup": [
      ("book lookup 9780441013593", "compare what the catalogues have"),
      ("book lookup left hand of darkness", "find books by words"),
    ],
    "book fill": [
      ("book fill Dune", "fill in empty fields, using the ISBN"),
      ("book fill --where no:pages --take pages,publisher", "replace these fields with the catalogue's values"),
    ],
    "book cover": [
      ("book cover Dune", "fetch the cover"), ("book cover Dune --from photo.jpg", "use a picture of yours"),
    ],
    "issue close": [
      ("issue close \"Dune is with Tomasz's sister\"", "close an issue"),
      ("issue close --where tag:lending", "close all issues with a tag"),
    ],
    "issue reopen": [
      ("issue reopen \"Dracula is with Miriam\"", "reopen an issue"),
      ("issue reopen --where tag:lending --dry-run", "show what would change"),
    ],
    "close": [
      ("close \"Dune is with Tomasz's sister\"", "close an issue"),
      ("close --where tag:lending", "close all issues with a tag"),
    ],
    "reopen": [
      ("reopen \"Dracula is with Miriam\"", "reopen an issue"),
      ("reopen --where tag:lending --dry-run", "show what would change"),
    ],
    "browse": [("browse", "browse the library"), ("browse genre:fantasy", "browse only these books")],
    "search": [
      ("search fear", "search books, quotes and issues"), ("search author:herbert --json", "print the results as JSON"),
    ],
    "next": [
      ("next", "suggest what to read next"),
      ("next --random --where \"pages:<300 or no:pages\"", "pick a book at random, but not a long one"),
    ],
    "queue": [
      ("queue", "show the books to read, in order"), ("queue add \"Dune Messiah\"", "add a book at the end"),
    ],
    "queue list": [("queue list", "show the queue"), ("queue list --json", "print it as JSON")],
    "queue add": [
      ("queue add \"Dune Messiah\"", "add a book at the end"),
      ("queue add \"Dune Messiah\" \"Leaves of Grass\" --at 1", "add two books at the front"),
    ],
    "queue move": [
      ("queue move \"Dune Messiah\" 1", "move a book to the front"),
      ("queue move \"Dune Messiah\" 2", "move it to the second position"),
    ],
    "queue remove": [
      ("queue remove \"Dune Messiah\"", "remove a book"),
      ("queue remove --all", "empty the queue"),
    ],
    "series": [
      ("series", "show all series, and the next book in each"), ("series dune", "show one series, with missing books"),
    ],
    "loans": [
      ("loans", "show who has what, overdue loans first"), ("loans past anna", "show the books that Anna has returned"),
    ],
    "stocktake": [
      ("stocktake scanned.txt", "compare scanned barcodes with the copies in the library"),
      ("stocktake scanned.txt --where author:herbert", "compare them with some of the books"),
    ],
    "stats": [
      ("stats genre:fantasy", "show statistics of some books"),
      ("stats --by year:decade", "count the books of each decade"),
    ],
    "goal": [("goal 20", "set a goal of twenty books"), ("goal", "show your progress this year")],
    "filter": [("filter list", "list saved queries"), ("filter save short \"pages:<200\"", "save a query")],
    "filter save": [
      ("filter save short \"pages:<200\"", "save a query under a name"),
      ("filter save owed is:overdue", "save a query to use as `--filter owed`"),
    ],
    "filter list": [
      ("filter list", "list the filters and the number of matches"), ("filter list --json", "print them as JSON"),
    ],
    "filter rename": [
      ("filter rename lent loaned", "rename a filter"),
      ("filter rename lent loaned --dry-run", "show what would change"),
    ],
    "filter delete": [
      ("filter delete lent", "delete a saved query, but no records"),
      ("filter delete lent --dry-run", "show what would change"),
    ],
  ]

  private static let others: [String: [(command: String, meaning: String)]] = [
    "init": [
      ("init ~/library", "create a library"), ("init --sample ~/try", "create one with a few books to try things out"),
    ],
    "doctor": [("doctor", "list all problems"), ("doctor --fix", "make the safe repairs")],
    "log": [
      ("log Dune", "show what changed in a book, commit by commit"),
      ("log --since 1w", "show the changes to the library in the last week"),
    ],
    "diff": [
      ("diff", "show uncommitted changes, field by field"), ("diff HEAD~5", "show the changes since five commits ago"),
    ],
    "undo": [("undo", "undo the last change"), ("undo 3", "undo the last three changes")],
    "redo": [("redo", "redo what the last undo undid"), ("redo --dry-run", "show what would change")],
    "sync": [
      ("sync", "fetch, merge field by field, and push"),
      ("sync --conflicts newest", "take the change that was committed last if both sides changed a field"),
    ],
    "import": [
      ("import goodreads_library_export.csv --dry-run", "show what would be imported"),
      ("import \"My Clippings.txt\"", "import highlights from a Kindle"),
    ],
    "export": [
      ("export csv --output tables", "write all records to the folder tables"),
      ("export bibtex genre:fantasy", "print a bibliography of some books"),
    ],
    "publish": [
      ("publish --check", "show what would be public"),
      ("publish --output ~/site", "create the pages, or update them"),
    ],
    "merge-driver": [
      ("merge-driver base ours theirs books/dune.yaml", "merge two versions, as git does"),
      ("merge-driver --diff3 base ours theirs books/dune.yaml", "show the base in conflicts"),
    ],
    "completions install": [
      ("completions install", "install completions for your shell"),
      ("completions install fish", "install them for another shell"),
    ],
    "completions bash": [
      ("completions bash", "print the script"), ("completions bash > ~/.bash_completion", "save it to a file"),
    ],
    "completions zsh": [
      ("completions zsh", "print the script"), ("completions zsh > ~/.zfunc/_shelf", "save it to a file"),
    ],
    "completions fish": [
      ("completions fish", "print the script"),
      ("completions fish > ~/.config/fish/completions/shelf.fish", "save it to a file"),
    ],
    "config list": [("config list", "list your settings"), ("config list --json", "print them as JSON")],
    "config get": [
      ("config get library", "print a setting"), ("config get book.columns", "print the columns of book lists"),
    ],
    "config set": [
      ("config set library ~/library", "use this library in any folder"),
      ("config set aliases.unrated 'book list no:rating'", "create your own command"),
    ],
    "config unset": [
      ("config unset library", "remove a setting"), ("config unset lookup", "let shelf ask about lookups again"),
    ],
    "config edit": [("config edit", "open your settings in your editor")],
    "config undo": [
      ("config undo", "undo the last change to your settings"), ("config undo", "a second time: redo the change"),
    ],
    "guide": [
      ("guide", "list the pages of the guide"), ("guide who has my books", "search the guide"),
    ],
    "library list": [
      ("library list", "list the settings of the library"),
      ("library list --library ~/try", "list those of another library"),
    ],
    "library set": [
      ("library set git.commit=true", "commit every change with git"),
      ("library set \"name=My books\"", "set the library's name"),
    ],
    "library unset": [
      ("library unset goal.2026", "remove a setting"), ("library unset goal.2026 --dry-run", "show what would change"),
    ],
    "lsp": [
      ("lsp", "serve an editor over standard input and output"), ("lsp --stdio", "the same, for editors that add this"),
    ],
    "schema": [
      ("schema book", "print the JSON Schema for books"),
      ("schema --write .schemas", "write the schemas for all kinds"),
    ],
  ]

  // MARK: - In lines

  /// Returns the section at the end of a command's help, or an empty string for a command group.
  static func text(of path: [String], width: Int) -> String {
    let examples = of(path)
    if examples.isEmpty { return "" }
    let lines = examples.flatMap { example in
      ["  $ \(example.command)"] + WordWrap.lines(example.meaning, width: max(20, width - 6)).map { "      \($0)" }
    }
    return "\n\nEXAMPLES:\n" + lines.joined(separator: "\n") + "\n"
  }
}

import ShelfModel

/// The `query` topic of `shelf help`: the query language.
package enum QueryHelp {
  /// Returns example terms for records of a kind.
  package static func example(of kind: Kind) -> String { kind.definition.queryExample }

  package static let topic = HelpTopic(
    name: "query", summary: "how to select records", introduction: introduction, sections: sections)

  private static let introduction = """
    A query selects records. Lists, search, stats, saved filters and --where all use the same query language.
    """

  package typealias Example = HelpTopic.Example
  package typealias Section = HelpTopic.Section

  package static let sections = [
    Section(
      title: "Words",
      examples: [
        Example(query: "dune messiah", meaning: "both words, in names and texts", kind: .book),
        Example(query: "\"fear is the mind-killer\"", meaning: "a phrase", kind: .quote),
        Example(query: "/mind.?killer/", meaning: "a regular expression", kind: .quote),
      ],
      text: """
        Words find titles, authors, series, genres, tags and other texts, but no numbers, dates, ids, paths or sources; a \
        whole ISBN is the only exception. For those, use a field: year:1965, page:57, id:b19bde3d.

        Searches ignore case and accents: lodz finds Łódź. Chinese and Japanese text can be found by any part of it.
        """),
    Section(
      title: "Fields",
      examples: [
        Example(query: "author:herbert", meaning: "the text contains this", kind: .book),
        Example(query: "title:=\"Dune\"", meaning: "the text is exactly this", kind: .book),
        Example(query: "title:/^dune/", meaning: "the text matches a regular expression", kind: .book),
        Example(query: "rating:5", meaning: "a number", kind: .book),
        Example(query: "rating:>=4", meaning: "also >, < and <=", kind: .book),
        Example(query: "rating:>=4½", meaning: "half stars; ★★★★ and **** work too", kind: .book),
        Example(query: "year:1960..1970", meaning: "a range; you can omit either end", kind: .book),
        Example(query: "series:dune", meaning: "a series, by name", kind: .book),
        Example(query: "series-position:>1", meaning: "the position in a series, such as 3 or 3.5", kind: .book),
        Example(query: "page:8..40", meaning: "pages, in the order xii, 8, 12, 12a, 40", kind: .quote),
        Example(query: "status:completed", meaning: "one of the field's values", kind: .book),
        Example(query: "priority:>=medium", meaning: "priorities can be compared too", kind: .issue),
      ],
      text: """
        A record without the field matches no comparison: an unrated book matches neither rating:<3 nor rating:>=3. It \
        does match -rating:5 and rating!=5, because it does not have five stars. A value that cannot be read, such as \
        rating: good, counts as missing, here and in stats. If a file has no status, priority or completed, the default \
        counts.

        Field names ignore case and hyphens: dateAdded, date-added and added are the same.

        isbn: takes ten or thirteen digits, with or without hyphens.

        edition: first also finds 1st, 1. Auflage and 1/1.

        author: also finds quotes, issues and genres, through their books.

        path: matches the path of the file, id: the start of an id, and kind: the kind of record.

        Custom fields work like the others. price:>10 EUR leaves out amounts in other currencies; \
        without a currency, the numbers of all amounts are compared.

        As in other programs, you can write rating>4 and author=herbert.
        """),
    Section(
      title: "Dates",
      examples: [
        Example(query: "started:2019", meaning: "within a year", kind: .book),
        Example(query: "completed:2019-06", meaning: "within a month", kind: .book),
        Example(query: "completed:2019-03..2019-06", meaning: "from the first day through the last", kind: .book),
        Example(query: "created:>=2026-06-14", meaning: "on or after that day", kind: .issue),
        Example(query: "started:<4w", meaning: "less than four weeks ago; also d, m and y", kind: .book),
        Example(query: "modified:>3m", meaning: "more than three months ago", kind: .issue),
        Example(query: "created:today", meaning: "also yesterday"),
      ],
      text: """
        added, started, completed (or finished) and created are short for the fields dateAdded, dateStarted, dateCompleted \
        and creationDate. For a book, created is the date it was added.

        modified is the modificationDate of an issue, the latest date of a book, and the creationDate of a quote. The \
        dates of the files do not count, because version control does not keep them.

        started and completed also match earlier readings.

        Dates are in your time zone, although files store times in UTC. `shelf help dates` shows more.
        """),
    Section(
      title: "Relations",
      examples: [
        Example(query: "genre:fiction", meaning: "books of a genre, by name or id", kind: .book),
        Example(query: "#lending", meaning: "issues with a tag; short for tag:lending", kind: .issue),
        Example(query: "book:dune", meaning: "quotes from a book, issues about it", kind: .quote),
        Example(query: "book.year:1965", meaning: "quotes from these books, issues about them", kind: .quote),
        Example(query: "tag:lending", meaning: "books with an issue that has the tag", kind: .book),
        Example(query: "genre:\"science fiction\"", meaning: "quotes from books of a genre", kind: .quote),
        Example(query: "quotes:>0", meaning: "books with quotes, by their number", kind: .book),
        Example(query: "openIssues:>0", meaning: "books with open issues, by their number", kind: .book),
      ],
      text: """
        book:, quote:, genre:, tag: and issue: connect each kind of record with any other that is one or two references \
        away.

        A whole name takes precedence over the start of a name, and that over any other part: genre:fiction does not mean \
        Science Fiction if there is a genre Fiction. An unknown name is an error.

        A name is the longest run of words that matches: genre:science fiction dune is a genre and a word. Quote a name \
        that contains and, or or not. A comma is part of the name; to match one of several, write (genre:a or genre:b).

        A number after a plural is a count: quotes:3. After a singular, it is a name: book:1984.

        A reference to a record that does not exist counts in has:book and genres:2, but nothing is found through it.
        """),
    Section(
      title: "States",
      examples: [
        Example(query: "has:review", meaning: "the field has a value", kind: .book),
        Example(query: "no:rating", meaning: "the field has no value", kind: .book),
        Example(query: "has:quotes", meaning: "something refers to the record", kind: .book),
        Example(query: "is:open", meaning: "also is:closed", kind: .issue),
        Example(query: "is:orphan", meaning: "a quote whose book does not exist", kind: .quote),
        Example(query: "is:next", meaning: "the next book in a series that you have started", kind: .book),
        Example(query: "is:lent", meaning: "also is:borrowed, is:overdue, is:owned; lent:anna", kind: .book),
        Example(query: "is:inProgress", meaning: "a status, a priority or a boolean field", kind: .book),
      ], text: ""),
    Section(
      title: "Combining terms",
      examples: [
        Example(query: "dune rating:5", meaning: "both; you can also write and between them", kind: .book),
        Example(query: "emma or genre:fiction", meaning: "either, or both", kind: .book),
        Example(query: "-dune", meaning: "not; also before fields and parentheses", kind: .book),
        Example(query: "not is:closed", meaning: "the same, as a word", kind: .issue),
        Example(query: "(emma or dune) -messiah", meaning: "and binds more closely than or", kind: .book),
      ],
      text: """
        A backslash makes the next character plain text. Quotation marks do so for everything between them: \\-dune, \
        "or", "10:30".
        """),
    Section(
      title: "In the shell", examples: [],
      text: """
        shelf joins its arguments with spaces, however the shell split them. If a single argument begins with a field \
        of texts or names and contains no other condition, the rest of the argument is the value: shelf:"Hall 2". To \
        search for the other words in any text, write shelf:Hall and 2.

        The shell removes quotation marks. To search for a phrase, put single quotes around its quotation marks: \
        '"mind killer"'.

        In most shells, # begins a comment, < and > redirect to files (rating:>4 creates a file called 4), ! can recall an \
        earlier command, and * stands for file names. Quote such terms, as in '#lending' and 'rating:>=4', or avoid the \
        characters: tag:lending and rating:4..
        """),
    Section(
      title: "Regular expressions", examples: [],
      text: """
        .  [abc]  [a-z]  [^abc]  \\w  \\d  \\s  \\W  \\D  \\S  \\b  \\B  \\n  \\t  ^  $  *  +  ?  {2}  {2,}  {2,5}  |  (…)  (?:…)

        Case and accents are ignored. A text counts as one line: all white space counts as a space, so \\n and \\t match \
        whatever a space matches. Matching takes linear time. Backreferences and lookahead are not supported.
        """),
    Section(
      title: "Saved filters", examples: [],
      text: """
        `shelf filter save lent issue '#lending' is:open` saves a query in shelf.yaml, and --filter lent uses it, together \
        with any other terms. A record has to match all --filter and --where options.

        all and recent are built in. recent is modified:<7d: records with a date in the last seven days.
        """),
  ]
}

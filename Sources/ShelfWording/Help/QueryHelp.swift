import ShelfModel

/// The topic `shelf help query`: the query language.
package enum QueryHelp {
  /// Returns example terms for records of a kind.
  package static func example(of kind: Kind) -> String { kind.definition.queryExample }

  package static let topic = HelpTopic(
    name: "query", summary: "which records are meant", introduction: introduction, sections: sections)

  private static let introduction = """
    A query chooses records. Lists, search, stats, saved filters and --where all use the same language.
    """

  package typealias Example = HelpTopic.Example
  package typealias Section = HelpTopic.Section

  package static let sections = [
    Section(
      title: "Words",
      examples: [
        Example(query: "dune messiah", meaning: "both words, in any text but sources", kind: .book),
        Example(query: "\"fear is the mind-killer\"", meaning: "a phrase", kind: .quote),
        Example(query: "/mind.?killer/", meaning: "a regular expression", kind: .quote),
      ],
      text: """
        Neither case nor accents matter: lodz finds Łódź. Chinese and Japanese are found by any part.
        """),
    Section(
      title: "Fields",
      examples: [
        Example(query: "author:herbert", meaning: "text contains it", kind: .book),
        Example(query: "title:=\"Dune\"", meaning: "text is exactly that", kind: .book),
        Example(query: "title:/^dune/", meaning: "text matches a regular expression", kind: .book),
        Example(query: "rating:5", meaning: "a number", kind: .book),
        Example(query: "rating:>=4", meaning: "also >, < and <=", kind: .book),
        Example(query: "rating:>=4½", meaning: "stars as people write them: ★★★★ and **** too", kind: .book),
        Example(query: "year:1960..1970", meaning: "a range; either end may be left out", kind: .book),
        Example(query: "series:dune", meaning: "a series, by its name", kind: .book),
        Example(query: "series-position:>1", meaning: "the place in it, such as 3 or 3.5", kind: .book),
        Example(query: "page:8..40", meaning: "pages in their order: xii, 8, 12, 12a, 40", kind: .quote),
        Example(query: "status:completed", meaning: "one of the field's words", kind: .book),
        Example(query: "priority:>=medium", meaning: "words have an order too", kind: .issue),
      ],
      text: """
        A record without the field matches no comparison: an unrated book is neither rating:<3 nor rating:>=3; but -rating:5 \
        and rating!=5 find it, since it has no five stars. A value that cannot be read, such as rating: good, counts as \
        none, here and in stats. status, priority and completed count as what they are by default where nothing is \
        written. Neither case nor hyphens matter in a name: dateAdded, date-added and added are the same. isbn: takes ten \
        or thirteen digits, with hyphens or without. author: finds quotes, issues and genres too, by their books. A \
        library's own fields have their own names; price:>10 EUR leaves out amounts in other currencies. path: is the file's path, id: the start of an id, kind: a kind. \
        rating>4 and author=herbert mean what they do elsewhere.
        """),
    Section(
      title: "Dates",
      examples: [
        Example(query: "started:2019", meaning: "within a year", kind: .book),
        Example(query: "completed:2019-06", meaning: "within a month", kind: .book),
        Example(query: "completed:2019-03..2019-06", meaning: "from the first day to the last", kind: .book),
        Example(query: "created:>=2026-06-14", meaning: "on that day or after it", kind: .issue),
        Example(query: "started:<4w", meaning: "less than four weeks ago; d, w, m and y", kind: .book),
        Example(query: "modified:>3m", meaning: "more than three months ago", kind: .issue),
        Example(query: "created:today", meaning: "also yesterday"),
      ],
      text: """
        added, started, completed (or finished) and created are short for the fields dateAdded, dateStarted, dateCompleted \
        and creationDate; for a book, created is the day it was added. modified is an issue's modificationDate; of a book it \
        is the latest of its dates, and of a quote the creationDate. started and completed ask for earlier readings too. The dates of files do not count, since version control does not \
        keep them. A day is yours, although files keep times in UTC. A date in the future is younger than any age.
        """),
    Section(
      title: "Relations",
      examples: [
        Example(query: "genre:fiction", meaning: "books of a genre, by its name or id", kind: .book),
        Example(query: "#lending", meaning: "issues with a tag; short for tag:lending", kind: .issue),
        Example(query: "book:dune", meaning: "quotes from a book, issues about it", kind: .quote),
        Example(query: "tag:lending", meaning: "books with an issue that has the tag", kind: .book),
        Example(query: "genre:\"science fiction\"", meaning: "quotes from books of a genre", kind: .quote),
        Example(query: "quotes:>0", meaning: "how many refer to the record", kind: .book),
        Example(query: "openIssues:>0", meaning: "how many open issues do", kind: .book),
      ],
      text: """
        book:, quote:, genre:, tag: and issue: lead from any kind to any other that is one or two references away. A \
        whole name takes precedence over its start, and that over a part: genre:fiction is not Science Fiction if there is a \
        Fiction. They take the longest run of words that is a name: genre:science fiction dune is the genre and a word; \
        a name with and, or or not in it is put into quotation marks. \
        An unknown name is an error. A reference to a record that does not exist counts as one, for has:book and \
        genres:2, but leads nowhere. A comma is a comma: for one of several names write (genre:a or genre:b). A number after a plural is a count: quotes:3; after \
        a singular it is a name: book:1984.
        """),
    Section(
      title: "States",
      examples: [
        Example(query: "has:review", meaning: "the field is there", kind: .book),
        Example(query: "no:rating", meaning: "the field is missing", kind: .book),
        Example(query: "has:quotes", meaning: "something refers to the record", kind: .book),
        Example(query: "is:open", meaning: "also is:closed", kind: .issue),
        Example(query: "is:orphan", meaning: "a quote whose book does not exist", kind: .quote),
        Example(query: "is:next", meaning: "what a series that is begun goes on with", kind: .book),
        Example(query: "is:lent", meaning: "also is:borrowed, is:overdue, is:owned; lent:anna", kind: .book),
        Example(query: "is:inProgress", meaning: "a status, priority or yes-or-no field", kind: .book),
      ], text: ""),
    Section(
      title: "Together",
      examples: [
        Example(query: "dune rating:5", meaning: "both; you may write and between them", kind: .book),
        Example(query: "emma or genre:fiction", meaning: "one of them, or both", kind: .book),
        Example(query: "-dune", meaning: "not; also before keys and parentheses", kind: .book),
        Example(query: "not is:closed", meaning: "the same as a word", kind: .issue),
        Example(query: "(emma or dune) -messiah", meaning: "and binds more closely than or", kind: .book),
      ],
      text: """
        A backslash makes the next character plain text, and quotation marks everything between them: \
        \\-dune, "or", "10:30".
        """),
    Section(
      title: "In the shell", examples: [],
      text: """
        Arguments are joined by spaces, however the shell cut them. The shell takes quotation marks away: put those of a \
        phrase into others, '"mind killer"'. To most shells # begins a comment, < and > are files (rating:>4 makes one \
        called 4), ! may recall an earlier command, and * stands for files: write '#lending' and 'rating:>=4', or \
        tag:lending and rating:4..
        """),
    Section(
      title: "Regular expressions", examples: [],
      text: """
        .  [abc]  [a-z]  [^abc]  \\w  \\d  \\s  \\W  \\D  \\S  \\b  \\B  \\n  \\t  ^  $  *  +  ?  {2}  {2,}  {2,5}  |  (…)  (?:…)
        All white space counts as a space, so \\n and \\t match what a space matches. They are matched against text without case and accents, on one line, in linear time. There \
        are no backreferences and no lookahead.
        """),
    Section(
      title: "Saved filters", examples: [],
      text: """
        `shelf filter save lent issue '#lending' is:open` saves a query in shelf.yaml; --filter lent uses it, together with \
        whatever else is asked for. Several --filter, or several --where, have to hold together. all and recent (modified:<7d: by its dates, something happened to it in the last seven days) are built in.
        """),
  ]
}

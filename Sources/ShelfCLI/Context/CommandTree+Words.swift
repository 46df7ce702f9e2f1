/// The words that people try as commands, and what shelf answers.
extension CommandTree {
  static let wishing = ["wish", "wishes", "wishlist", "want", "wants"]

  static let reserving = ["reserve", "hold", "request", "vormerken", "reservieren"]

  /// The names that people may know from other programs, and the corresponding commands of shelf.
  static let synonyms = [
    "get": "show", "view": "show", "cat": "show", "info": "show", "find": "search", "grep": "search", "query": "search",
    "new": "book add", "create": "book add", "remove": "delete", "modify": "set", "update": "set",
    "change": "set", "done": "close", "open": "browse", "tui": "browse", "summary": "stats",
    "check": "doctor", "fsck": "doctor", "lint": "doctor", "fix": "doctor --fix", "revert": "undo",
    "history": "log", "duplicates": "doctor --only probable-duplicate", "dedupe": "doctor --only probable-duplicate",
    "todo": "issues", "todos": "issues", "tasks": "issues", "task": "issues", "review": "edit", "notes": "note",
    "comment": "note", "annotate": "note",
    "read": "finish", "extend": "renew", "prolong": "renew",
    "reading": "list is:inProgress --columns title,progress", "unread": "list is:onShelf",
    "count": "stats", "version": "--version", "validate": "doctor", "verify": "doctor", "where": "show",
    "tbr": "next", "isbn": "add",
    "random": "list --sort random --limit 1",
    "compare": "import FILE --dry-run", "lost": "set TITLE owned=false",
    "discard": "set TITLE owned=false", "discarded": "set TITLE owned=false", "withdraw": "set TITLE owned=false",
    "withdrawn": "set TITLE owned=false", "weed": "set TITLE owned=false", "weeded": "set TITLE owned=false",
    "given": "set TITLE owned=false", "inventur": "stocktake", "stock": "stocktake",
    "undelete": "undo", "restore": "undo", "recover": "undo", "buy": "got", "bought": "got", "purchase": "got",
    "returned": "return", "started": "start", "finished": "list is:completed", "completed": "list is:completed",
    "abandoned": "list is:abandoned", "paused": "list is:paused", "wanted": "list is:wanted", "rated": "rate",
    "suggest": "next", "recommend": "next", "pick": "next", "who": "loans",
    "class": "loans", "late": "loans overdue", "back": "return", "checkin": "return", "checkout": "lend",
    "currently": "list is:inProgress --columns title,progress", "rating": "rate", "titles": "list --columns title",
    "copies": "set TITLE copies=NUMBER", "year": "stats --year", "quotation": "quote add", "highlight": "quote add",
    "reread": "start", "sell": "set TITLE owned=false", "sold": "set TITLE owned=false", "fields": "help records",
    "stop": "abandon", "untag": "set BOOK tags-=TAG", "save": "sync --commit", "push": "sync", "pull": "sync",
    "calendar": "help reminders", "owned": "got", "replace": "rename", "correct": "rename", "fixname": "rename",
    "substitute": "rename",
  ]

  /// Answers for words that do not correspond to a single command of shelf.
  static let answers = [
    "cite": citations, "citation": citations, "citations": citations, "bibliography": citations, "apa": citations,
    "mla": citations, "chicago": citations,
    "backup": "copy the library's folder, such as with `cp -r`; `shelf guide back up` shows a backup with its history",
    "archive": archive, "status": status, "inventory": inventory,
    "remind": letters, "reminder": letters, "reminders": letters, "letters": letters, "mail": letters,
    "borrowers": people, "borrower": people, "readers": people, "people": people, "persons": people, "pupils": people,
    "students": people, "members": people, "patrons": people,
    "missing": cited, "cited": cited,
    "due": due, "agenda": due,
    "readinglist": readingList, "syllabus": readingList, "course": readingList, "courses": readingList,
    "collection": readingList,
    "location": whereBooksStand, "locations": whereBooksStand, "places": whereBooksStand, "rooms": whereBooksStand,
    "commit": "`git add -A && git commit` commits all changes, and `shelf library set git.commit=true` each new one",
    "clone": "`git clone URL` copies a library, and `shelf sync` in the copy exchanges the changes of both",
    "give": "`shelf lend BOOK PERSON` lends a book; if you gave it away, use `shelf set BOOK owned=false`",
    "mark": "`shelf finish BOOK` marks a book as read, and `shelf start BOOK` as being read",
    "damaged": damaged, "broken": damaged,
    "move": move, "mv": move,
    "insurance": insurance, "value": insurance, "worth": insurance,
    "print":
      "`shelf list --format html > list.html` writes a page to print; `shelf publish --output FOLDER` makes a website",
    "labels": "`shelf list -c title,author --format csv > labels.csv` writes a table for a word processor's labels",
  ]

  static let damaged = "`shelf note BOOK TEXT` adds a remark to a book, such as the number of a damaged copy"

  static let archive =
    "`shelf set BOOK owned=false` keeps the record of a book that you no longer have; `shelf guide back up` shows how "
    + "to back up the library"

  static let status =
    "`shelf` shows what you are reading and what is due, `shelf stats` counts, and `git status` lists changed files"

  static let inventory =
    "`shelf stocktake FILE` compares scanned numbers with the library; `shelf guide inventory` shows how to print a "
    + "row for each copy"

  static let letters =
    "shelf sends no letters; `shelf loans overdue --format csv` writes a table for a mail merge, and `shelf help "
    + "reminders` shows how to get reminders yourself"

  static let people =
    "`shelf loans --by person` lists the people who borrow books, and `shelf loans NAME` lists the loans of a person"

  static let move =
    "`shelf set --where FIELD:\"OLD PLACE\" FIELD=\"NEW PLACE\"` changes where many books stand; `shelf rename` "
    + "renames a record or a value everywhere"

  static let insurance =
    "`shelf list owned:true --group FIELD --sum FIELD` adds up a field with amounts; `shelf guide recipes` "
    + "has a list for the insurance"

  static let due =
    "`shelf` shows what is due within a week; `shelf issues` lists your issues, and `shelf loans` all loans"

  static let citations =
    "`shelf export bibtex` writes a bibliography, and `shelf export csl-json | pandoc --citeproc -f csljson -t plain` "
    + "formats one; add a query such as author:herbert to choose the books"

  static let cited =
    "`shelf export bibtex --cited FILE` exports the books that a text cites, and names the keys that no book has"

  static let readingList =
    "`shelf set TITLE --tag LIST` puts a book on a list of your own, and `shelf list --tag LIST` shows the list; for "
    + "an order of your own, see `shelf guide reading list`"

  static let whereBooksStand =
    "`shelf library set fields.book.location.type=text` declares a field for the places of books, and "
    + "`shelf list --group location` lists the books by it"
}

/// The words of published pages in one language.
///
/// The initial values are English. Other languages pass their own words to the initializer, and a test lists the words
/// that they omit. Strings with names in braces are templates.
package struct PageWords: Sendable {
  // MARK: The parts of the site

  package var books = "Books"
  package var authors = "Authors"
  package var genres = "Genres"
  package var series = "Series"
  package var wishList = "Wish list"
  package var quotes = "Quotes"
  package var years = "Years"
  package var stats = "Stats"
  package var siteParts = "Parts of this site"
  package var skip = "Skip to content"
  package var follow = "Follow by {feeds}. Everything as {data}."
  package var data = "data"
  package var quotesFeed = "quotes"
  package var feedOfQuotes = "{name}: quotes"

  // MARK: Numbers of things

  package var bookCount: Counted = ["{n} book", "{n} books"]
  package var authorCount: Counted = ["{n} author", "{n} authors"]
  package var genreCount: Counted = ["{n} genre", "{n} genres"]
  package var seriesCount: Counted = ["{n} series", "{n} series"]
  package var quoteCount: Counted = ["{n} quote", "{n} quotes"]
  package var pageCount: Counted = ["{n} page", "{n} pages"]
  package var hourCount: Counted = ["{n} hour", "{n} hours"]
  package var dayCount: Counted = ["{n} day", "{n} days"]
  package var allBooks: Counted = ["All {n} book", "All {n} books"]
  package var allQuotes: Counted = ["All {n} quote", "All {n} quotes"]
  package var andMore = "and {n} more"
  /// The rating of a book. The number can have decimals.
  package var ofFiveStars = "{n} of 5 stars"
  package var partOf = "{count} of {all}"

  // MARK: Lists

  package var comma = ", "
  /// The text between the names in a list.
  package var listComma = ", "
  package var and = " and "
  /// The conjunction before a name that begins with an “i” sound, if it differs.
  package var andBeforeI: String?
  package var or = " or "
  package var fullStop = "."
  package var later = "Later"
  package var earlier = "Earlier"
  package var before = "Before"
  package var after = "After"
  package var titleOfPage = "{title}, page {n}"
  package var pages = "Pages"
  package var latestBooks = "{books}, the latest first."
  package var latestQuotes = "{quotes} from books, the latest first."

  // MARK: Books

  package var titleBy = "{title} by {authors}"
  package var review = "Review"
  package var synopsis = "Synopsis"
  package var onWishList = "On the wish list"
  package var readingNow = "Reading now"
  package var since = DatePhrase("since {date}")
  package var paused = "Paused"
  package var started = DatePhrase("started {date}")
  package var abandoned = "Abandoned"
  package var abandonedOn = DatePhrase("Abandoned {date}")
  package var read = "Read"
  /// The text that precedes the dates of a reading.
  package var readOn = "Read "
  package var inDays: Counted = ["in {n} day", "in {n} days"]
  package var contributor = "Contributor"
  package var published = "Published"
  package var originalTitle = "Original title"
  package var publisher = "Publisher"
  package var pageFact = "Pages"
  package var language = "Language"
  package var isbn = "ISBN"
  package var yes = "yes"
  package var no = "no"
  package var readings = "Readings"
  package var oneQuote = "A quote"
  package var moreBy = "More by {name}"
  package var moreOf = "More of {name}"
  package var otherEditions = "Other editions"
  package var inSeries = "In the series {name}"
  package var readTimes: Counted = ["Read {n} time from {first} to {last}", "Read {n} times from {first} to {last}"]
  package var yearBC = "{year} BC"
  package var linkToQuote = "Link to this quote"
  package var quotePage = "p. {page}"
  package var quotePages = "pp. {page}"
  package var quoteLeaf = "f. {page}"
  package var quoteLeaves = "ff. {page}"
  /// The chapter of a quote, if chapters are numbered.
  package var quoteChapter = "ch. {chapter}"
  /// The playing time of an audiobook.
  package var hoursAndMinutes = "{hours}\u{A0}h {minutes}\u{A0}min"
  package var hours = "{hours}\u{A0}h"
  package var minutes = "{minutes}\u{A0}min"
  /// The words for statuses, by value. In English, they are derived from the values, as are the words of the following
  /// tables.
  package var statuses: [String: String] = [:]
  /// The roles of contributors.
  package var roles: [String: String] = [:]
  /// The names of the fields that a page lists, by key.
  package var fields: [String: String] = [:]
  /// The names of languages, by tag.
  package var languages: [String: String] = [:]

  // MARK: Statistics

  package var statsDescription = "Statistics of the library."
  package var inNumbers = "In numbers"
  package var goals = "Goals"
  package var goalCount: Counted = ["{count} of {n} book", "{count} of {n} books"]
  /// The titles of sections, by key.
  package var sections: [String: String] = [:]
  /// Single numbers, by key.
  package var figures: [String: Counted] = [
    "daysPerBook": ["{n} days a book", "{n} days a book"], "pagesPerDay": ["{n} pages a day", "{n} pages a day"],
    "all": ["{n} pages in all", "{n} pages in all"], "read": ["{n} pages read", "{n} pages read"],
    "average": ["{n} pages a book", "{n} pages a book"],
    "longest": ["{n} pages in the longest", "{n} pages in the longest"],
    "hours.all": ["{n} hour in all", "{n} hours in all"],
    "hours.read": ["{n} hour listened", "{n} hours listened"],
    "hours.average": ["{n} hour a book", "{n} hours a book"],
    "hours.longest": ["{n} hour in the longest", "{n} hours in the longest"],
  ]
  package var what = "What"
  package var share = "Share"
  package var number = "Number"
  package var asTable = "As a table"
  package var noTitle = "no title"
  package var unrated = "unrated"

  // MARK: Feeds

  package var readEntry = "Read: {book}"
  package var readAgainEntry = "Read again: {book}"
  package var fromBook = "From {title}"

  // MARK: Authors, genres and series

  package var letters = "Letters"
  package var onAverage = "on average {rating}"
  package var readIn = "read in {year}"
  package var readFrom = "read from {first} to {last}"

  // MARK: The first page

  package var siteDescription = "Books, read and remembered."
  package var noBooks = "There are no books here yet."
  /// The text after the number of books read in a year.
  package var ofGoal = "of {n} in the reading goal"
  package var recentlyFinished = "Recently finished"
  package var readAgain = "read again"
  package var kept = "Kept"

  // MARK: Other pages

  package var notFound = "Not found"
  package var pageIsMissing = "This page does not exist."
  package var goHome = "Go to the home page"
  package var someDay = "Undated"

  // MARK: The search form

  package var searchAll = "Search all books"
  package var searchWords = "Words"
  package var search = "Search"
  package var genre = "Genre"
  package var status = "Status"
  package var finished = "Finished"
  package var rating = "Rating"
  package var orMore = "{stars} and more"
  package var sort = "Sort"
  package var title = "Title"
  package var author = "Author"
  package var year = "Year"
  package var latest = "Latest"
  package var show = "Show"
  package var list = "List"
  package var covers = "Covers"
  package var any = "Any"
  package var indexIsMissing = "The index of the books is missing."
  package var nothingFound = "No book matches this search."
  package var clearSearch = "Clear the search"
  package var showMore = "Show more"

  // MARK: Years

  package var yearsDescription = "Books by the year in which they were finished."
  package var finishedIn: Counted = ["{n} book finished in {year}.", "{n} books finished in {year}."]
  package var yearInBooks = "{year} in books"
  package var averageStars = "{n} stars on average"
  package var againCount: Counted = ["{n} read again", "{n} read again"]
  package var byMonth = "Month by month"
  package var finishedByMonth = "Books finished by month"
  package var ofNote = "Of note"
  package var longest = "Longest"
  package var shortest = "Shortest"
  package var oldest = "Oldest"
  package var ratings = "Ratings"
  package var stars = "Stars"
  package var allOfThem = "All of them"
  package var again = "again"
  package var allYears = "All years"
}

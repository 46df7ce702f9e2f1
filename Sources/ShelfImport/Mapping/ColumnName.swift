import ShelfModel
import ShelfText

/// The name of a column as names are compared.
enum ColumnName {
  static func fold(_ name: String) -> String {
    name.utf8.contains(UInt8(ascii: "#"))
      ? Folding.fold(name).filter { $0.isLetter || $0.isNumber || $0 == "#" } : Folding.letters(name)
  }

  /// Returns whether a cell is too long for a name.
  static func isText(_ cell: String) -> Bool { cell.utf8.count > 200 }

  /// Returns the field of a book that a column of an unknown table most likely is.
  static func guess(_ column: String) -> FieldHandle? {
    if isText(column) { return nil }
    let plain = Folding.letters(column)
    return names[plain] ?? fields[plain]
  }

  /// The fields of a book by their own names.
  private static let fields = Dictionary(
    Kind.book.fields.filter { !$0.isAutomatic }.map { (Folding.fold($0.key), FieldHandle($0)) },
    uniquingKeysWith: { first, _ in first })

  /// Returns whether a column asks of each book whether it was read, or says when.
  static func asksWhetherRead(_ column: String) -> Bool {
    readQuestions.split(separator: " ").contains { $0 == Folding.letters(column) }
  }

  private static let readQuestions = "read gelesen lu leido letto haveread"

  /// Returns how good a name a column has for the field that it is taken for: the lower, the better.
  static func rank(_ column: String) -> Int { ranks[Folding.letters(column)] ?? 0 }

  private static let ranks: [String: Int] = {
    var ranks: [String: Int] = [:]
    for list in lists.values {
      for (rank, name) in list.split(separator: " ").enumerated() { ranks[String(name)] = rank }
    }
    return ranks
  }()

  private static let names: [String: FieldHandle] = {
    var names: [String: FieldHandle] = [:]
    for (field, list) in lists { for name in list.split(separator: " ") { names[String(name)] = field } }
    return names
  }()

  /// The names of columns, the clearest first.
  private static let lists: [FieldHandle: String] = {
    [
      .title: "title name booktitle book fulltitle titel titulo titre",
      .author: "author authors authorname writer writers creator creators by autor auteur autore bookauthor",
      .contributors:
        "contributors contributor translator translators translatedby illustrator illustrators illustratedby editor editors "
        + "editedby narrator narrators narratedby ubersetzer ubersetzung traducteur traductor traduttore",
      .status:
        "status readstatus state readingstatus shelf exclusiveshelf bookshelf "
        + readQuestions,
      .rating:
        "rating myrating myownrating ownrating stars star score mark starrating userrating bewertung wertung sterne valoracion valutazione",
      .genres:
        "genres genre tags tag categories category shelves bookshelves subjects subject topics keywords collections",
      .series: "series group",
      .isbn: "isbn isbn13 isbn10 ean eanisbn13 upcisbn10 isbnuid industryidentifiers",
      .format: "format binding bookformat booktype media",
      .publisher: "publisher publishers verlag",
      .year:
        "year originalpublicationyear publicationyear yearpublished yearout publish publishdate publisheddate publicationdate published pubdate releasedate pubyear yearofpublication",
      .pages: "pages printlength numberofpages pagecount numpages totalpages totpages length total",
      .language: "language lang languagecode",
      .recommendedBy: "recommendedby recommender",
      .dateAdded: "dateadded added addedat addedon created createdat entrydate timeadded",
      .dateStarted:
        "starteddate begindate readingstarted datestarted started startdate startedat began begin start startreading begun",
      .dateCompleted:
        "finisheddate yearread readyear readdate readon dateended completeddate finishedon lastread datecompleted completed finished finishdate datefinished enddate dateread lastdateread end finishedat readat date finish completedat",
      .progress: "progress currentpage pagesread",
      .readings: "readings",
      .abandoned:
        "abandoned dnf abandondate abandonedat abandonedon abandoneddate dateabandoned dnfdate stopdate stoppeddate",
      .synopsis: "synopsis description summary abstract blurb plot",
      .review: "review myreview reviewtext thoughts opinion",
      .notes: "notes note privatenotes comment comments commentaire commentaires remarks",
    ]
  }()
}

import ShelfFormats
import ShelfModel
import ShelfText

/// Names of columns, and the fields that they suggest.
///
/// A table in an unknown format is interpreted by the names of its columns. For each field there is a list of names in
/// several languages, the clearest first. If two columns suggest the same field, the clearer name wins.
enum ColumnName {
  /// Returns a name in the form used for comparing names: lowercase, without accents, and without punctuation other
  /// than `#`.
  static func fold(_ name: String) -> String {
    name.utf8.contains(UInt8(ascii: "#"))
      ? Folding.fold(name).filter { $0.isLetter || $0.isNumber || $0 == "#" } : Folding.letters(name)
  }

  /// Returns whether a cell is too long to be the name of a column.
  static func isText(_ cell: String) -> Bool { cell.utf8.count > 200 }

  /// Returns the field of a book that a column most likely contains, judging by its name, or nil if the name does not
  /// suggest a field.
  static func guess(_ column: String) -> FieldHandle? {
    if isText(column) { return nil }
    let plain = Folding.letters(column)
    return names[plain] ?? fields[plain]
  }

  private static let fields = Dictionary(
    Kind.book.fields.filter { !$0.isAutomatic }.map { (Folding.fold($0.key), FieldHandle($0)) },
    uniquingKeysWith: { first, _ in first })

  /// Returns whether the name of a column is a question such as “Read?”; the cells may also contain dates.
  static func asksWhetherRead(_ column: String) -> Bool {
    readQuestions.split(separator: " ").contains { $0 == Folding.letters(column) }
  }

  private static let readQuestions = "read gelesen lu leido letto haveread"

  /// Returns whether a column contains the position of a book in its series, if the table has a series column.
  static func isSeriesNumber(_ column: String) -> Bool { seriesNumbers.contains(fold(column)) }

  /// The names of columns that contain the position in a series, clearest first.
  static let seriesNumbers: [String] = {
    let names =
      "seriesnumber seriesindex seriesposition seriesno seriesorder numberinseries noinseries positioninseries "
      + "bookinseries volume vol volumeno volumenumber volno band bd bandnummer bandnr tome tom volumen #"
    return names.split(separator: " ").map { String($0) }
  }()

  /// Returns whether a column is named `Shelf` or `Bookshelf`. Its values may be locations or reading statuses.
  static func isShelf(_ column: String) -> Bool { ["shelf", "bookshelf"].contains(fold(column)) }

  /// Returns whether a column is named `Place`. Its values may be places of publication or the locations of the books.
  static func isPlace(_ column: String) -> Bool { fold(column) == "place" }

  /// Returns whether text names a storage location in a home, such as `Box 3`, `Regal B2` or `top shelf`.
  static func namesStorage(_ text: String) -> Bool {
    text.contains(where: \.isNumber) || Folding.words(text).contains(where: isStorage)
  }

  /// Returns whether a folded word names a place in a house, such as `box` or `wohnzimmer`.
  static func isStorage(_ word: String) -> Bool {
    storage.contains(word) || storageEnds.contains { word.hasSuffix($0) }
  }

  private static let storage = Set(
    ("boxes crate crates shelves rack cupboard cabinet drawer trunk office study attic loft cellar basement garage "
      + "kitchen hall hallway closet pile bag desk table storage bedside nightstand upstairs downstairs karton kartons "
      + "fach keller speicher flur buro schublade truhe kuche boite caisse etagere armoire chambre grenier cave bureau "
      + "salon cuisine caja estante estanteria armario scatola scaffale")
      .split(separator: " ").map(String.init))

  /// The endings of words for storage locations, which are often compounds, such as `bookcase` and `Wohnzimmer`.
  private static let storageEnds =
    ["box", "case", "shelf", "room", "regal", "schrank", "kiste", "kisten", "zimmer", "boden", "stapel"]

  /// Returns whether the name of a column shows that the family name comes first.
  static func hasTurnedNames(_ column: String) -> Bool {
    turnedNames.split(separator: " ").contains { $0 == Folding.letters(column) }
  }

  private static let turnedNames = "authorlastfirst authorslastfirst authorlastnamefirstname authorlf"

  /// Returns true for a column of authors' given names, false for a column of their family names, and nil for any other
  /// column.
  ///
  /// - Parameter isNamed: whether the name of the column must mention authors.
  static func isGivenName(_ column: String, isNamed: Bool = false) -> Bool? {
    let plain = Folding.letters(column)
    guard let part = ["authors", "author"].first(where: plain.hasPrefix).map({ plain.dropFirst($0.count) }) else {
      return isNamed ? nil : parts[plain]
    }
    return parts[String(part)] ?? ["first": true, "last": false][part]
  }

  private static let parts = [
    "firstname": true, "givenname": true, "forename": true, "vorname": true, "prenom": true,
    "lastname": false, "familyname": false, "surname": false, "nachname": false,
  ]

  /// Combines the parts of authors' names from two columns. Each column may list several authors, separated by
  /// semicolons or vertical bars.
  static func joined(_ given: String, _ family: String) -> [PersonName.Found] {
    func items(_ text: String) -> [String] {
      text.split(omittingEmptySubsequences: false) { ";|".contains($0) }.map(\.trimmed)
    }
    let (givenNames, families) = (items(given), items(family))
    let pairs = givenNames.count == families.count ? Array(zip(givenNames, families)) : [(given, family)]
    return pairs.compactMap { given, family in
      let parts = [given, family].map { CleanText.collapse(HTMLText.decodingEntities($0)) }
      if parts[0].isEmpty || parts[1].isEmpty { return parts.first { !$0.isEmpty }.map { PersonName.Found($0) } }
      return PersonName.person(family: parts[1], given: parts[0])
    }
  }

  /// Returns a rank for how clearly a column's name identifies its field. A lower rank is clearer.
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

  /// The names of columns for each field, the clearest first.
  private static let lists: [FieldHandle: String] = {
    [
      .title: "title name booktitle book bookname nameofbook titleofbook fulltitle titel titulo titre",
      .author: "author authors authorname writer writername writers creator creators by autor auteur autore bookauthor "
        + "auth aut verf verfasser verfasserin autorin autoren auteurs autores autori "
        + turnedNames,
      .contributors:
        "contributors contributor translator translators translatedby illustrator illustrators illustratedby editor editors "
        + "editedby narrator narrators narratedby ubersetzer ubersetzung traducteur traductor traduttore",
      .status:
        "status readstatus state readingstatus shelf exclusiveshelf bookshelf "
        + readQuestions,
      .rating:
        "rating myrating myownrating ownrating stars star score mark starrating starsoutof5 ratingoutof5 outof5 userrating bewertung wertung sterne valoracion valutazione",
      .genres:
        "genres genre tags tag categories category shelves bookshelves subjects subject topics keywords collections "
        + "gattung kategorie kategorien schlagwort schlagworte schlagworter stichwort stichworte stichworter thema themen "
        + "motscles categorie palabrasclave etiquetas",
      .series: "series seriesname seriestitle group reihe serie zyklus collana",
      .isbn: "isbn isbn13 isbn10 ean eanisbn13 upcisbn10 isbnuid industryidentifiers",
      .format: "format binding bookformat booktype media einband bindung reliure encuadernacion",
      .publisher: "publisher publishers publ pub verlag verl editeur editorial editora editore uitgever",
      .year:
        "originalpublicationyear firstpublicationyear yearfirstpublished originalyear "
        + "origyear origdate yearoriginal firstpub firstpublication origpub originalpublicationdate "
        + "originaldatepublished datefirstpublished firstpublished year publicationyear yearpublished publishedyear yearout "
        + "publish publishdate publisheddate datepublished publicationdate dateofpublication published pubdate releasedate "
        + "releaseyear pubyear yearofpublication yr jahr jg annee ano anno "
        + "jaar",
      .editionDate:
        "editiondate editionyear myedition thisedition myeditionyear yearofedition editionpublished erscheinungsjahr",
      .edition: "edition editionstatement ed edn auflage aufl ausgabe ausg editionnumber",
      .place: "place placeofpublication publicationplace placepublished pubplace publisherplace publisherlocation "
        + "publisheraddress address "
        + "erscheinungsort verlagsort lieudepublication",
      .originalTitle: "originaltitle origtitle originaltitel titreoriginal titulooriginal titolooriginale",
      .duration: "duration audiolength audiobooklength listeninglength runtime runningtime playingtime lengthhours "
        + "lengthminutes hours minutes runtimemin durationminutes",
      .copies: "copies numberofcopies numcopies nocopies ownedcopies quantity qty exemplare anzahl",
      .timesRead: "timesread readcount numberoftimesread",
      .pages: "pages printlength numberofpages noofpages pagecount numpages totalpages totpages length total seiten "
        + "pp pgs seitenzahl seitenanzahl anzahlseiten paginas pagine nombredepages",
      .language: "language lang languagecode sprache langue idioma lingua taal",
      .recommendedBy: "recommendedby recommender empfohlenvon",
      .lentTo:
        "lentto loanedto borrowedby borrower lentoutto onloanto verliehenan ausgeliehenan entliehenan preteea prestadoa",
      .lentOn:
        "lenton lentdate datelent lentsince loanedon loandate dateloaned borrowedon dateborrowed verliehenam "
        + "ausgeliehenam entliehenam",
      .dueOn:
        "dueon duedate due dueback duebackon returnby returndue backby rueckgabe rueckgabeam rueckgabebis faellig faelligam "
        + "ruckgabe ruckgabeam ruckgabebis fallig falligam",
      .returned:
        "returned returnedon datereturned returndate zurueck zurueckam zurueckgegeben zurueckgegebenam zuruck zuruckam zuruckgegeben "
        + "zuruckgegebenam rendu rendule",
      .dateAdded: "dateadded added addedat addedon created createdat entrydate timeadded "
        + "bought boughton datebought purchased purchasedon purchasedate datepurchased dateofpurchase acquired acquiredon "
        + "dateacquired gekauft gekauftam kaufdatum erworben erworbenam acheteele",
      .dateStarted:
        "starteddate begindate readingstarted datestarted started startdate startedat began begin start startreading startedreading datestartedreading begun",
      .dateCompleted:
        "finisheddate yearread readyear readdate readon dateended completeddate finishedon lastread datecompleted completed finished finishdate datefinished enddate dateread lastdateread end finishedat readat date finish finishedreading datefinishedreading completiondate completedat "
        + "gelesenam beendet beendetam luele lele",
      .progress: "progress currentpage pagesread",
      .readings: "readings datesread readdates",
      .abandoned:
        "abandoned dnf abandondate abandonedat abandonedon abandoneddate dateabandoned dnfdate stopdate stoppeddate",
      .synopsis: "synopsis description summary summarydescription abstract blurb plot",
      .review: "review myreview reviewtext thoughts opinion",
      .notes: "notes note privatenotes comment comments commentaire commentaires remarks "
        + "remark bemerkung bemerkungen notiz notizen anmerkung anmerkungen kommentar kommentare notas",
    ]
  }()
}

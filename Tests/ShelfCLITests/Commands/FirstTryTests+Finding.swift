import Testing

@testable import ShelfCLI

/// Finding records.
extension FirstTryTests {
  private func titles(_ command: String, _ words: [String] = []) throws -> [String] {
    try library.run(command + " --format tsv --columns \(command.hasPrefix("quote") ? "text" : "title")", words).split(
      separator: "\n"
    ).map(String.init)
      .filter { !$0.hasPrefix("!") }
  }

  // MARK: - Words

  @Test("words match titles, authors, genres, texts and notes, everywhere alike")
  func wordsMatchWhatPeopleSee() throws {
    _ = try library.run("set Emma", ["notes=borrowed twice", "series=Highbury 1", "publisher=Murray"])
    for word in ["emma", "austen", "village", "borrowed", "highbury", "murray"] {
      #expect(try titles("book list \(word)") == ["Emma"], "\(word)")
      #expect(try library.run("search \(word) --format ids").hasPrefix("b0000003"), "\(word)")
      #expect(try library.run("book set --where \(word) rating=3 --yes --dry-run").contains("1 book"), "\(word)")
    }
    #expect(try titles("book list science") == ["Dune", "Dune Messiah"])
    #expect(try library.run("book set --where science rating=4 --yes --dry-run").contains("dune-messiah-b0000002.yaml"))
    #expect(try library.run("issue list lending --format ids").hasPrefix("f0000001"))
  }

  @Test(
    "words never match ids, sources, paths, numbers or dates",
    arguments: ["good", "goodreads", "b0000003", "books", "1815", "2024", "978", "9780141439587x", "57", "1647"])
  func wordsDoNotMatchNumbers(_ word: String) throws {
    _ = try library.run(
      "set Emma sources=goodreads:234225 year=1815 isbn=9780141439587 dateAdded=2024-05-05 progress=57 pages=474")
    _ = try library.run("lend Dune Anna --date 2024-02-03")
    _ = try library.run("return Dune --date 2024-03-03")
    _ = try library.run("quote set c0000001 page=57 location=1647-1648")
    #expect(try titles("book list", [word]) == [])
    #expect(try library.run("search --format ids", [word]) == "")
    #expect(try titles("quote list", [word]) == [])
  }

  @Test("a whole ISBN is a word, and the start of an id is offered as a query")
  func numbersThatAreNames() throws {
    _ = try library.run("set Emma isbn=978-0-14-143958-7")
    #expect(try titles("book list 9780141439587") == ["Emma"])
    #expect(try library.run("book list b0000003").contains("`id:b0000003` finds 1 book"))
  }

  // MARK: - Random order

  @Test("`--sort random` shuffles, and later keys and limits apply to the shuffled list")
  func sortRandom() throws {
    let all = Set(try titles("book list"))
    var orders: Set<[String]> = []
    for _ in 0..<30 { orders.insert(try titles("book list --sort random")) }
    #expect(orders.count > 3)
    #expect(orders.allSatisfy { Set($0) == all })
    #expect(try titles("book list --sort=-random --limit 1").count == 1)
    for _ in 0..<5 {
      let sorted = try titles("book list --sort status,random")
      #expect(sorted.suffix(2) == ["Emma", "Dune"] || sorted.suffix(2) == ["Dune", "Emma"], "\(sorted)")
      #expect(Set(sorted.prefix(2)) == ["Dune Messiah", "三体"])
    }
    #expect(try library.run("quotes --sort random --limit 1 --format ids").split(separator: "\n").count == 1)
    #expect(try library.run("books --sort random:desc --json title --limit 2").contains("title"))
    #expect(try library.run("next --sort random --columns title").split(separator: "\n").count == 2)
    #expect(try library.run("complete zsh shelf book list --sort", ["ran"]).contains("random"))
  }

  @Test("a field of one's own that is called random is sorted by, not shuffled")
  func aFieldNamedRandom() throws {
    library["shelf.yaml"] = "format: 1\nfields: {book: {random: {type: integer}}}\n"
    _ = try library.run("set Emma random=1")
    _ = try library.run("set Dune random=2")
    #expect(try titles("book list --sort random") == ["Emma", "Dune", "Dune Messiah", "三体"])
  }

  @Test("a setting can sort at random")
  func settingSortsAtRandom() throws {
    library.environment["XDG_CONFIG_HOME"] = library.absolute("config")
    _ = try library.run("config set book.sort random")
    #expect(try library.runOnTerminal("book list --columns title").contains("4 books"))
  }

  // MARK: - Groups and sums

  @Test("`--group` prints groups with counts; a book in two genres is in both and counts once")
  func groups() throws {
    try expect(
      library.transcript([
        ["books --group genre --format table --columns title,status"], ["books --group genre"],
        ["books --group genre --format csv"], ["books --group rating --format jsonl"],
        ["books --group completed"], ["books --group completed:month"], ["books --group year:decade"],
        ["books --group status"], ["books --group author"], ["quotes --group book"], ["quotes --group author"],
        ["issues --group tag"], ["issues --group completed --format table --columns title"],
        ["quotes --group book --format table"],
      ]),
      is: """
        $ books --group genre --format table --columns title,status
        Title         Status

        Fiction (1)
        Dune          completed

        Science Fiction (2)
        Dune          completed
        Dune Messiah  on shelf

        no genre (2)
        Emma          in progress
        三体          on shelf

        4 books
        $ books --group genre
        Fiction	1
        Science Fiction	2
        	2
        $ books --group genre --format csv
        group,count
        Fiction,1
        Science Fiction,2
        ,2
        $ books --group rating --format jsonl
        {"group":3,"count":1}
        {"group":5,"count":1}
        {"group":null,"count":2}
        $ books --group completed
        2019	1
        	3
        $ books --group completed:month
        2019-06	1
        	3
        $ books --group year:decade
        1960s	1
        	3
        $ books --group status
        onShelf	2
        inProgress	1
        completed	1
        $ books --group author
        Jane Austen	1
        Frank Herbert	2
        刘慈欣	1
        $ quotes --group book
        Dune	1
        	1
        $ quotes --group author
        Frank Herbert	1
        	1
        $ issues --group tag
        lending	1
        	1
        $ issues --group completed --format table --columns title
        Title

        open (1)
        Ask Anna to return Dune

        closed (1)
        Measure the hall

        2 issues
        $ quotes --group book --format table
        Dune (1)

        Fear is the mind-killer.
          Dune · p. 8 · 2019-06-03 · c0000001

        no book (1)

        A line without a book,
        and another one.
          no book · 2020-01-01 · c0000002

        2 quotes
        """)
  }

  @Test("groups follow `--sort` and `--limit`")
  func groupsAreSortedAndLimited() throws {
    _ = try library.run("set Emma dateCompleted=2026-11-20 status=completed")
    #expect(try library.run("books --group completed --sort completed:desc") == "2026\t1\n2019\t1\n\t2\n")
    #expect(try library.run("books --group status --limit 1 --sort title:desc") == "onShelf\t1\n")
    #expect(try library.run("books zzz --group genre --json") == "[]\n")
    #expect(try library.run("books zzz --group genre --format table").contains("No matching books"))
  }

  @Test("earlier readings count in their years, as in queries")
  func groupsOfReadings() throws {
    _ = try library.run("set Dune readings=2014-01-01/2014-02-01")
    #expect(try library.run("books dune --group completed") == "2014\t1\n2019\t1\n\t1\n")
    #expect(try library.run("stats --by completed --year 2019 dune") == "books\t2019\t1\n")
  }

  @Test("`--sum` adds up numbers, counts and money, one total per currency")
  func sums() throws {
    library["shelf.yaml"] =
      "format: 1\nname: Small\nfields: {book: {price: {type: money}, location: {type: text}, signed: {type: boolean}}}\n"
    _ = try library.run("set Emma", ["price=12.50 EUR", "location=Study", "signed=true"])
    _ = try library.run("set 三体", ["price=8 EUR", "location=study"])
    _ = try library.run("set Dune", ["price=20 USD", "location=Hall"])
    try expect(
      library.transcript([
        ["books --group location --sum price --format table --columns title,price"],
        ["books --group location --sum price"], ["books --group location --sum price --json"],
        ["books --sum price --format table"], ["books --sum price --json"], ["books --sum price"],
        ["books --sum price --format csv"], ["books --sum year"], ["books --sum quotes --group author"],
        ["books --group signed --format table --columns title"],
      ]),
      is: """
        $ books --group location --sum price --format table --columns title,price
        Title             Price

        Hall (1; price: 20 USD)
        Dune             20 USD

        Study (2; price: 20.50 EUR)
        Emma          12.50 EUR
        三体              8 EUR

        no location (1)
        Dune Messiah

        4 books; price: 20.50 EUR, 20 USD; 1 without price
        $ books --group location --sum price
        Hall	1	20 USD
        Study	2	20.50 EUR
        	1	
        ! note: 1 without price
        $ books --group location --sum price --json
        [
          {
            "group": "Hall",
            "count": 1,
            "sum": [
              "20 USD"
            ]
          },
          {
            "group": "Study",
            "count": 2,
            "sum": [
              "20.50 EUR"
            ]
          },
          {
            "group": null,
            "count": 1,
            "sum": []
          }
        ]
        ! note: 1 without price
        $ books --sum price --format table
        ID        Title         Author         Status       Rating  Genres                       Quotes       Price
        b0000001  Dune          Frank Herbert  completed    ★★★★★   [Fiction] [Science Fiction]  1 quote     20 USD
        b0000002  Dune Messiah  Frank Herbert  on shelf             [Science Fiction]
        b0000003  Emma          Jane Austen    in progress  ★★★☆☆                                         12.50 EUR
        b0000004  三体          刘慈欣         on shelf                                                       8 EUR

        4 books; price: 20.50 EUR, 20 USD; 1 without price
        $ books --sum price --json
        {
          "count": 4,
          "sum": [
            "20.50 EUR",
            "20 USD"
          ]
        }
        ! note: 1 without price
        $ books --sum price
        4	20.50 EUR; 20 USD
        ! note: 1 without price
        $ books --sum price --format csv
        count,sum
        4,20.50 EUR; 20 USD
        ! note: 1 without price
        $ books --sum year
        4	1965
        ! note: 3 without year
        $ books --sum quotes --group author
        Jane Austen	1	0
        Frank Herbert	2	1
        刘慈欣	1	0
        $ books --group signed --format table --columns title
        Title

        yes (1)
        Emma

        signed not set (3)
        Dune
        Dune Messiah
        三体

        4 books
        """)
  }

  @Test("groups and sums that make no sense are refused")
  func groupsAreRefused() throws {
    #expect(try library.refused("books --group titel").contains("did you mean “title”?"))
    #expect(try library.refused("books --group year:month").contains("numbers in decades"))
    #expect(try library.refused("books --group completed:week").contains("day, month, year, decade"))
    #expect(try library.refused("books --sum rating").contains("pages"))
    #expect(try library.refused("books --group status --format ids").contains("cannot be combined"))
    #expect(try library.refused("books --group status --json title").contains("use --json alone"))
  }

  // MARK: - Authors

  @Test(
    "authors are sorted by family name",
    arguments: [
      (["Ursula K. Le Guin", "Stanisław Lem", "C. S. Lewis"], "Ursula K. Le Guin|Stanisław Lem|C. S. Lewis"),
      (
        ["Ludwig van Beethoven", "Saul Bellow", "Jean de La Fontaine"],
        "Ludwig van Beethoven|Saul Bellow|Jean de La Fontaine"
      ),
      (
        ["Martin Luther King, Jr.", "Kurt Vonnegut Jr.", "Rudyard Kipling"],
        "Martin Luther King, Jr.|Rudyard Kipling|Kurt Vonnegut Jr."
      ),
      (["Voltaire", "Simone Weil", "Austen, Jane"], "Jane Austen|Voltaire|Simone Weil"),
    ])
  func authorsByFamilyName(_ names: [String], _ sorted: String) throws {
    for (number, name) in names.enumerated() { _ = try library.run("add Book\(number) --author", [name]) }
    let list = try library.run("list title:book --sort author --columns author --format tsv")
    #expect(list.split(separator: "\n").joined(separator: "|") == sorted)
  }

  @Test("`stats --by` draws the counts of any field")
  func statsByField() throws {
    _ = try library.run("add", ["Unread #dune", "--genre", "Horror"])
    #expect(
      try library.run("stats --by genre")
        == "books\tScience Fiction\t2\nbooks\tFiction\t1\nbooks\tHorror\t1\nbooks\t\t2\n")
    #expect(try library.run("stats --by year:decade dune").contains("books\t1960s\t1\n"))
    #expect(try library.run("stats --by tag") == "quotes\t\t2\nissues\tlending\t1\nissues\t\t1\n")
    #expect(try library.run("stats --by status --json").contains("\"name\": \"inProgress\""))
    #expect(try library.run("stats --by rating --json").contains("\"name\": null"))
    let page = try library.runOnTerminal("stats --by status")
    #expect(page.contains("Books by status") && page.contains("on shelf") && page.contains("█"))
    #expect(try library.refused("stats --by titel").contains("did you mean “title”?"))
    #expect(try library.run("stats --by month") == (try library.run("stats --by completed:month")))
    #expect(try library.run("list --group decade --count") == (try library.run("list --group year:decade --count")))
    _ = try library.run("set holes status=completed dateCompleted=2019-03-02")
    let year = try library.runOnTerminal("stats 2019")
    #expect(year == (try library.runOnTerminal("stats --year 2019")) && year.contains("1 book"), "\(year)")
    let byAuthor = try library.runOnTerminal("stats --year 2019 --by author", columns: 200)
    #expect(byAuthor.contains("--group author --sum pages`"), "\(byAuthor)")
  }

  // MARK: - Tags

  @Test("`tag list` counts open issues, books and quotes, and `tag show` prints each quote with its book and page")
  func tagsAreCounted() throws {
    _ = try library.run("quote set c0000001 tags=irony --create")
    #expect(
      try library.run("tags --columns name,books,quotes,openIssues")
        == "buy\t0\t0\t0\nirony\t1\t1\t0\nlending\t1\t0\t1\n")
    #expect(try library.run("tags --format table").contains("irony    no open issues  1 book  1 quote"))
    #expect(try library.run("tags --sort books:desc,name:desc --columns name") == "lending\nirony\nbuy\n")
    #expect(try library.run("tag show irony").contains("  Fear is the mind-killer.\n    Dune · p. 8 · #irony"))
    #expect(try library.run("show Dune").contains("    p. 8 · #irony"))
  }

  @Test("`#` offers all tags, narrowed by what is typed anywhere in their names")
  func hashOffersTags() throws {
    _ = try library.run("tag add to-read-next")
    #expect(try library.run("complete zsh shelf search", ["#"]) == "#buy\n#lending\n#to-read-next\n")
    #expect(try library.run("complete zsh shelf search", ["#end"]) == "#lending\n")
    #expect(try library.run("complete zsh shelf search", ["#e"]) == "#lending\n#to-read-next\n")
    #expect(try library.run("complete zsh shelf search", ["#b"]) == "#buy\n")
  }

  // MARK: - Ranking

  @Test("`search` ranks titles that begin with the words, then titles, authors and series, then the rest")
  func searchRanks() throws {
    _ = try library.run("add", ["A Year in Emma’s House"])
    _ = try library.run("add", ["Clueless", "--synopsis", "After Emma."])
    _ = try library.run("add", ["Bovary", "--author", "Emma Roberts"])
    _ = try library.run("add", ["The Emmas"])
    let found = try library.run("search emma --format tsv").split(separator: "\n").map { $0.split(separator: "\t")[2] }
    #expect(found == ["Emma", "The Emmas", "Bovary", "A Year in Emma’s House", "Clueless"])
    #expect(
      try library.run("search", ["emma", "--format", "ids", "--limit", "1"]) == "b0000003-0000-4000-8000-000000000000\n"
    )
    #expect(try library.run("search", ["emma or dune"]).hasPrefix("book\tb0000001"))
    #expect(try titles("book list", ["emma"]).first == "Bovary")
  }

  // MARK: - Editions

  @Test(
    "editions with the same title and author are told apart by what differs",
    arguments: [
      ["year=1815", "year=1996", "1815", "1996"], ["publisher=Penguin", "publisher=Oxford", "Penguin", "Oxford"],
      ["contributors=Ann Lee (translator)", "notes=x", "translated by Ann Lee", ""],
      ["format=audio", "format=ebook", "audio", "ebook"], ["language=en", "language=pl", "en", "pl"],
    ])
  func editionsAreToldApart(_ values: [String]) throws {
    _ = try library.run("add", ["Emma", "--author", "Jane Austen", "--duplicate"])
    let ids = try library.run("book list title:=emma --format ids").split(separator: "\n").map(String.init)
    let added = try #require(ids.first { !$0.hasPrefix("b0000003") })
    _ = try library.run("set b0000003", values[0] == "year=1815" ? ["year=1815"] : ["year=1815", values[0]])
    _ = try library.run("set \(added)", values[1].hasPrefix("year=") ? [values[1]] : ["year=1815", values[1]])
    let refusal = try library.refused("rate Emma 4")
    #expect(refusal.contains("b0000003 “Emma”, \(values[2])"), "\(refusal)")
    #expect(refusal.contains("“Emma”" + (values[3].isEmpty ? "" : ", \(values[3])")), "\(refusal)")
    let shown = try library.run("complete --described fish shelf rate", ["Em"])
    #expect(shown.contains("2 editions: ") && shown.contains(values[2]), "\(shown)")
  }
}

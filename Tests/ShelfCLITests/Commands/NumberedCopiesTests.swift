import Testing

@testable import ShelfCLI

/// Tests copies that have numbers, such as barcodes: loans, lists, merges and stocktakes.
struct NumberedCopiesTests {
  private let library: TestLibrary

  init() throws {
    library = try TestLibrary()
    _ = try library.run("library set fields.book.barcodes.type=text fields.book.signatur.type=text")
    _ = try library.run(
      "book add",
      [
        "Holes", "--author", "Louis Sachar", "--copies", "3", "--barcodes", "010047; 010048; 010049", "--signatur",
        "JB 23",
      ])
    _ = try library.run("book add", ["Momo", "--author", "Michael Ende", "--barcodes", "010027"])
  }

  private func file(_ title: String) throws -> String {
    let path = try library.run("list", ["title:=" + title, "--columns", "path", "--format", "tsv"])
    return library[path.split(separator: "\n").first.map(String.init) ?? ""] ?? ""
  }

  /// A number that is also the beginning of another record's id names neither of them.
  @Test func aNumberThatIsTheBeginningOfAnID() throws {
    _ = try library.run("set momo barcodes=b0000001")
    for line in ["delete b0000001 --yes", "lend b0000001 Ali", "set B0000001 rating=1"] {
      let said = try library.refused(line)
      #expect(said.contains("matches 2 ") && said.contains("“Momo”") && said.contains("“Dune”"), "\(said)")
      #expect(said.contains("such as b0000001-0000-4000-8000-000000000000"), "\(said)")
    }
    #expect(try library.run("set b0000001-0000-4000-8000-000000000000 rating=1").contains("“Dune”"))
  }

  @Test("a loan records the number of the copy, and returning the number ends exactly this loan")
  func lendAndReturn() throws {
    #expect(
      try library.run("lend", ["010048", "Ali 9b", "--until", "2w"])
        == "“Holes”: copy 010048 lent to Ali 9b since 2026-11-21, due 2026-12-05, 1 of 3 lent\n")
    #expect(try file("Holes").contains("lentTo: Ali 9b\nlentOn: 2026-11-21\ndueOn: 2026-12-05\nlentCopy: \"010048\"\n"))
    #expect(try library.run("lend", ["10047", "Fr. Weber"]).contains("copy 010047 lent to Fr. Weber"))
    #expect(try file("Holes").contains("2026-11-21/.. Fr. Weber (copy 010047)\n"))
    #expect(
      try library.refused("lend", ["010048", "Max"]) == """
        ! error: copy 010048 of “Holes” has not been returned: lent to Ali 9b since 2026-11-21, due 2026-12-05
        ! hint: once it has been returned, run `shelf return 010048`; not lent: 010049
        [1]

        """)
    #expect(
      try library.refused("return 010049") == """
        ! error: copy 010049 of “Holes” is not lent
        ! hint: lent: 010048 (Ali 9b), 010047 (Fr. Weber)
        [1]

        """)
    #expect(try library.run("renew 010047 3w") == "“Holes”: copy 010047 Fr. Weber: due on 2026-12-12\n")
    #expect(try library.run("return 010048") == "“Holes”: copy 010048 back from Ali 9b, lent 2026-11-21\n")
    #expect(
      try file("Holes").contains("lentTo: Fr. Weber\nlentOn: 2026-11-21\ndueOn: 2026-12-12\nlentCopy: \"010047\"\n"))
    #expect(try file("Holes").contains("Ali 9b (copy 010048)\n"))
    _ = try library.run("undo")
    #expect(try file("Holes").contains("lentCopy: \"010048\""))
    #expect(try !library.run("doctor").contains("contradictory-loan"))
  }

  @Test("`loans` shows the copies, and who has or had one")
  func loans() throws {
    _ = try library.run("lend", ["Momo", "Mia"])
    _ = try library.run("lend", ["010048", "Ali"])
    _ = try library.run("lend", ["010047", "Ben"])
    _ = try library.run("return 010048")
    #expect(
      try library.run("loans --format csv --columns person,copy --sort copy") == "person,copy\nBen,010047\nMia,\n"
    )
    #expect(try library.run("loans --json").contains("\"copy\": \"010047\""))
    #expect(try library.run("loans 010047 --columns person --format tsv") == "Ben\n")
    #expect(try library.run("loans past 010048 --columns person --format tsv") == "Ali\n")
    #expect(try library.run("loans 010048 --columns person").contains("no loan matches"))
    #expect(try library.run("list lentCopy:010047 --columns title,lentCopy") == "Holes\t010047\n")
    // Mia may have the copy that Ali had.
    _ = try library.run("lend", ["Holes", "Mia"])
    for number in ["010048", "10048"] {
      #expect(try library.run("loans \(number) --columns person --format tsv") == "Mia\n")
    }
    _ = try library.run("lend", ["010048", "Cem"])
    #expect(try library.run("list lentCopy:10048 --columns title --format tsv") == "Holes\n")
  }

  @Test("only a copy that is lent can be returned, and all copies that the user named are")
  func namedCopies() throws {
    for (number, person) in [("010047", "Ben"), ("010048", "Ben"), ("010049", "Anna")] {
      _ = try library.run("lend", [number, person])
    }
    #expect(try library.refused("return 010047 010049 --all").contains("are lent: to Ben and Anna"))
    #expect(
      try library.run("return 010047 010049 --copies 2").contains("copies 010049 and 010047 back from Anna and Ben"))
    #expect(try library.run("loans --columns copy --format tsv") == "010048\n")
    _ = try library.run("return 010048")
    #expect(try library.run("lend", ["010049", "Ben", "--copies", "2"]).contains("copies 010049 and 010047"))
    // Without `copies`, two numbers are still those of two copies.
    _ = try library.run("book add", ["Emil", "--author", "Erich Kästner", "--barcodes", "010071; 010072"])
    _ = try library.run("lend", ["010071", "Ben"])
    #expect(try library.refused("return 010072").contains("copy 010072 of “Emil” is not lent"))
  }

  @Test("a loan without a number may be that of any copy")
  func unknownCopies() throws {
    _ = try library.run("lend", ["Holes", "Ali"])
    #expect(try library.run("return 010048") == "“Holes”: copy 010048 back from Ali, lent 2026-11-21\n")
    #expect(try file("Holes").contains("2026-11-21/2026-11-21 Ali (copy 010048)\n"))
    _ = try library.run("lend", ["Holes", "Ali"])
    _ = try library.run("lend", ["Holes", "Ben"])
    _ = try library.run("lend", ["010049", "Cem"])
    #expect(
      try library.refused("return 010047") == """
        ! error: 2 copies of “Holes” are lent: to Ali and Ben
        ! hint: add the name after the book: Ali or Ben
        [2]

        """)
    #expect(try library.run("return 010047 Ben").contains("copy 010047 back from Ben"))
    #expect(try library.refused("return 010049 Ali").contains("is lent to Cem, not to Ali"))
    #expect(try library.run("return 010049").contains("copy 010049 back from Cem"))
    // The only copy of a book needs no number.
    _ = try library.run("lend", ["Momo", "Mia"])
    #expect(try library.run("return 010027").contains("back from Mia"))
  }

  @Test("a number that is scanned twice does not end the loan of another copy")
  func scannedTwice() throws {
    _ = try library.run("lend", ["Holes", "Fr. Weber", "--copies", "3"])
    #expect(try library.run("return 010048").contains("copy 010048 back from Fr. Weber"))
    #expect(
      try library.refused("return 010048")
        == "! error: copy 010048 of “Holes” has already been returned today\n[1]\n")
    #expect(try library.refused("return 010047 10048").contains("copy 010048 of “Holes” has already been returned"))
    #expect(try library.run("return 010047").contains("copy 010047 back from Fr. Weber"))
    // A copy that has been lent since can be returned again.
    _ = try library.run("lend", ["010048", "Ali"])
    #expect(try library.run("return 010048").contains("copy 010048 back from Ali"))
    #expect(try library.run("loans --columns person --format tsv") == "Fr. Weber\n")
  }

  @Test("`--copies` takes the copy and the next ones that are not lent; several numbers are several copies")
  func severalCopies() throws {
    _ = try library.run("lend", ["010048", "Ali"])
    #expect(
      try library.run("lend", ["010047", "Fr. Weber", "--copies", "2"]).contains(
        "copies 010047 and 010049 lent to Fr. Weber since"))
    #expect(try library.run("return", ["010049", "--copies", "2"]).contains("back from Fr. Weber, lent"))
    #expect(try library.run("lend", ["010047", "010049", "Ben"]).contains("copies 010047 and 010049 lent to Ben"))
    #expect(
      try library.run("return 010047 010048")
        == "“Holes”: copies 010047 and 010048 back from Ben and Ali, lent 2026-11-21, 1 more is with Ben\n")
    #expect(try library.run("loans --columns copy --format tsv") == "010049\n")
    #expect(try library.run("lend", ["Holes", "Cem"]).contains("“Holes”: lent to Cem"))
    // A call number is shared by all copies.
    #expect(try library.run("lend", ["JB 23", "Dan"]).contains("“Holes”: lent to Dan"))
  }

  @Test("a slash and an ampersand belong to the name")
  func names() throws {
    #expect(
      try library.run("lend", ["010047", "8a / Herr Schulz", "--copies", "2"]).contains(
        "lent to 8a / Herr Schulz since"))
    #expect(try library.run("lend", ["Holes", "Barnes & Noble"]).contains("lent to Barnes & Noble since"))
    _ = try library.run("return", ["Holes", "noble"])
    #expect(
      try library.refused("lend", ["Holes", "Ali and Ben", "--copies", "12"]).contains(
        "1 copy of “Holes” is left, not 24: 12 for each of Ali and Ben"))
  }

  @Test("removing the number of a copy also changes the number of copies, and ends its loan")
  func remove() throws {
    _ = try library.run("lend", ["010048", "Ali"])
    let said = try library.run("set 010048 barcodes-=010048")
    #expect(said.contains("copies 3 → 2") && said.contains("removed while with Ali"), "\(said)")
    let fewer = try file("Holes")
    #expect(fewer.contains("barcodes: 010047; 010049\n") && !fewer.contains("lentTo"))
    _ = try library.run("undo")
    let restored = try file("Holes")
    #expect(restored.contains("copies: 3\n") && restored.contains("lentTo: Ali\n"))
    #expect(try library.run("set Holes barcodes+=010050").contains("copies 3 → 4"))
    #expect(try library.run("set Holes copies-=1 barcodes-=010050").contains("copies 4 → 3"))
    let unowned = try library.run("set 010049 owned=false")
    #expect(unowned.contains("all 3 copies") && unowned.contains("shelf set 010049 barcodes-=010049"), "\(unowned)")
  }

  @Test("several changes of numbers add up, and what only looks like a number of a copy changes no copies")
  func severalChanges() throws {
    #expect(try library.run("set Holes barcodes-=10047 barcodes-=010048").contains("copies 3 → 1"))
    _ = try library.run("undo")
    _ = try library.run("set 010047 barcodes-=010047 barcodes+=010099")
    let renewed = try file("Holes")
    #expect(renewed.contains("barcodes: 010048; 010049; 010099\n") && renewed.contains("copies: 3\n"), "\(renewed)")
    _ = try library.run("set Momo", ["barcodes=010027, 010028", "signatur=PR 6000, H4"])
    _ = try library.run("set Momo barcodes-=77 signatur-=H4")
    let momo = try file("Momo")
    #expect(momo.contains("010027, 010028") && momo.contains("PR 6000, H4"), "\(momo)")
    _ = try library.run(
      "library set", ["fields.book.numberOfVolumes.type=integer", "fields.book.inventar.type=text list"])
    _ = try library.run("book add Emil --author Kästner --numberOfVolumes 3")
    #expect(try !library.run("set Emil numberOfVolumes+=1").contains("copies"))
    _ = try library.run("set Emil inventar+=010071 inventar+=010072 inventar+=010073 copies=3")
    _ = try library.run("lend", ["010071", "Ben"])
    let fewer = try library.run("set Emil inventar-=10071 inventar-=010073")
    #expect(fewer.contains("copies 3 → 1") && fewer.contains("removed while with Ben"), "\(fewer)")
    #expect(try library.run("list Emil --columns inventar --format tsv") == "010072\n")
  }

  @Test("a command that does not exist is explained for one copy")
  func unknownCommands() throws {
    for verb in ["lost", "verloren", "sold"] {
      #expect(try library.refused("\(verb) 010048").contains("`shelf set 010048 barcodes-=010048 notes+="), "\(verb)")
    }
    #expect(try library.refused("lost Holes").contains("owned=false"))
    let said = try library.refused("set 010048 status=lost")
    #expect(said.contains("is not a valid status"), "\(said)")
    #expect(said.contains("`shelf set 010048 barcodes-=010048 notes+="), "\(said)")
    #expect(try library.refused("damaged 010048").contains("`shelf note 010048 TEXT`"))
    #expect(
      try library.refused("reserve", ["Holes", "Mia"]).contains(
        "`shelf issue add 'Reserved for Mia' --book Holes`"))
    _ = try library.run("issue add", ["Reserved for Mia", "--book", "Holes"])
    _ = try library.run("lend", ["010048", "Ali"])
    #expect(try library.run("return 010048").contains("open issue: “Reserved for Mia”"))
  }

  @Test("a copy that is lost while it is lent leaves a trace")
  func lostCopies() throws {
    _ = try library.run("lend", ["010048", "Ali 9b"])
    let hint = try library.refused("lost 010048")
    #expect(
      hint.contains(
        "`shelf set 010048 barcodes-=010048 notes+='Copy 010048 lost 2026-11-21, lent to Ali 9b'`"), "\(hint)")
    let said = try library.run(
      "set 010048 barcodes-=010048", ["notes+=Copy 010048 lost 2026-11-21, lent to Ali 9b"])
    #expect(said.contains("copy 010048 removed while with Ali 9b, lent 2026-11-21"), "\(said)")
    #expect(try file("Holes").contains("notes: Copy 010048 lost 2026-11-21, lent to Ali 9b\n"))
    for line in ["sold 010047", "mark 010047 sold"] {
      #expect(try library.refused(line).contains("notes+='Copy 010047 sold 2026-11-21'"))
    }
    _ = try library.run("lend", ["010047", "Ali 9b"])
    #expect(try library.run("return 010047").contains("copy 010047 back from Ali 9b"))
  }

  @Test("a table of books names the list of copies")
  func exportedTable() throws {
    let note = "! note: for a row for each copy, use `shelf list --per barcodes --format csv`"
    #expect(try library.run("export csv --output", [library.absolute("b.csv")]).contains(note))
    #expect(try library.run("export csv kind:book").contains(note))
    let hint = "`shelf list --per barcodes --format csv` prints a row for each copy"
    #expect(try library.refused("export books.csv").contains(hint))
    library["shelf.yaml"] = "format: 1\nfields: {book: {signatur: {type: text}, barcodes: {type: text}}}\n"
    #expect(try library.refused("export books.csv").contains(hint))
    #expect(try !library.run("export csv momo --output", [library.absolute("m.csv")]).contains(note))
  }

  @Test("a place that holds no books does not lead to another place, and a series to what is missing")
  func placesAndSeries() throws {
    _ = try library.run("library set fields.book.place.type=text")
    _ = try library.run("set Momo", ["place=Hall 1", "series=Ende 1"])
    _ = try library.run("set Holes", ["series=Ende 3"])
    #expect(try !library.run("list", ["place:Hall 2"]).contains("finds"))
    let said = try library.runOnTerminal("list series:Ende")
    #expect(said.contains("2 books; `shelf series Ende` shows what is missing"), "\(said)")
  }

  @Test("--per prints a row for each value of a field")
  func rows() throws {
    _ = try library.run("lend", ["010048", "Ali"])
    _ = try library.run("lend", ["010049", "Ben"])
    _ = try library.run("return 010049")
    #expect(
      try library.run(
        "list",
        ["has:barcodes", "--per", "barcodes", "--columns", "title,barcodes,copies,lentTo,loans", "--format", "csv"])
          == """
          title,barcodes,copies,lentTo,loans
          Holes,010047,1,,
          Holes,010048,1,Ali,
          Holes,010049,1,,2026-11-21/2026-11-21 Ben (copy 010049)
          Momo,010027,,,

          """)
    #expect(
      try library.run("list has:barcodes --per barcodes --sort barcodes:desc --columns barcodes --format tsv")
        == "010049\n010048\n010047\n010027\n")
    #expect(try library.run("list has:barcodes --per barcodes --json barcodes").contains("\"barcodes\": \"010048\""))
    #expect(try library.runOnTerminal("list has:barcodes --per barcodes").contains("4 rows for 2 books, 1 lent"))
    _ = try library.run("set Momo genres+=Fantasy genres+=Kids --create")
    #expect(try library.run("list Momo --per genres --columns genres --format tsv") == "Fantasy\nKids\n")
    #expect(try library.refused("list --per title").contains("has only one value"))
    for name in ["copy", "copies"] {
      #expect(try library.refused("list --per \(name)").contains("hint: use --per barcodes"), "\(name)")
    }
    _ = try library.run("lend", ["Holes", "Cem"])
    #expect(try library.run("list Holes --per barcodes --columns lentTo").contains("1 loan whose copy is unknown"))
    #expect(try library.run("list Holes --per barcodes --format tsv").contains("\t010047\n"))
    _ = try library.run("set Holes", ["barcodes=010047; 010050; 010049"])
    #expect(try library.run("list Holes --per barcodes --columns lentTo").contains("2 loans whose copy is unknown"))
  }

  @Test("merging two copies joins their numbers, and keeps the copies of their loans")
  func merge() throws {
    _ = try library.run(
      "book add", ["Momo", "--author", "Michael Ende", "--barcodes", "010112", "--signatur", "JB 7", "--duplicate"])
    _ = try library.run("lend", ["010027", "Ali"])
    _ = try library.run("lend", ["010112", "Mia"])
    let ids = try library.run("list Momo --columns id,barcodes --format tsv").split(separator: "\n").sorted {
      $0.suffix(6) < $1.suffix(6)
    }.map { String($0.prefix(8)) }
    _ = try library.run("merge \(ids[1]) \(ids[0]) --copies --yes")
    let text = try file("Momo")
    #expect(text.contains("copies: 2\n") && text.contains("010027; 010112"), "\(text)")
    #expect(text.contains("lentCopy: \"010027\"\n") && text.contains("2026-11-21/.. Mia (copy 010112)"), "\(text)")
    #expect(try library.run("return 010112").contains("copy 010112 back from Mia"))
  }

  /// Git ignores the state of imports, so another clone only has the former ids.
  @Test("in another clone, an import does not add the rows of merged books again")
  func importOfMergedCopies() throws {
    let (list, state) = (library.absolute("list.csv"), ".shelf/imports/csv.jsonl")
    let table = "Title,Author,Barcodes,Signatur\nTschick,Wolfgang Herrndorf,010201; 010202,JB 1\n"
    let row = "Tschick,Wolfgang Herrndorf,010203,JB 2\n"
    library["list.csv"] = table + row
    #expect(try library.run("import", [list]).contains("2 new"))
    _ = try library.run("merge 010203 010201 --copies --yes")
    for text in [table + row, table + row + "Tschick,Wolfgang Herrndorf,010204,JB 3\n"] {
      #expect(library[state] != nil)
      library[state] = nil
      library["list.csv"] = text
      let said = try library.run("import", [list])
      #expect(said.contains("2 unchanged") && said.contains("1 new") == (text != table + row), "\(said)")
    }
    let numbers = try library.run("list title:=Tschick --columns barcodes --format tsv").split(separator: "\n").sorted()
    #expect(numbers == ["010201; 010202; 010203", "010204"])
  }

  @Test("in another clone, an import does not add the row of a merged edition again, even if it differs")
  func importOfMergedEditions() throws {
    let (list, state) = (library.absolute("list.csv"), ".shelf/imports/csv.jsonl")
    let rows = ["1990,Reclam,500", "2003,Penguin,480"].map { "Effi Briest,Theodor Fontane,\($0)\n" }
    library["list.csv"] = "Title,Author,Year,Publisher,Pages\n" + rows.joined()
    #expect(try library.run("import", [list]).contains("2 new"))
    let ids = try library.run("list", ["title:=Effi Briest", "--columns", "id", "--sort", "year", "--format", "tsv"])
      .split(separator: "\n").map(String.init)
    _ = try library.run("merge", [ids[1], ids[0], "--yes"])
    library[state] = nil
    let said = try library.run("import", [list])
    #expect(said.contains("2 unchanged") && !said.contains(" new"), "\(said)")
  }

  @Test("doctor reports a copy that is lent twice, and a number without a loan")
  func doctor() throws {
    _ = try library.run("lend", ["010047", "Ali"])
    _ = try library.run("set", ["Holes", "loans+=2026-11-20/.. Ben (copy 010047)"])
    #expect(try library.run("doctor").contains("copy 010047 is lent to Ali and to Ben"))
    _ = try library.run("set Momo lentCopy=010027")
    #expect(try library.run("doctor").contains("“lentCopy” is the number of a lent copy, but no copy is lent"))
  }

  @Test("doctor reports a loan of a copy whose number the book does not have")
  func lentWithoutNumber() throws {
    func said() throws -> String { try library.run("doctor --only contradictory-loan") }
    _ = try library.run("lend", ["010047", "Ali"])
    _ = try library.run("lend", ["010048", "Ben"])
    _ = try library.run("lend", ["Holes", "Mia"])
    #expect(try !said().contains("does not contain"))
    _ = try library.run("set Holes", ["barcodes=10047; 010049"])
    #expect(try said().contains("copy 010048 is lent, but “barcodes” does not contain this number"))
    _ = try library.run("set Holes", ["barcodes=010048; 010049"])
    #expect(try said().contains("copy 010047 is lent, but “barcodes” does not contain this number"))
    _ = try library.run("set Holes barcodes=")
    #expect(try !said().contains("does not contain"))
  }

  @Test("doctor recognizes a copy that is lent twice even if a spreadsheet has dropped the leading zeros")
  func lentTwiceWithoutZeros() throws {
    _ = try library.run("lend", ["010047", "Ben"])
    _ = try library.run("set Holes", ["loans+=2026-03-02/.. Mia (copy 10047)"])
    #expect(try library.run("doctor").contains("copy 10047 is lent to Ben and to Mia"))
  }

  @Test("a stocktake shows missing, lent, repeated and unknown copies")
  func stocktake() throws {
    _ = try library.run("lend", ["010048", "Ali"])
    let said = try library.run("stocktake --format csv", input: "010047\n010048\n10047\n  099999 \n\n")
    #expect(said.contains("missing,010049,Holes,Louis Sachar,,"), "\(said)")
    #expect(said.contains("missing,010027,Momo") && said.contains("lent,010048,Holes,Louis Sachar,Ali,"))
    #expect(said.contains("twice,010047,Holes") && said.contains("unknown,099999,,,,"))
  }

  @Test("if copies are lent without numbers, a stocktake counts the missing ones")
  func stocktakeOfClassSet() throws {
    _ = try library.run("book add", ["Welle", "--copies", "5", "--barcodes", "1;2;3;4;5"])
    _ = try library.run("lend", ["Welle", "Schulz 8a", "--copies", "3"])
    func said(_ input: String) throws -> String {
      try library.run("stocktake --where welle --format csv", input: input)
    }
    #expect(!(try said("1\n2\n")).contains("missing"))
    #expect(try said("1\n").contains("missing,1 of 2; 3; 4; 5,Welle,,Schulz 8a (3 copies),"))
    let all = try library.run("stocktake --format csv", input: "010047\n")
    #expect(all.contains("note: most copies were not scanned; to compare only a part of the library, use --where"))
    #expect(!(try said("9\n")).contains("most copies"))
  }

  @Test(
    "a list of loans has a column for numbers if the library has a field for them, and counts equal loans in a table")
  func loanColumns() throws {
    _ = try library.run("lend", ["Holes", "Schulz 8a", "--copies", "2"])
    #expect(
      try library.run("loans --format csv").hasPrefix("id,direction,person,title,since,until,daysOverdue,copy\n"))
    #expect(try library.run("loans").split(separator: "\n").count == 2)
    let table = try library.run("loans --format table")
    #expect(table.contains("Holes  2 copies  2026-11-21") && table.contains("2 lent"), "\(table)")
    #expect(table.split(separator: "\n").count { $0.contains("Schulz") } == 1, "\(table)")
    #expect(try library.run("overdue").contains("note: 2 loans have no due date"))
    #expect(
      try library.run("lend", ["010049", "Mia", "--copies", "1"]).hasPrefix("“Holes”: copy 010049 lent to Mia since"))
    _ = try library.run("return Schulz --all")
    #expect(
      try library.run("lend", ["010047", "Ben", "--copies", "2"]).hasPrefix(
        "“Holes”: copies 010047 and 010048 lent to Ben since"))
  }

  @Test("a number that another book has is reported, unless the user does not own that book")
  func sharedNumber() throws {
    let note = "warning: “Momo” also has the number 10027"
    #expect(try library.run("book add", ["Krabat", "--barcodes", "10027"]).contains(note))
    #expect(try library.run("doctor").contains("[shared-copy-number]"))
    _ = try library.run("undo")
    #expect(try library.run("set Holes barcodes+=10027").contains(note))
    _ = try library.run("set Holes barcodes-=10027")
    #expect(!(try library.run("set Holes barcodes+=10028")).contains("warning"))
    #expect(!(try library.run("set Momo barcodes=10027")).contains("warning"))
    _ = try library.run("set Momo owned=false")
    #expect(!(try library.run("set Holes barcodes+=10027")).contains("warning"))
    #expect(try !library.run("doctor").contains("shared-copy-number"))
  }

  @Test("a number that another book has is reported even if the numbers of some copies are not recorded")
  func sharedNumberOfSomeCopies() throws {
    _ = try library.run("book add", ["Ronja", "--copies", "2", "--barcodes", "10027"])
    #expect(try library.run("doctor --only shared-copy-number").contains("also has the number"))
    _ = try library.run("set Momo barcodes=010028")
    #expect(try !library.run("doctor").contains("shared-copy-number"))
    #expect(try library.run("set Momo barcodes=010027").contains("warning: “Ronja” also has the number 010027"))
    _ = try library.run("set Ronja", ["copies=3", "barcodes=010027; 010048"])
    let said = try library.run("doctor --only shared-copy-number")
    #expect(said.contains("010027") && said.contains("010048"), "\(said)")
  }

  @Test("a stocktake distinguishes similar numbers, and counts the copies that share a number")
  func similarNumbers() throws {
    _ = try library.run("book add", ["Matilda", "--author", "Roald Dahl", "--barcodes", "11-2"])
    _ = try library.run("book add", ["Emil", "--author", "Erich Kästner", "--barcodes", "1-12"])
    _ = try library.run("book add", ["Ronja", "--author", "Astrid Lindgren", "--copies", "2", "--barcodes", "010080"])
    _ = try library.run("set Momo", ["signatur=PR 6000, H4"])
    let said = try library.run("stocktake --format csv", input: "1-12\n010080\n010027\n")
    #expect(said.contains("missing,11-2,Matilda") && said.contains("missing,010080,Ronja"), "\(said)")
    #expect(!said.contains("Emil") && !said.contains("Momo") && !said.contains("unknown"), "\(said)")
    _ = try library.run("set Matilda owned=false")
    #expect(try library.run("stocktake --format csv", input: "11-2\n").contains("unknown,11-2,Matilda"))
  }

  @Test("the number of one of several copies never deletes the book")
  func deletingACopy() throws {
    _ = try library.run("lend", ["010048", "Ali 9b"])
    for line in ["delete 010048 --yes", "book delete 10048 --yes", "delete 010048 --dry-run"] {
      let said = try library.refused(line)
      #expect(said.contains("48 is one of 3 copies of “Holes”"), "\(said)")
      let note = "'Copy 010048 removed 2026-11-21, lent to Ali 9b'"
      #expect(said.contains("`shelf set 010048 barcodes-=010048 notes+=\(note)`"))
      #expect(said.contains("`shelf delete Holes` deletes the book with all its copies"))
    }
    #expect(try library.run("delete 010027 --yes") == "Deleted book “Momo”\n")
    _ = try library.run("book add", ["010047", "--no-lookup", "--duplicate"])
    #expect(try library.run("delete 010047 --yes") == "Deleted book “010047”\n")
    #expect(try library.run("delete Holes --yes").contains("Deleted book “Holes”"))
  }

  @Test("statistics count lent copies beside copies, and giving away a lent book names its loans")
  func lentCopies() throws {
    _ = try library.run("lend", ["010048", "Ali 9b"])
    _ = try library.run("lend", ["010047", "Eva 9b"])
    #expect(try library.runOnTerminal("stats").contains("copies · 2 lent"))
    let said = try library.run("set holes owned=false")
    #expect(said.contains("lent to Ali 9b since 2026-11-21") && said.contains("Eva 9b"), "\(said)")
    #expect(try !library.run("set momo owned=false").contains("lent"))
  }

  @Test("the dates of all current loans count, in lists and in `loans`, and --sort loans counts loans")
  func datesOfAllLoans() throws {
    _ = try library.run("lend", ["010047", "Kim", "--due", "2026-12-10"])
    _ = try library.run("lend", ["010048", "Nora", "--due", "2026-12-17"])
    _ = try library.run("lend", ["010027", "Eva", "--due", "2026-12-03"])
    func people(_ words: String) throws -> [String] {
      try library.run("loans \(words) --format tsv --columns person").split(separator: "\n").map(String.init)
    }
    #expect(try people("due:2026-12-11..2026-12-20") == ["Nora"])
    #expect(try people("due:..2026-12-10") == ["Eva", "Kim"])
    #expect(try people("due:2026-12-17 Nora") == ["Nora"])
    #expect(try people("due:2026-12-17 since:2026") == ["Nora"])
    #expect(try people("due:2026-12-18..") == ["! note: no loan matches due:2026-12-18.."])
    #expect(try people("due:..2026-12-20") == ["Eva", "Kim", "Nora"])
    for query in ["due:2026-12-17", "dueOn:2026-12-11..", "due>2026-12-10"] {
      #expect(try library.run("list", [query, "--columns", "title", "--format", "tsv"]) == "Holes\n", "\(query)")
    }
    _ = try library.run("return 010047")
    #expect(try library.run("list is:lent --sort loans:desc --columns title --format tsv").hasPrefix("Holes\n"))
    #expect(try library.run("list is:lent --sort loans --columns title --format tsv").hasSuffix("\nHoles\n"))
  }
}

import Foundation
import Testing

/// Imports of reading diaries: tables with one row for each reading of a book.
@Suite struct ReadingDiaryTests {
  private static let rows = """
    The Falls,Ian Rankin,2006-07,Dragged.
    Emma,Jane Austen,1975-02-02,***
    The Falls,Ian Rankin,2008-07-27,Splendid.
    Emma,Jane Austen,1980-05-01,***
    Nana,Émile Zola,1990,Again?

    """

  private static func library() throws -> TestLibrary {
    let library = try ImportTests.empty()
    library["books/falls.yaml"] = """
      id: b0000011-0000-4000-8000-000000000000
      title: The Falls
      author: Ian Rankin
      notes: see also card 44

      """
    return library
  }

  private static func take(_ library: TestLibrary, _ text: String, _ name: String, _ options: String = "") throws
    -> String
  {
    library[name] = text
    return try library.run("import" + options, [library.absolute(name)])
  }

  @Test("a row with the family name of the author, or with a title alone, is about the only such book")
  func briefRows() throws {
    let library = try ImportTests.empty()
    library["books/brat.yaml"] = "id: b0000012-0000-4000-8000-000000000000\ntitle: Brat\nauthor: Georges Simenon\n"
    _ = try library.run("add Faust", ["--author", "Johann Wolfgang Goethe"])
    _ = try library.run("add Faust", ["--author", "Christopher Goethe", "--duplicate"])
    library["d.csv"] =
      "Title,Author,Date read,Notes\nBrat,Simenon,1975-02-02,Splendid.\nFaust,Goethe,1975-03-02,\nBrat,Gogol,1975-04-02,\n"
    let said = try library.run("import", [library.absolute("d.csv")])
    #expect(said.contains("Read 3 rows: 1 new, 1 changed, 1 rejected"), "\(said)")
    #expect(said.contains("several books have this title, such as books/faust"))
    #expect(
      try library.run("list simenon --columns title,author,status,dateCompleted,notes --format tsv")
        == "Brat\tGeorges Simenon\tcompleted\t1975-02-02\tSplendid.\n")
    #expect(try library.run("import --update", [library.absolute("d.csv")]).contains("2 unchanged"))
    #expect(try library.run("list brat --columns author --format tsv --sort author") == "Gogol\nGeorges Simenon\n")
    _ = try library.run("delete --yes --where author:gogol")
    library["e.csv"] = "Title,Date read,Notes\nBrat,1980-02-02,Again.\nNeu,1980-03-02,Not known.\n"
    let second = try library.run("import", [library.absolute("e.csv")])
    #expect(second.contains("Read 2 rows: 1 new, 1 changed"), "\(second)")
    #expect(
      try library.run("list simenon --columns dateCompleted,readings --format tsv") == "1980-02-02\t/1975-02-02\n")
  }

  @Test("the list of rejected rows names every row of a book that is read several times")
  func rejectedRows() throws {
    let library = try ImportTests.empty()
    _ = try library.run("add Faust", ["--author", "Johann Wolfgang Goethe"])
    _ = try library.run("add Faust", ["--author", "Christopher Goethe", "--duplicate"])
    let rows =
      "Faust,Goethe,1975-03-02,\nNana,Zola,1990-01-02,\nFaust,Goethe,1980-03-02,Again.\nFaust,Goethe,1990-03-02,\n"
    let said = try Self.take(library, "Title,Author,Date read,Notes\n" + rows, "d.csv")
    #expect(said.contains("Read 4 rows: 1 new, 3 rejected"), "\(said)")
    for line in [2, 4, 5] { #expect(said.contains("d.csv:\(line): several books have this title"), "\(said)") }
  }

  @Test(
    "every remark is added to the notes of its book, with the date if the book has other remarks",
    arguments: ["notes", "review"])
  func remarks(_ field: String) throws {
    let library = try Self.library()
    _ = try library.run("set b0000011", ["\(field)=see also card 44"])
    let map = field == "notes" ? "" : " --map Notes=review"
    let table = "Title,Author,Date read,Notes\n" + Self.rows
    let printed = try Self.take(library, table, "a.csv", map)
    #expect(!printed.contains("left unchanged") && !printed.contains("different from"), "\(printed)")
    let falls = "see also card 44\n\n2006-07: Dragged.\n\n2008-07-27: Splendid.\n"
    func text(_ title: String) throws -> String { try library.run("show \(title) \(field)") }
    #expect(try text("b0000011") == falls)
    #expect(try text("emma") == "1975-02-02: ***\n\n1980-05-01: ***\n")
    #expect(try text("nana") == "Again?\n")
    #expect(
      try library.run("list --sort title --columns title,completed,readings") == """
        Emma\t1980-05-01\t/1975-02-02
        The Falls\t2008-07-27\t/2006-07
        Nana\t1990\t

        """)
    // Importing the diary again adds nothing, and a longer diary only what is new.
    for (name, more) in [("a.csv", ""), ("b.csv", ""), ("a.csv", "Nana,Émile Zola,2001-03-04,At last.\n")] {
      _ = try Self.take(library, table + more, name, map)
      #expect(try text("b0000011") == falls)
    }
    #expect(try text("nana").contains("At last."))
    #expect(try text("nana").components(separatedBy: "Again?").count == 2)
  }

  @Test("the first reading of a book that the reader added gives its dates and its status")
  func firstReading() throws {
    let library = try ImportTests.empty()
    for title in ["Brat", "Trap", "Read", "Cut"] { _ = try library.run("add \(title) --author", ["Georges Simenon"]) }
    _ = try library.run("set Read status=completed dateCompleted=1990-01-01")
    _ = try library.run("add Fair --status wanted --author Thackeray")
    let rows = """
      Title,Author,Date read,Notes
      Brat,Simenon,1975-02-02,
      Brat,Simenon,1979-02-04,Better the second time.
      Trap,Simenon,1982-05-03,Gave up on page 50.
      Read,Simenon,1980-05-03,"Couldn’t finish, too long."
      Cut,Simenon,1982-05-03,Could not finish.
      Cut,Simenon,1990-05-03,Splendid.
      Fair,Thackeray,1984,

      """
    let printed = try Self.take(library, rows, "a.csv")
    let note = "a.csv:4: abandoned, not finished, because of the remark “Gave up on page 50.”"
    #expect(printed.contains(note), "\(printed)")
    let list = "list --sort title --columns title,status,completed,dateAbandoned,readings --format tsv"
    let expected = """
      Brat\tcompleted\t1979-02-04\t\t/1975-02-02
      Cut\tcompleted\t1990-05-03\t\t
      Fair\twanted\t\t\t
      Read\tcompleted\t1990-01-01\t\t
      Trap\tabandoned\t\t1982-05-03\t

      """
    #expect(try library.run(list) == expected)
    #expect(try library.run("show Cut notes") == "1982-05-03: Could not finish.\n\n1990-05-03: Splendid.\n")
    #expect(printed.contains("“Fair”: status wanted → completed; date completed none → 1984"))
    #expect(!printed.contains("“Read”: status"))
    #expect(try Self.take(library, rows, "a.csv").contains("Read 7 rows: 7 unchanged"))
    // The reader's own values stay when the diary comes again under another name.
    _ = try library.run("shelve Brat")
    _ = try Self.take(library, rows, "b.csv")
    #expect(try library.run("list Brat --columns status --format tsv") == "onShelf\n")
  }

  @Test("rows of a diary are one book, whatever their custom columns contain", arguments: ["text list", "text"])
  func customColumn(_ type: String) throws {
    let library = try Self.library()
    _ = try Self.take(library, "Title,Author,Date read,Notes\n" + Self.rows, "a.csv")
    _ = try library.run("library set", ["fields.book.diary.type=\(type)"])
    let printed = try Self.take(library, "Title,Author,Date read,Diary\n" + Self.rows, "b.csv")
    #expect(!printed.contains("Added") && !printed.contains("date completed"), "\(printed)")
    #expect(try library.run("list falls --columns completed,readings") == "2008-07-27\t/2006-07\n")
    let falls = try library.run("show b0000011 diary")
    #expect(falls.contains("Dragged."))
    if type == "text list" { #expect(falls.contains("Splendid.")) }
  }

  @Test("a declared list tells no editions apart, but a single value such as a barcode does")
  func listsAddUp() throws {
    let library = try ImportTests.empty()
    _ = try library.run("library set", ["fields.book.themes.type=text list", "fields.book.barcode.type=text"])
    let table =
      "Title,Author,Themes,Barcode\nEmma,Jane Austen,love,\nEmma,Jane Austen,class;money,\n"
      + "Scoop,Evelyn Waugh,war,B1\nScoop,Evelyn Waugh,war,B2\n"
    _ = try Self.take(library, table, "a.csv")
    #expect(
      try library.run("list --sort title --columns title,themes,barcode")
        == "Emma\tlove; class; money\t\nScoop\twar\tB1\nScoop\twar\tB2\n")
  }

  @Test("a column is suggested as a date only if every value is a date and nothing else")
  func suggestedTypes() throws {
    let library = try ImportTests.empty()
    let printed = try Self.take(
      library,
      "Title,Author,Diary,Bought at,No,Shelf,Loaned to\nEmma,Jane Austen,1975-02-02 ***,1975-02-02,B7,Study A,Ben\n"
        + "Scoop,Evelyn Waugh,1980-05-01 Could not finish.,3 May 1980,B9,Hall 2,\n", "a.csv")
    let declared = "declares fields in shelf.yaml: diary (text), boughtAt (date), number (text), shelf (text)\n"
    #expect(printed.contains(declared), "\(printed)")
  }
}

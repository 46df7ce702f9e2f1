import Foundation
import ShelfTestSupport
import Testing

/// Tests the citation keys of exported bibliographies, and what an import of such a bibliography restores.
@Suite struct CitationKeyTests {
  private static let own = """
    @book{osterhammel2009, title = {Die Verwandlung der Welt}, author = {Osterhammel, Jürgen}, year = 2009}

    """

  private static func csl(_ id: String, _ title: String = "Die Verwandlung der Welt") -> String {
    #"[{"id":"\#(id)","type":"book","title":"\#(title)","author":[{"family":"Osterhammel","given":"Jürgen"}],"#
      + #""issued":{"date-parts":[[2009]]}}]"#
  }

  private static let ris = """
    TY  - BOOK
    ID  - 4711
    TI  - Die Verwandlung der Welt
    AU  - Osterhammel, Jürgen
    ER  - 

    """

  /// Imports files one after another into a library, and returns the citation keys in both formats.
  private static func keys(_ library: TestLibrary, _ files: [(name: String, text: String)]) throws -> [[String]] {
    for (name, text) in files {
      library[name] = text
      _ = try library.run("import", [library.absolute(name)])
    }
    let bibtex = try library.run("export bibtex").matches(of: /@\w+\{([^,]*),/).map { String($0.1) }
    let csl = try library.run("export csl-json").matches(of: /"id": "([^"]*)"/).map { String($0.1) }
    return [bibtex, csl]
  }

  /// A book keeps the key that it was imported with, whatever is imported later.
  @Test(arguments: ["QQ7", "http://zotero.org/users/1/items/ABCD2345", "osterhammel", "smith, 2009"])
  func laterIdsReplaceNoKey(_ id: String) throws {
    let later = [
      ("c.json", Self.csl(id)), ("d.ris", Self.ris),
      ("e.bib", Self.own.replacing("osterhammel2009", with: "Osterhammel:Welt")),
    ]
    for others in [later, later.reversed()] {
      let keys = try Self.keys(try ImportTests.empty(), [("own.bib", Self.own)] + others)
      #expect(keys == [["osterhammel2009"], ["osterhammel2009"]])
    }
  }

  /// If a CSL-JSON entry has an id that is a valid key, a book that is added from it has that id as its key. A book
  /// that was in the library before keeps its own key.
  @Test func idsOfCSL() throws {
    let bib = ("own.bib", Self.own)
    #expect(try Self.keys(try ImportTests.empty(), [("c.json", Self.csl("QQ7")), bib]) == [["QQ7"], ["QQ7"]])
    let address = Self.csl("http://zotero.org/users/1/items/ABCD2345")
    #expect(try Self.keys(try ImportTests.empty(), [("c.json", address), bib])[0] == ["osterhammel2009"])
    #expect(try Self.keys(try ImportTests.empty(), [("c.json", address)])[0] == ["osterhammel2009verwandlung"])
    let library = try ImportTests.empty()
    _ = try library.run("book add", ["Die Verwandlung der Welt", "--author", "Jürgen Osterhammel", "--year", "2009"])
    #expect(try Self.keys(library, [("c.json", Self.csl("QQ7"))])[0] == ["osterhammel2009verwandlung"])
  }

  @Test("a field of another name leads to the field that exports use", arguments: ["key", "citekey", "citationkey"])
  func nameOfTheField(_ name: String) throws {
    let library = try ImportTests.empty()
    _ = try library.run("add Emma")
    let said = try library.refused("set Emma \(name)=austen1815")
    #expect(said.contains("`shelf library set fields.book.citationKey.type=text`"), "\(said)")
    #expect(said.contains("`shelf set BOOK citationKey=austen1815`"), "\(said)")
    let added = try library.refused("add Persuasion --\(name) austen1818")
    #expect(added.contains("`shelf library set fields.book.citationKey.type=text`"), "\(added)")
    #expect(added.contains("`shelf add TITLE citationKey=austen1818`"), "\(added)")
    _ = try library.run("library set fields.book.citationKey.type=text")
    if name != "citationkey" {
      #expect(try library.refused("add Persuasion --\(name)=austen1818").contains("did you mean --citation-key?"))
    }
    let answer = try library.run("set Emma \(name)=austen1815")
    #expect(answer.contains(name == "citationkey" ? "austen1815" : "did you mean “citationKey”?"), "\(answer)")
  }

  /// A key that the user sets takes precedence over generated ones, and no other book gets it.
  @Test func theUsersOwnKey() throws {
    let library = try ImportTests.empty()
    library["own.bib"] = Self.own
    _ = try library.run("library set fields.book.citationKey.type=text")
    _ = try library.run("import", [library.absolute("own.bib")])
    _ = try library.run("book add", ["Aa", "--author", "Ann Roe", "--year", "2001"])
    _ = try library.run("book set", ["Die Verwandlung der Welt", "citationKey=roe2001aa"])
    let text = try library.run("export bibtex")
    #expect(text.contains("@book{roe2001aa,\n  title = {{Die Verwandlung der Welt}}"))
    #expect(text.contains("@book{roe2001aaa,\n  title = {{Aa}}") && !text.contains("left out"))
    // The key of a book does not depend on the other books that are exported.
    #expect(try library.run("export bibtex title:Aa").contains("@book{roe2001aaa,"))
    _ = try library.run("book set", ["Die Verwandlung der Welt", "citationKey=not possible"])
    let other = try library.run("export bibtex")
    #expect(
      other.contains("@book{osterhammel2009,") && other.contains("“not possible” cannot be used as a citation key"))
  }

  @Test("the advice about a skipped part of a book keeps its key")
  func keysOfParts() throws {
    let library = try ImportTests.empty()
    library["p.bib"] = "@incollection{white1978, title={Fictions}, booktitle={Tropics of Discourse}}\n"
    let said = try library.run("import", [library.absolute("p.bib")])
    #expect(said.contains("a part, with its citation key: shelf add TITLE --sources bibtex:KEY"), "\(said)")
    _ = try library.run("add", ["Tropics of Discourse", "--sources", "bibtex:white1978"])
    #expect(try library.run("export bibtex").contains("@book{white1978,"))
    library["p.ris"] = "TY  - CHAP\nTI  - P\nT2  - The Whole\nER  - \n"
    #expect(try library.run("import", [library.absolute("p.ris")]).contains("a part: shelf add TITLE\n"))
  }

  @Test("a key that another book has is reported, whether it is set, imported or made")
  func sharedKeys() throws {
    let library = try ImportTests.empty()
    _ = try library.run("library set fields.book.citationKey.type=text")
    library["own.bib"] = Self.own
    _ = try library.run("import", [library.absolute("own.bib")])
    _ = try library.run("book add", ["Aa", "--author", "Ann Roe", "--year", "2001", "--date-added", "2026-01-01"])
    _ = try library.run("book add Emma --citation-key austen1815")
    #expect(try !library.run("set Emma citationKey=austen1815").contains("warning"))
    #expect(try !library.run("doctor").contains("shared-citation-key"))
    for (key, title) in [
      ("osterhammel2009", "Die Verwandlung der Welt"), ("roe2001aa", "Aa"), ("austen1815", "Emma"),
    ] {
      let said = try library.run("book add Persuasion --duplicate --citation-key", [key])
      #expect(said.contains("warning: “\(title)” also has the citation key \(key)"), "\(said)")
      _ = try library.run("undo")
    }
    _ = try library.run("set Aa citationKey=Austen1815")
    #expect(try !library.run("doctor").contains("shared-citation-key"))
    #expect(try library.run("set Aa citationKey=austen1815").contains("warning: “Emma” also has the citation key"))
    #expect(try library.run("doctor").contains("also has the citation key austen1815 [shared-citation-key]"))
  }

  /// A document that cites a merged book by its other key still finds it.
  @Test func mergedBooksKeepTheirKeys() throws {
    let library = try ImportTests.empty()
    library["../refs.bib"] = """
      @book{judson2016, title={The Habsburg Empire}, author={Judson, Pieter M.}, year=2016}
      @book{judson2018, title={Habsburg Empire, paperback}, author={Judson, Pieter M.}, year=2018}
      """
    _ = try library.run("import", [library.absolute("../refs.bib")])
    _ = try library.run("merge", ["Habsburg Empire, paperback", "The Habsburg Empire", "--yes"])
    let text = try library.run("export bibtex")
    #expect(text.contains("@book{judson2016,") && text.contains("ids = {judson2018}"))
    let other = try ImportTests.empty()
    other["../again.bib"] = text
    _ = try other.run("import", [other.absolute("../again.bib")])
    #expect(try other.run("list --columns sources --format tsv") == "bibtex:judson2016; bibtex:judson2018\n")
    #expect(try other.run("export bibtex") == text)
  }

  /// Queries, columns and names know the keys that an export writes, whether they are set, imported or made.
  @Test func keysAreFound() throws {
    let library = try ImportTests.empty()
    library["own.bib"] = Self.own + "@book{quux, title = {Emma}, author = {Austen, Jane}}\n"
    _ = try library.run("import", [library.absolute("own.bib")])
    _ = try library.run("book add", ["Aa", "--author", "Ann Roe", "--year", "2001", "--language", "fr"])
    _ = try library.run("quote add", ["Words", "--book", "Aa"])
    let columns = "osterhammel2009\nquux\nroe2001aa\n"
    #expect(try library.run("list --columns citationKey --sort citationKey --format tsv") == columns)
    for query in ["citationKey:osterh", "citationkey:=osterhammel2009", "citationKey:/^o.*9$/", "Osterhammel2009"] {
      #expect(try library.run("list --columns title --format tsv", [query]) == "Die Verwandlung der Welt\n", "\(query)")
    }
    #expect(try library.run("search roe2001aa --format tsv").contains("Aa"))
    #expect(try library.run("show roe2001aa citationKey") == "roe2001aa\n")
    #expect(try library.run("list has:citationKey --format ids").split(separator: "\n").count == 3)
    #expect(try library.run("quotes language:fr --columns text,citationKey --format tsv") == "Words\troe2001aa\n")
    #expect(try library.run("quotes citationKey:roe2001 year:2001 --format tsv").contains("Words"))
    _ = try library.run("library set fields.book.citationKey.type=text")
    _ = try library.run("book set", ["Emma", "citationKey=emma"])
    #expect(
      try library.run("list --columns citationKey --sort citationKey --format tsv")
        == "emma\nosterhammel2009\nroe2001aa\n")
    #expect(try library.run("list has:citationKey --columns title --format tsv") == "Emma\n")
    // The key of the import stays an alias.
    #expect(try library.run("list citationKey:=quux --columns title --format tsv") == "Emma\n")
  }

  /// A LaTeX document can consist of several files.
  @Test func filesOfADocument() throws {
    let library = try TestLibrary()
    let folder = "thesis/"
    library[folder + "main.tex"] = """
      \\input{chapters/one} % \\input{comment}
      \\include{two} \\subfile{./chapters/three.tex}
      \\input{../secret} \\input{/etc/hostname} \\input{missing} \\input{link} \\input{main}

      """
    library[folder + "chapters/one.tex"] = "\\input{chapters/three}"
    library[folder + "chapters/three.tex"] = "\\cite{austenemma} \\input chapters/four"
    library[folder + "chapters/four.tex"] = "\\cite{herbert1965dune}"
    library[folder + "two.tex"] = "\\cite{herbertdune}"
    library[folder + "comment.tex"] = "\\cite{comment}"
    library["secret.tex"] = "\\cite{secret}"
    try FileManager.default.createSymbolicLink(
      atPath: library.absolute(folder + "link.tex"), withDestinationPath: library.absolute("secret.tex"))
    let said = try library.run("export bibtex --cited", [library.absolute(folder + "main.tex")])
    #expect(said.contains("@book{herbert1965dune,") && said.contains("@book{austenemma,"), "\(said)")
    #expect(said.contains("@book{herbertdune,") && !said.contains("comment"), "\(said)")
    #expect(said.contains("did not read ../secret, /etc/hostname, missing, link, which"), "\(said)")
    #expect(!said.contains("did not read main") && !said.contains("no book has"), "\(said)")
    #expect(
      try library.refused("export --cited main.tex cited.bib").contains(
        "`shelf export bibtex --cited main.tex --output cited.bib`"))
    let (main, two) = (library.absolute(folder + "main.tex"), library.absolute(folder + "two.tex"))
    let both = "--cited LIBRARY/thesis/main.tex --cited LIBRARY/thesis/two.tex"
    for (line, meant) in [
      ("export bibtex emma --cited", "bibtex emma \(both)"), ("export --cited", "bibtex \(both)"),
      ("export bib --output x.bib --cited", "bib \(both) --output x.bib"),
    ] {
      #expect(try library.refused(line, [main, two]).contains("use `shelf export \(meant)`"), "\(line)")
    }
    #expect(try library.run("export bibtex --cited \(main) --cited \(two)").contains("@book{herbertdune,"))
  }

  /// An export can be limited to the books that a document cites.
  @Test func citedBooks() throws {
    let library = try ImportTests.empty()
    library["own.bib"] =
      Self.own + "@book{quux, title = {Emma}, author = {Austen, Jane}}\n@book{rest, title = {Rest}}\n"
    _ = try library.run("import", [library.absolute("own.bib")])
    library["a.tex"] = """
      % \\begin{verbatim}
      As \\textcite[12]{osterhammel2009} shows. % \\cite{rest}
      \\verb|\\cite{rest}| \\begin{verbatim}
      \\cite{rest}
      \\end{verbatim}
      \\parencites[see][3]{quux}[4]{nobody2001}, 5\\% \\citestyle{plain}
      """
    library["a.aux"] = "\\citation{quux,osterhammel2009}\n\\abx@aux@cite{0}{quux}\n\\bibcite{quux}{1}\n"
    library["a.md"] = "See [@osterhammel2009, p. 3; -@{quux}] and @nobody2001. Write to me@rest.org.\n"
    library["all.tex"] = "\\nocite{*}\n"
    func keys(_ name: String, _ query: String = "") throws -> (keys: [String], said: String) {
      let said = try library.run("export bibtex \(query) --cited", [library.absolute(name)])
      return (said.matches(of: /@\w+\{([^,]*),/).map { String($0.1) }, said)
    }
    for name in ["a.tex", "a.md", "a.aux"] {
      let (keys, said) = try keys(name)
      #expect(keys == ["osterhammel2009", "quux"], "\(said)")
      let warning = "! warning: no book has these keys, which LIBRARY/\(name) cites: nobody2001\n"
      #expect(said.contains(warning) == (name != "a.aux"), "\(said)")
    }
    #expect(try keys("a.tex", "emma").keys == ["quux"])
    #expect(try keys("all.tex").keys.count == 3)
    #expect(
      try library.refused("export ris --cited \(library.absolute("a.tex"))").contains(
        "--cited works with bibtex and csl-json"))
  }

  /// A generated key never equals the key that another book was imported with.
  @Test func madeKeysComeLast() throws {
    let library = try ImportTests.empty()
    _ = try library.run("book add", ["Aa", "--author", "Ann Roe", "--year", "2001"])
    let bib = "@book{roe2001aa, title = {Zz}, author = {Roe, Ann}}\n"
    #expect(try Self.keys(library, [("a.bib", bib)])[0] == ["roe2001aaa", "roe2001aa"])
  }

  /// Private notes are exported to fields that citation styles do not print, and imported from the same fields.
  @Test(arguments: ["bibtex", "csl-json"])
  func notesAreNotPrinted(_ format: String) throws {
    let library = try ImportTests.empty()
    library["own.bib"] = "@book{a1, title = {A}, note = {2nd printing}, annote = {mine}}\n"
    _ = try library.run("import", [library.absolute("own.bib")])
    let text = try library.run("export \(format)")
    #expect(!text.contains("note = {") && !text.contains("\"note\""))
    let notes = format == "bibtex" ? "annotation = {2nd printing\n\nmine}" : #""annote": "2nd printing\n\nmine""#
    #expect(text.contains(notes))
    let copy = try ImportTests.empty()
    copy["x"] = text.components(before: "\nnote:")
    _ = try copy.run("import", [copy.absolute("x")])
    #expect(try copy.run("book list --columns notes") == "2nd printing\\n\\nmine\\n\n")
  }

  /// A thesis is exported with its type and university. Tags are exported as keywords, like genres.
  @Test(arguments: [
    ("phdthesis", "", "@phdthesis{"), ("mastersthesis", "", "@mastersthesis{"),
    ("thesis", "Dissertation", "@phdthesis{"),
    ("thesis", "Habilitation", "@thesis{"), ("thesis", "Zulassungsarbeit", "@thesis{"),
    ("thesis", "phdthesis", "@phdthesis{"),
  ])
  func thesesComeBack(_ type: String, _ stated: String, _ expected: String) throws {
    let library = try ImportTests.empty()
    library["a.bib"] =
      "@\(type){m1, title = {T}, author = {Meier, Anna}, school = {Bielefeld}, type = {\(stated)}, keywords = {a, b}}\n"
    #expect(try !library.run("import --shelves tags", [library.absolute("a.bib")]).contains("left out"))
    #expect(try library.run("book list --columns tags") == "a; b\n")
    let text = try library.run("export bibtex")
    #expect(text.hasPrefix(expected) && text.contains("  school = {Bielefeld}") && !text.contains("publisher"))
    #expect(text.contains("  keywords = {a, b}") && !text.contains("left out"))
    let csl = try library.run("export csl-json")
    #expect(csl.contains("\"type\": \"thesis\"") && csl.contains("\"keyword\": \"a, b\""))
    let format = try library.run("book list --columns format")
    for (name, text) in [("b.bib", text), ("c.json", csl)] {
      let copy = try ImportTests.empty()
      copy[name] = text
      _ = try copy.run("import", [copy.absolute(name)])
      #expect(try copy.run("book list --columns format,publisher") == format.replacing("\n", with: "\tBielefeld\n"))
    }
  }
}

extension String {
  /// Returns the text before the specified words, or the whole text if it does not contain them.
  fileprivate func components(before words: String) -> String {
    firstRange(of: words).map { String(self[..<$0.lowerBound]) } ?? self
  }
}

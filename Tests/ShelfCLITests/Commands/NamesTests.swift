import Foundation
import Testing

@testable import ShelfCLI

/// Tests `names` in `shelf.yaml`, which lists names whose family name cannot be guessed.
struct NamesTests {
  private static let manifest = """
    format: 1
    names: # how to sort
      Gabriel García Márquez: García Márquez, Gabriel # Gabo
      Kirkus Reviews: Kirkus Reviews

    """

  private func library(_ manifest: String = manifest) throws -> TestLibrary {
    let library = try TestLibrary(["shelf.yaml": manifest])
    for (title, author) in [
      ("Solitude", "Gabriel García Márquez"), ("Blood", "Dashiell Hammett"), ("Best of", "Kirkus Reviews"),
      ("Love", "Herta Müller"),
    ] { _ = try library.run("add", [title, "--author", author]) }
    return library
  }

  // MARK: - Lists

  @Test("lists are sorted by the entries, and `authorSort` shows the forms")
  func lists() throws {
    let library = try library()
    #expect(
      try library.run("list --sort author --columns author,authorSort --format tsv") == """
        Gabriel García Márquez\tGarcía Márquez, Gabriel
        Dashiell Hammett\tHammett, Dashiell
        Kirkus Reviews\tKirkus Reviews
        Herta Müller\tMüller, Herta

        """)
    #expect(try library.run("list solitude --json authorSort").contains("\"García Márquez, Gabriel\""))
    #expect(
      try library.run("list --sort authorSort:desc --columns title --format tsv") == "Love\nBest of\nBlood\nSolitude\n")
    #expect(try library.run("list --group author --columns title").contains("Gabriel García Márquez"))
  }

  @Test("a field of the library named `authorSort` takes precedence")
  func ownField() throws {
    let library = try library("format: 1\nfields: {book: {authorSort: {type: text}}}\n")
    _ = try library.run("set Solitude authorSort=mine")
    #expect(try library.run("list solitude --columns authorSort --format tsv") == "mine\n")
    #expect(try library.run("export json").contains("\"authorSort\": \"mine\""))
  }

  @Test(
    "a wrong entry is an error with its line", arguments: ["{A B: }", "{A B: [x]}", "[x]", "{A B: 12}", "{A B: ~}"])
  func wrongEntries(_ value: String) throws {
    let library = try TestLibrary(["shelf.yaml": "format: 1\nnames: \(value)\n"])
    #expect(try library.refused("list").contains("shelf.yaml:2:"))
  }

  // MARK: - Changes

  @Test("a name with the family name first is turned round, and gets an entry if it cannot be guessed")
  func turnedNames() throws {
    let library = try TestLibrary(["shelf.yaml": "format: 1 # mine\n"])
    let text = try library.run("add Solitude --author", ["García Márquez, Gabriel"])
    #expect(text.contains("“García Márquez, Gabriel” is written as “Gabriel García Márquez”, sorted as"))
    _ = try library.run("add Emma --author", ["Austen, Jane"])
    _ = try library.run("add Money --author", ["Gail Perry, CPA"])
    _ = try library.run("add Omens --author", ["Terry Pratchett, Neil Gaiman"])
    #expect(
      library["shelf.yaml"] == "format: 1 # mine\nnames:\n  Gabriel García Márquez: García Márquez, Gabriel\n")
    #expect(
      try library.run("list --columns author --format tsv --sort title")
        == "Jane Austen\nGail Perry, CPA\nTerry Pratchett, Neil Gaiman\nGabriel García Márquez\n")
    _ = try library.run("set emma", ["author=Drummond de Andrade, Carlos", "contributors=Lispector, Clarice (editor)"])
    #expect(
      try library.run("list emma --columns author,contributors --format tsv")
        == "Carlos Drummond de Andrade\tClarice Lispector (editor)\n")
    #expect(library["shelf.yaml"]?.contains("  Carlos Drummond de Andrade: Drummond de Andrade, Carlos\n") ?? false)
    _ = try library.run("undo")
    #expect(!(library["shelf.yaml"]?.contains("Drummond") ?? true))
  }

  @Test("renaming an author moves the entry, and undo takes both back")
  func rename() throws {
    let library = try library()
    let before = library["shelf.yaml"]
    _ = try library.run("rename", ["Gabriel García Márquez", "Gabo García Márquez"])
    #expect(
      library["shelf.yaml"]
        == before?.replacing(
          "Gabriel García Márquez: García Márquez, Gabriel", with: "Gabo García Márquez: García Márquez, Gabo"))
    #expect(try library.run("list solitude --columns author --format tsv") == "Gabo García Márquez\n")
    _ = try library.run("undo")
    #expect(library["shelf.yaml"] == before)
    #expect(try library.run("list solitude --columns author --format tsv") == "Gabriel García Márquez\n")
    // The family name of the new name can be guessed, so the name needs no entry.
    _ = try library.run("rename", ["Gabriel García Márquez", "Gabriel Márquez"])
    #expect(try library.run("doctor --only name-leftover --format json").contains("no book has") == false)
  }

  @Test("`library set` changes an entry, also of a name with periods")
  func settings() throws {
    let library = try TestLibrary(["shelf.yaml": "format: 1\n"])
    _ = try library.run("library set", ["names.V. S. Naipaul=Naipaul, V. S."])
    #expect(library["shelf.yaml"] == "format: 1\nnames:\n  V. S. Naipaul: Naipaul, V. S.\n")
    #expect(try library.run("library list").contains("Naipaul, V. S."))
    _ = try library.run("library unset", ["names.V. S. Naipaul"])
    #expect(library["shelf.yaml"] == "format: 1\n")
  }

  @Test("two copies add entries, and different values for a name are a conflict")
  func merge() throws {
    let library = try TestLibrary(["shelf.yaml": "format: 1\n"])
    func merge(_ ours: String, _ theirs: String) throws -> String {
      let base = "format: 1\nnames:\n  A B: A B\n"
      (library["base"], library["ours"], library["theirs"]) = (base, ours, theirs)
      return try library.run("merge-driver", ["base", "ours", "theirs", "shelf.yaml"])
    }
    let both = try merge("format: 1\nnames:\n  A B: A B\n  C D: C D\n", "format: 1\nnames:\n  A B: A B\n  E F: E F\n")
    #expect(both.isEmpty)
    #expect(
      Set((library["ours"] ?? "").split(separator: "\n")) == [
        "format: 1", "names:", "  A B: A B", "  C D: C D", "  E F: E F",
      ])
    let conflict = try merge("format: 1\nnames:\n  A B: B A\n", "format: 1\nnames:\n  A B: AB\n")
    #expect(conflict.contains("both sides changed names.A B"))
  }

  // MARK: - Imports and exports

  private static let bibliography = """
    @book{one, author = {{Delgado de Molina}, A. and Vign{\\'e}, M. and {de Geus}, Tom}, title = {One}}
    @book{two, author = {Drummond de Andrade, Carlos}, title = {Two}}
    @book{three, author = {Le Guin, Ursula K.}, title = {Three}}
    @book{four, author = {von Bos, Klaus and King, Jr., Martin Luther}, title = {Four}}
    @book{five, author = {{The Unicode Consortium} and {Kirkus Reviews}}, title = {Five}}
    @book{six, author = {family=Molina, given=A., prefix=de}, title = {Six}}
    @book{seven, author = {夏目, 漱石 and Plato}, title = {Seven}}
    """

  @Test("BibTeX comes back with the same family names, suffixes and braces")
  func bibTeX() throws {
    let library = try TestLibrary(["shelf.yaml": "format: 1\n", "in/in.bib": Self.bibliography])
    let report = try library.run("import in/in.bib")
    #expect(report.contains("Added to names in shelf.yaml: "))
    #expect(
      library["shelf.yaml"] == """
        format: 1
        names:
          A. Delgado de Molina: Delgado de Molina, A.
          Tom de Geus: de Geus, Tom
          Carlos Drummond de Andrade: Drummond de Andrade, Carlos
          Kirkus Reviews: Kirkus Reviews
          夏目漱石: 夏目, 漱石

        """)
    let exported = try library.run("export bibtex")
    for name in [
      "{Delgado de Molina}, A. and M. Vigné and {de Geus}, Tom", "Drummond de Andrade", "Le Guin, Ursula K.",
      "Klaus von Bos and King, Jr., Martin Luther", "{The Unicode Consortium} and {Kirkus Reviews}", "A. de Molina",
      "夏目, 漱石 and Plato",
    ] { #expect(exported.contains(name), "\(name)") }
    let csl = try library.run("export csl-json")
    #expect(csl.contains("\"family\": \"de Geus\"") && csl.contains("\"non-dropping-particle\": \"von\""))
    #expect(csl.contains("\"literal\": \"Kirkus Reviews\"") && csl.contains("\"suffix\": \"Jr.\""))
    // A second import adds nothing, even after the user has removed an entry.
    let manifest = (library["shelf.yaml"] ?? "").replacing("  Kirkus Reviews: Kirkus Reviews\n", with: "")
    library["shelf.yaml"] = manifest
    _ = try library.run("import in/in.bib")
    #expect(library["shelf.yaml"] == manifest)
    // Importing the exports yields the same names.
    for (name, text) in [("again.bib", exported), ("again.json", csl)] {
      let copy = try TestLibrary(["shelf.yaml": "format: 1\n", "in/\(name)": text])
      _ = try copy.run("import in/\(name)")
      let columns = "list --columns author,authorSort --format tsv --sort title"
      #expect(
        try copy.run(columns)
          == library.run(columns).replacing("Reviews, Kirkus", with: "Kirkus Reviews"), "\(name)")
    }
  }

  @Test("an import of shelf's own export restores the entries", arguments: ["json", "jsonl", "csv"])
  func ownExports(_ format: String) throws {
    let library = try library()
    _ = try library.run("export \(format) --output in/out.\(format)")
    let copy = try TestLibrary(["shelf.yaml": "format: 1\n"])
    _ = try copy.run("import", [library.absolute("in/out.\(format)")])
    #expect(copy["shelf.yaml"]?.contains("  Gabriel García Márquez: García Márquez, Gabriel\n") ?? false)
    #expect(copy["shelf.yaml"]?.contains("  Kirkus Reviews: Kirkus Reviews\n") ?? false)
    #expect(copy["shelf.yaml"]?.contains("Hammett") == false)
    #expect(try copy.run("doctor").contains("unknown-field") == false)
  }

  @Test("notes restore the entries of their authors, unless somebody has edited only one of the two")
  func notes() throws {
    let library = try library()
    _ = try library.run("export markdown --output", [library.absolute("notes")])
    let copy = try TestLibrary(["shelf.yaml": "format: 1\n"])
    _ = try copy.run("import", [library.absolute("notes")])
    #expect(copy["shelf.yaml"]?.contains("  Gabriel García Márquez: García Márquez, Gabriel\n") ?? false)
    #expect(copy["shelf.yaml"]?.contains("Hammett") == false)
    let notes = try library.paths().filter { $0.hasPrefix("notes/") && $0.hasSuffix(".md") }
    for path in notes {
      library[path] = library[path]?.replacing("  - Gabriel García Márquez\n", with: "  - Mary Shelley\n")
        .replacing("author: Gabriel García Márquez\n", with: "author: Mary Shelley\n")
    }
    let other = try TestLibrary(["shelf.yaml": "format: 1\n"])
    #expect(try other.run("import", [library.absolute("notes")]).contains("authorSort (1)"))
    #expect(other["shelf.yaml"]?.contains("García") == false)
    #expect(try other.run("doctor").contains("unknown-field") == false)
  }

  @Test("RIS states family names, and years of a life are removed there, too")
  func ris() throws {
    let entry = "TY  - BOOK\nTI  - One\nAU  - García Márquez, Gabriel\nAU  - Kipling, Rudyard, 1865-1936\nER  - \n"
    let library = try TestLibrary(["shelf.yaml": "format: 1\n", "in/a.ris": entry])
    #expect(try library.run("import in/a.ris").contains("Removed from names: “1865-1936”\n"))
    #expect(library["shelf.yaml"] == "format: 1\nnames:\n  Gabriel García Márquez: García Márquez, Gabriel\n")
  }

  @Test("a particle that CSL states apart, or that the guess counts for sorting, makes no entry")
  func particles() throws {
    let names = ["John le Carré", "Daphne du Maurier", "Vincent van Gogh", "Tom de Geus"]
    let library = try TestLibrary(["shelf.yaml": "format: 1\n"])
    for (place, name) in names.enumerated() {
      _ = try library.run("add", ["B\(place)", "--author", name, "--no-lookup"])
    }
    for (format, path) in [("csl-json", "out.json"), ("bibtex", "out.bib"), ("ris", "out.ris")] {
      _ = try library.run("export \(format) --output", [library.absolute(path)])
      let copy = try TestLibrary(["shelf.yaml": "format: 1\n"])
      _ = try copy.run("import", [library.absolute(path)])
      let columns = "list --columns author,authorSort --format tsv --sort title"
      #expect(try copy.run(columns) == library.run(columns), "\(format)")
      #expect(copy["shelf.yaml"] == "format: 1\n")
    }
  }

  @Test("Calibre's and Goodreads' forms count only if they are not computed from the last word")
  func computedForms() throws {
    let calibre = """
      [{"title": "One", "authors": "Gabriel García Márquez", "author_sort": "García Márquez, Gabriel", "uuid": "a"},
       {"title": "Two", "authors": "Ursula K. Le Guin", "author_sort": "Guin, Ursula K. Le", "uuid": "b"}]
      """
    let library = try TestLibrary(["shelf.yaml": "format: 1\n", "in/calibre.json": calibre])
    _ = try library.run("import in/calibre.json")
    #expect(library["shelf.yaml"] == "format: 1\nnames:\n  Gabriel García Márquez: García Márquez, Gabriel\n")
  }

  @Test("roles in a column of authors make contributors, and the summary lists what was removed")
  func rolesAndYears() throws {
    let table = """
      title,author
      A,"Smith, Mary; Kidby, Paul (Illustrator)"
      B,"Homer, translated by Emily Wilson"
      C,"Smith, Mary (ed.)"
      D,"Kipling, Rudyard, 1865-1936"
      E,Musées nationaux (France)
      F,"Mary Smith, Paul Kidby (Editors)"
      G,Homer (trans. Emily Wilson)
      H,"Homer, trans. by Emily Wilson"
      I,"Homer (ed. by Ann Bee)"

      """
    let library = try TestLibrary(["shelf.yaml": "format: 1\n", "in/t.csv": table])
    #expect(try library.run("import in/t.csv").contains("Removed from names: “1865-1936”\n"))
    #expect(
      try library.run("list --columns author,contributors --format tsv --sort title") == """
        Mary Smith\tPaul Kidby (illustrator)
        Homer\tEmily Wilson (translator)
        Mary Smith\tMary Smith (editor)
        Rudyard Kipling\t
        Musées nationaux (France)\t
        Mary Smith; Paul Kidby\tMary Smith (editor); Paul Kidby (editor)
        Homer\tEmily Wilson (translator)
        Homer\tEmily Wilson (translator)
        Homer\tAnn Bee (editor)

        """)
  }

  @Test("published files do not contain the entries")
  func isNotPublished() throws {
    let library = try library()
    _ = try library.run("set Solitude status=completed dateCompleted=2026-01-01")
    _ = try library.run("publish --output in/site")
    let files = FileManager.default.enumerator(atPath: library.absolute("in/site"))
    for case let path as String in files ?? .init() {
      guard let data = FileManager.default.contents(atPath: library.absolute("in/site/\(path)")) else { continue }
      #expect(!String(decoding: data, as: UTF8.self).contains("García Márquez, Gabriel"), "\(path)")
    }
  }
}

import ShelfTestSupport
import Testing

@testable import ShelfCLI

/// Tests `shelf doctor --bug-report`, whose output users publish.
struct BugReportTests {
  @Test func theReportHoldsNothingOfTheLibrary() throws {
    let library = try TestLibrary([
      "shelf.yaml":
        "format: 1\nname: Secret name\nfields: {book: {secretfield: {type: text}}}\nfilters: {secretfilter: book secret}\n",
      "books/secret-a.yaml": "id: b00000a1-0000-4000-8000-000000000000\ntitle: Secret A\nauthor: Secret B\n",
      "books/secret-c.yaml": "title: [\n",
      "genres/secret.yaml": "id: b00000a2-0000-4000-8000-000000000000\nname: Secret D\n",
    ])
    library["home/.config/shelf/config.yaml"] =
      "pager: secret-pager\naliases:\n  secretalias: book list\n  secretother: quote list\nlibrary: /secret/path\n"
    library.environment = [
      "HOME": library.absolute("home"), "TERM": "xterm-256color", "LANG": "de_DE.UTF-8", "LC_ALL": "/secret path",
    ]
    let report = try library.run("doctor --bug-report")
    #expect(!report.lowercased().contains("secret"))
    #expect(!report.contains(library.root))
    let lines = report.split(separator: "\n").filter { !$0.hasPrefix("system") }
    expect(
      lines.map { $0 + "\n" }.joined().replacing(ProgramVersion.line, with: "VERSION"),
      is: """
        version     VERSION
        terminal    xterm-256color, output is not a terminal
        language    LC_ALL=unusual LANG=de_DE.UTF-8
        settings    aliases.NAME × 2, library, pager
        library     1 book, 0 quotes, 1 genre, 0 tags, 0 issues
        unreadable  1 file
        shelf.yaml  custom fields, filters, format 1
        """)
  }

  @Test func theReportNeedsNoLibrary() throws {
    let library = try TestLibrary([:])
    let report = try library.run("doctor --bug-report")
    #expect(report.contains("library   none here, or it cannot be read"))
    #expect(!report.contains("!"))
  }
}

import ShelfTestSupport
import Testing

@testable import ShelfCLI
@testable import ShelfModel
@testable import ShelfText

/// Tests that no command writes control sequences from the text of a library to a terminal.
struct HostileTerminalTests {
  /// Sequences for colors, cursor movement, the window title, the bell and text direction, and a C1 control
  /// character.
  private static let evil = #"e\e[31m\e[2J\e]0;pwn\a\u202e\x9b31m\u2066x"#

  /// Returns a line with these sequences if the field contains text, or nil to omit the field, so that every record is
  /// valid.
  private static func line(_ field: Field) -> String? {
    switch field.type {
    case .text, .textList: "\(field.key): \"\(evil) \(field.key)\"\n"
    default: nil
    }
  }

  private static let files: [String: String] = {
    var files = [
      "shelf.yaml":
        "format: 1\nname: \"\(evil)\"\nfilters: {\"f\(evil)\": \"\(evil)\", bad: \"book zz:\(evil)\"}\n"
        + "fields: {book: {own: text}}\nlist.csv: \"\(evil)\"\n"
    ]
    let references = [
      "book": "genres: [e0000001-0000-4000-8000-000000000000]\nown: \"\(evil)\"\nunknown \(evil.count): \"\(evil)\"\n",
      "quote": "book: b0000001-0000-4000-8000-000000000000\n",
      "issue": "books: [b0000001-0000-4000-8000-000000000000]\ntags: [a0000001-0000-4000-8000-000000000000]\n",
    ]
    let ids = ["book": "b", "quote": "c", "genre": "e", "tag": "a", "issue": "f"]
    for kind in Kind.allCases {
      let fields = kind.fields.filter { $0.key != "id" && $0.key != "formerIds" && $0.key != "sources" }
      for number in 1...3 {
        let id = "\(ids[kind.singular] ?? "b")000000\(number)-0000-4000-8000-000000000000"
        files["\(kind.folder)/\(kind.singular)\(number).yaml"] =
          "id: \(id)\n" + fields.compactMap(line).joined() + (references[kind.singular] ?? "")
          + (kind == Kind.book ? "sources: \"test:\(evil)\"\nstatus: \(number == 3 ? "inProgress" : "onShelf")\n" : "")
      }
    }
    files["books/broken.yaml"] = "id: b0000009-0000-4000-8000-000000000000\ntitle: [\u{1B}[31m\u{202E}\n"
    files["books/wrong\u{1B}[31m.yaml"] = "id: b0000008-0000-4000-8000-000000000000\ntitle: x\nrating: \"\(evil)\"\n"
    files["in.csv"] = "title,author,rating,odd\u{1B}[31m\nx\u{1B}[31m,y\u{9B}31m,\u{1B}[32m,\u{202E}\n"
    return files
  }()

  /// Lines that run the commands that print text, in all formats.
  private static var lines: [String] {
    var lines = HostileFolderTests.lines.filter { line in
      // These commands take over the terminal, run a program that the user chose, or talk to an editor.
      !["lsp", "browse", "edit", "merge-driver", "completions"].contains { line.contains($0) }
    }.map { $0.joined(separator: " ") }
    for kind in Kind.allCases {
      for format in ["table", "tsv", "csv", "json", "jsonl", "yaml", "ids"] {
        lines.append("\(kind.singular) list --format \(format)")
      }
      let all = kind.fields.map(\.key).joined(separator: ",")
      for format in ["table", "tsv", "csv"] {
        lines.append("\(kind.singular) list --format \(format) --columns \(all)")
      }
      for format in ["text", "json", "yaml"] { lines.append("\(kind.singular) show x --format \(format)") }
    }
    for format in ["csv", "json", "jsonl", "goodreads", "bibtex", "csl-json", "ris", "markdown"] {
      lines += ["export \(format)", "export \(format) x", "export \(format) --output out/\(format)"]
    }
    for format in ["text", "json", "github", "sarif"] { lines.append("doctor --format \(format)") }
    for format in ["table", "tsv", "csv", "json"] { lines.append("search x --format \(format)") }
    return lines + [
      "import in.csv", "import in.csv --dry-run", "import in.csv --format json", "filter list --format json",
      "filter list --format tsv", "book list --filter bad", "stats --format json", "stats --format tsv", "config list",
      "book set b0000001 title=x --dry-run", "book set --where x note=y --dry-run", "book genres b0000001",
      "log --format json", "diff --format json", "undo --list --format json", "doctor --list-checks",
      "doctor --explain unreadable-yaml", "book show b0000008", "book show broken",
    ]
  }

  @Test(arguments: lines) func isShownAndNotObeyed(_ line: String) throws {
    let library = try TestLibrary(HostileTerminalTests.files)
    library.useGit()
    library.environment["TERM"] = "dumb"
    library.environment["XDG_CONFIG_HOME"] = library.absolute("config")
    let screen = try library.runOnTerminal(line, columns: 120)
    // Tabs between columns are harmless.
    let text = screen.replacing("\t", with: " ")
    #expect(VisibleText.lines(text) == text, "\(screen.debugDescription)")
  }
}

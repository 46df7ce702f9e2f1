import Testing

@testable import ShelfCLI

/// Tests the output of `shelf --version`.
struct VersionTests {
  @Test(
    arguments: [
      ("$Format:%H %cs$", "shelf \(ProgramVersion.number) (unknown source)"),
      ("", "shelf \(ProgramVersion.number) (unknown source)"),
      (
        "0123456789abcdef0123456789abcdef01234567 2026-11-25", "shelf \(ProgramVersion.number) (0123456789, 2026-11-25)"
      ),
      (
        "0123456789abcdef0123456789abcdef01234567+ 2026-11-25",
        "shelf \(ProgramVersion.number) (0123456789+, 2026-11-25)"
      ),
    ]) func theVersionSaysWhatItWasBuiltFrom(_ source: String, _ line: String)
  {
    #expect(ProgramVersion.line(source: source) == line)
  }

  @Test func theVersionIsPrinted() throws {
    let library = try TestLibrary()
    #expect(try library.run("--version") == ProgramVersion.line + "\n")
    #expect(try library.run("book list --version") == ProgramVersion.line + "\n")
  }
}

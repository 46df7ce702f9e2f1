import Foundation
import ShelfTestSupport
import Testing

@testable import ShelfKit
@testable import ShelfModel
@testable import ShelfStore

/// Each format exports exactly the fields that it declares, and `docs/import.md` lists the others.
struct ExportTableTests {
  /// Returns a value of a field in YAML, and the text to search for in the export, or nil if the test uses a different
  /// value or skips the field.
  private static func value(of field: Field) -> (yaml: String, mark: String)? {
    switch field.type {
    case .id: nil
    case .boolean: ("true", "true")
    case .rating: ("4", "4")
    case .integer: field.key == "pages" ? ("317", "317") : ("1871", "1871")
    case .date: ("\(1950 + field.index)-02-03", "\(1950 + field.index)")
    case .duration: ("\"12:30\"", "12:30")
    case .intervals: ("[1944-01-02/1945-03-04]", "1945")
    case .choice: ("completed", "completed")
    default: nil
    }
  }

  @Test func theGuideShowsWhatFormatsHold() throws {
    let fields = Schema().fields(of: .book).filter { $0.type != .id && $0.key != "formerIds" }
    func list(_ fields: [Field]) -> String { fields.map { "`\($0.key)`" }.joined(separator: ", ") }
    var rows = ["| format | has no place for | has in another form |", "| --- | --- | --- |"]
    for format in ExportFormat.all where format.kinds == [.book] {
      let left = fields.filter { !format.represents($0) && !($0.has(.confidential) && format.represents != nil) }
      let others = "quotes, custom fields, private fields (such as `lentTo`), "
      let text = (format.represents == nil ? "" : others) + list(left)
      let altered = format.alterations.map { "`\($0.field.key)`: \($0.form)" }.joined(separator: "; ")
      rows.append("| `\(format.name)` | \(text) | \(altered) |")
    }
    try GuidePart.check("import", between: "<!-- what exports hold -->", rows.joined(separator: "\n") + "\n")
  }

  /// Sets one field at a time to a unique value, which the export contains if and only if the format declares the
  /// field.
  @Test(arguments: ExportFormat.all.filter { $0.kinds == [.book] }.map(\.name))
  func holdsWhatItSays(_ name: String) throws {
    let format = try #require(ExportFormat.named(name))
    for field in Schema().fields(of: .book) where !field.has(.title) && field.type.target == nil {
      let library = try ImportTests.empty()
      let (yaml, mark): (String, String)
      if let value = Self.value(of: field) {
        (yaml, mark) = value
      } else if [.text, .textList].contains(field.type) {
        let word = "Quoxle\(field.index)"
        switch field.key {
        case "isbn": (yaml, mark) = ("\"9780441013593\"", "9780441013593")
        case "series": (yaml, mark) = ("\(word) 3", word)
        case "progress": (yaml, mark) = ("45%", "45%")
        case "contributors": (yaml, mark) = ("\(word) (translator)", word)
        // Bibliographies can represent a format only if it is a type of thesis.
        case "format": (yaml, mark) = ("\(word) thesis", word)
        case "language": (yaml, mark) = ("Volapük", "Volap")
        case "sources": (yaml, mark) = ("[\"goodreads:7654321\"]", "7654321")
        case "loans": (yaml, mark) = ("[\"2001-02-03/2001-03-04 \(word)\"]", word)
        case "readingLog": (yaml, mark) = ("[\"1931-02-03 12\"]", "1931")
        default: (yaml, mark) = (word, word)
        }
      } else {
        continue
      }
      // The export may contain these values for other reasons, even if the field is not exported.
      if field.has(.state) || ["true", "4"].contains(mark) { continue }
      let status = field.has(.givenUp) ? "status: abandoned\n" : ""
      library["books/a.yaml"] =
        "id: 00000000-0000-4000-8000-0000000000aa\ntitle: Plain\n\(status)\(field.key): \(yaml)\n"
      _ = try library.run("export \(name) --output", [library.absolute("out")])
      let paths = try FileManager.default.subpathsOfDirectory(atPath: library.absolute(".")).filter {
        $0.hasPrefix("out")
      }
      let text = paths.compactMap { library[$0] }.joined()
      #expect(text.contains("Plain"))
      // Goodreads has no columns for these two fields, but exports the book's id at Goodreads and the date of the
      // last reading.
      let isTold = format.represents(field) || name == "goodreads" && ["sources", "readings"].contains(field.key)
      #expect(text.contains(mark) == isTold, "\(name) \(field.key): \(text)")
    }
  }

  @Test("the hint of a file for a spreadsheet names the columns with amounts")
  func spreadsheet() throws {
    let library = try TestLibrary()
    _ = try library.run("library set fields.book.value.type=money")
    _ = try library.run("set", ["Dune Messiah", "value=12"])
    let said = try library.refused("export insurance.csv")
    #expect(said.contains("`shelf list is:owned --format excel --columns title,author,isbn,value > insurance.csv`"))
    let list = try library.run("list is:owned --format excel --columns title,author,isbn,value")
    #expect(list.contains("Dune Messiah,Frank Herbert,,12"), "\(list)")
  }
}

import Testing

@testable import ShelfImport

/// Tests author texts in which it is unclear whether a comma separates two names or is part of one.
@Suite struct NameGuessTests {
  /// The report names every author in the file that may be two people.
  @Test(arguments: [
    ("csv", "title,author\nT,\"Madonna, Jane Doe\"\nU,\"Rowling, Joanne Kathleen\"\nV,\"Le Guin, Ursula K.\"\n"),
    ("yaml", "- title: T\n  author: Madonna, Jane Doe\n- title: U\n  author: Rowling, Joanne Kathleen\n"),
    (
      "calibre",
      #"[{"title": "T", "authors": "Madonna, Jane Doe", "uuid": "1b3d3c5c-0000-4000-8000-000000000001", "id": 1},"#
        + #"{"title": "U", "authors": "Rowling, Joanne Kathleen", "uuid": "1b3d3c5c-0000-4000-8000-000000000002", "id": 2}]"#
    ),
  ])
  func aGuessIsSaid(_ format: String, _ text: String) throws {
    let batch = try read(text, as: format)
    #expect(batch.drafts.prefix(2).map { $0[.author] } == [["Jane Doe Madonna"], ["Joanne Kathleen Rowling"]])
    let said = batch.problems.filter { $0.reason.contains("Madonna") || $0.reason.contains("Rowling") }.map(\.reason)
    #expect(said == ["“Madonna, Jane Doe” is read as one author, Jane Doe Madonna, and 1 more like it"])
  }

  @Test func aGuessIsSaidOnce() throws {
    let names = try read("title,author\nT,\"Cher, Bono, Sting, Neil Gaiman\"\n")
    #expect(
      names.reasons == "“Cher, Bono, Sting, Neil Gaiman” is read as the authors Cher; Bono; Sting; Neil Gaiman")
    let plain = try read("title,author\nT,\"Falla, Manuel de\"\nU,\"Lady Gaga, Paul Conti\"\n")
    #expect(plain.problems.isEmpty)
  }
}

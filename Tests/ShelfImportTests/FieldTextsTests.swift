import ShelfModel
import Testing

@testable import ShelfImport

/// The texts of fields, held in one block of bytes.
struct FieldTextsTests {
  @Test(arguments: [0, 1, 127, 128, 16_383, 16_384, 70_000])
  func textsOfAnyLengthComeBack(length: Int) {
    let long = String(repeating: "é", count: length / 2) + (length.isMultiple(of: 2) ? "" : "x")
    var fields = FieldTexts()
    fields[.title] = ["Dune"]
    fields[.review] = [long]
    fields[.genres] = ["sf", long, ""]
    fields[.isbn] = []
    #expect(long.utf8.count == length)
    #expect(fields[.title] == ["Dune"])
    #expect(fields[.review] == [long])
    #expect(fields.first(.review) == long)
    #expect(fields[.genres] == ["sf", long, ""])
    #expect(fields[.isbn] == [])
    #expect(fields.first(.isbn) == nil)
    #expect(fields.has(.isbn) && !fields.has(.year))
    #expect(fields[.year] == nil)
  }

  @Test func aFieldIsReplacedAndTakenAwayInItsPlace() {
    var fields = FieldTexts()
    fields[.title] = ["Dune"]
    fields[.author] = ["Frank Herbert"]
    fields[.pages] = ["412"]
    fields[.author] = ["Brian Herbert", "Kevin J. Anderson"]
    #expect(fields.map(\.key) == [.title, .author, .pages])
    #expect(fields.map(\.value) == [["Dune"], ["Brian Herbert", "Kevin J. Anderson"], ["412"]])
    fields[.author] = nil
    #expect(fields.map(\.key) == [.title, .pages])
    fields[.year] = nil
    fields[.title] = nil
    fields[.pages] = nil
    #expect(fields.isEmpty)
  }

  @Test func theOrderOfFieldsMakesNoDifference() {
    var (one, other) = (FieldTexts(), FieldTexts())
    one[.title] = ["Dune"]
    one[.author] = ["Frank Herbert"]
    other[.author] = ["Frank Herbert"]
    #expect(one != other)
    other[.title] = ["Dune"]
    #expect(one == other)
    other[.year] = ["1965"]
    #expect(one != other)
    #expect(other != one)
    one[.pages] = ["412"]
    #expect(one != other)
  }

  @Test func fieldsWithoutTextsAreLeftOut() {
    var fields = FieldTexts()
    fields[.isbn] = []
    fields[.title] = ["Dune"]
    fields[.series] = []
    #expect(fields.withoutEmpty.map(\.key) == [.title])
    fields.shrink()
    #expect(fields.map(\.key) == [.isbn, .title, .series])
  }
}

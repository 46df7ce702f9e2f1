import Testing

@testable import ShelfModel
@testable import ShelfText

/// Tests every row of the table of lenient values in the format's documentation.
@Suite struct FieldTypeTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var type: FieldType
    var texts: [String]
    var value: FieldValue?

    init(_ type: FieldType, _ texts: String..., gives value: FieldValue?) {
      self.type = type
      self.texts = texts
      self.value = value
    }

    var testDescription: String { "\(type) \(texts)" }
  }

  static let id = "3f2b8c1e-1b1f-4a63-8a94-0f8f4d1f2f10"
  static let ids = RecordID(id).map { [$0] } ?? []
  static let stars = FieldType.rating
  static let year = FieldType.integer(-9999...9999)
  static let priority = FieldType.choice(["low", "medium", "high"])
  static let status = FieldType.choice(["onShelf", "inProgress", "completed"])
  static let moment = Timestamp(secondsSince1970: 1_795_255_200)

  static let rows: [Row] = [
    Row(.id, id, gives: .ids(ids)),
    Row(.id, id.uppercased(), gives: .ids(ids)),
    Row(.id, "dune", gives: nil),
    Row(.id, id, id, gives: nil),
    Row(.text, "1984", gives: .text("1984")),
    Row(.text, "No", gives: .text("No")),
    Row(.text, "012", gives: .text("012")),
    Row(.text, "~", gives: .text("~")),
    Row(.text, "two\nlines\n", gives: .text("two\nlines\n")),
    Row(.text, "a", "b", gives: nil),
    Row(.textList, "a", gives: .texts(["a"])),
    Row(.textList, "a", "b", gives: .texts(["a", "b"])),
    Row(.textList, "12", "No", gives: .texts(["12", "No"])),
    Row(stars, "5", gives: .rating(Rating(quarters: 20)!)),
    Row(stars, "0", gives: .rating(Rating(quarters: 0)!)),
    Row(stars, "4.25", gives: .rating(Rating(quarters: 17)!)),
    Row(stars, "+04.50", gives: .rating(Rating(quarters: 18)!)),
    Row(stars, "-0", gives: nil),
    Row(stars, "-0.5", gives: nil),
    Row(stars, "5.25", gives: nil),
    Row(stars, "6", gives: nil),
    Row(stars, "-1", gives: nil),
    Row(stars, "4.3", gives: nil),
    Row(stars, "4 stars", gives: nil),
    Row(stars, "0x4", gives: nil),
    Row(stars, "four", gives: nil),
    Row(stars, "", gives: nil),
    Row(stars, "99999999999999999999", gives: nil),
    Row(year, "-400", gives: .integer(-400)),
    Row(year, "0017", gives: .integer(17)),
    Row(year, "10000", gives: nil),
    Row(year, "1_999", gives: nil),
    Row(year, "٢٠٢٦", gives: nil),
    Row(.boolean, "true", gives: .boolean(true)),
    Row(.boolean, "FALSE", gives: .boolean(false)),
    Row(.boolean, "Yes", gives: .boolean(true)),
    Row(.boolean, "no", gives: .boolean(false)),
    Row(.boolean, "On", gives: .boolean(true)),
    Row(.boolean, "OFF", gives: .boolean(false)),
    Row(.boolean, "1", gives: nil),
    Row(.boolean, "maybe", gives: nil),
    Row(.boolean, "true", "false", gives: nil),
    Row(.date, "2026-11-21", gives: .date(moment.date)),
    Row(.date, "2026-11-21T10:00:00Z", gives: .date(moment.date)),
    Row(.date, "2026-02-30", gives: nil),
    Row(.timestamp, "2026-11-21T10:00:00Z", gives: .timestamp(moment)),
    Row(.timestamp, "2026-11-21 10:00:00", gives: .timestamp(moment)),
    Row(.timestamp, "2026-11-21T12:00:00+02:00", gives: .timestamp(moment)),
    Row(.timestamp, "2026-11-21", gives: .timestamp(Timestamp(secondsSince1970: 1_795_219_200))),
    Row(.timestamp, "soon", gives: nil),
    Row(.timestamp, "2026-11-21T12:00:00+2", gives: .timestamp(moment)),
    Row(.timestamp, "2026-11-21T12:00:00 +0200", gives: .timestamp(moment)),
    Row(.timestamp, "2026-11-21T12:00:00+200", gives: nil),
    Row(.timestamp, "2026-11-21T12:00:00+02:", gives: nil),
    Row(.timestamp, "2026-11-21T12:00:00+02:0", gives: nil),
    Row(.timestamp, "2026-11-21T12:00:00+2:5", gives: nil),
    Row(.timestamp, "2026-11-21T12:00:00+02000", gives: nil),
    Row(.decimal, "0000000000012,5", gives: .decimal(DecimalNumber("12.5")!)),
    Row(.decimal, "0000000001234567890", gives: nil),
    Row(status, "onShelf", gives: .text("onShelf")),
    Row(status, "ONSHELF", gives: .text("onShelf")),
    Row(status, "inprogress", gives: .text("inProgress")),
    Row(status, "0", gives: nil),
    Row(status, "lost", gives: nil),
    Row(priority, "High", gives: .text("high")),
    Row(priority, "0", gives: .text("low")),
    Row(priority, "1", gives: .text("medium")),
    Row(priority, "2", gives: .text("high")),
    Row(priority, "3", gives: nil),
    Row(priority, "+1", gives: nil),
    Row(priority, "02", gives: nil),
    Row(.money, "12.5", gives: .money(Money("12.50")!)),
    Row(.money, "EUR 12,50", gives: .money(Money("12.50 EUR")!)),
    Row(.intervals, "2019-06-02/2019-06-30", "2020/", gives: .texts(["2019-06-02/2019-06-30", "2020/"])),
    Row(.intervals, "2019-6-2T10:00:00Z/2019-06-30", gives: .texts(["2019-06-02/2019-06-30"])),
    Row(.intervals, "2019", gives: nil),
    Row(priority, "-1", gives: nil),
    Row(.color, "00FF00", gives: .color(Color(red: 0, green: 255, blue: 0))),
    Row(.color, "#00ff00", gives: .color(Color(red: 0, green: 255, blue: 0))),
    Row(.color, "000000", gives: .color(Color(red: 0, green: 0, blue: 0))),
    Row(.color, "green", gives: nil),
    Row(.reference(.book), id, gives: .ids(ids)),
    Row(.reference(.book), id, id, gives: nil),
    Row(.reference(.book), "Dune", gives: nil),
    Row(.references(.genre), id, gives: .ids(ids)),
    Row(.references(.genre), id, id, gives: .ids(ids + ids)),
    Row(.references(.genre), id, "Horror", gives: nil),
    Row(.formerIDs, id, gives: .ids(ids)),
    Row(.formerIDs, "x", gives: nil),
  ]

  @Test(arguments: rows) func reads(_ row: Row) { #expect(row.type.read(row.texts) == row.value) }

  /// A value is read back from the text that shelf writes for it.
  @Test(arguments: rows) func readsWhatIsWritten(_ row: Row) {
    guard let value = row.value, row.texts.count == 1 else { return }
    #expect(row.type.read([value.text]) == value)
  }

  @Test func listsAreLists() {
    let types: [FieldType] = [.textList, .references(.tag), .formerIDs, .text, .id, .reference(.book), Self.stars]
    #expect(types.map(\.isList) == [true, true, true, false, false, false, false])
  }

  @Test func descriptionsTellTheRange() {
    #expect(Self.stars.description == "a rating from 0 to 5 in quarters, such as 4.5")
    #expect(Self.priority.description == "low, medium or high")
    #expect(FieldType.choice(["one"]).description == "one")
  }
}

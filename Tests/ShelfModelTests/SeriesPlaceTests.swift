import ShelfTestSupport
import Testing

@testable import ShelfModel

/// Tests how the text of a series is parsed into a name and a position.
struct SeriesPlaceTests {
  @Test(arguments: [
    ("Discworld 12", "Discworld", "12"), ("The Expanse 3.5", "The Expanse", "3.5"), ("Dune #1", "Dune", "1"),
    ("Earthsea Cycle, 2", "Earthsea Cycle", "2"), ("Maigret 5–7", "Maigret", "5–7"), ("1632 (2)", "1632", "2"),
    ("Maigret 5-7", "Maigret", "5–7"), ("Maigret 5 – 7", "Maigret", "5–7"), ("1632 2", "1632", "2"),
    ("Earthsea Cycle, #2", "Earthsea Cycle", "2"), ("Earthsea (#2)", "Earthsea", "2"), ("Dune, Book 3", "Dune", "3"),
    ("Asterix vol. 3", "Asterix", "3"), ("Maigret Bd. 4", "Maigret", "4"), ("The Witcher 0.75", "The Witcher", "0.75"),
    ("The Expanse 3½", "The Expanse", "3.5"), ("The Expanse 2.50", "The Expanse", "2.5"), ("Dune 0", "Dune", "0"),
    ("Perry Rhodan #2400", "Perry Rhodan", "2400"), ("Perry Rhodan (2400)", "Perry Rhodan", "2400"),
    ("地球往事 1", "地球往事", "1"), ("  Discworld   12 ", "Discworld", "12"), ("C# 1", "C#", "1"),
    ("Jungle Book 2", "Jungle Book", "2"), ("Area 51 (2)", "Area 51", "2"), ("Dune # 1", "Dune", "1"),
  ])
  func nameAndPosition(_ text: String, _ name: String, _ position: String) {
    let place = SeriesPlace(text)
    #expect(place.name == name)
    #expect(place.position?.description == position)
    #expect(!place.isUnclear)
  }

  /// Each of these texts is a name without a position, although some end with a number.
  @Test(arguments: ["1984", "1632", "Blade Runner 2049", "Catch-22", "Discworld", "C#", "R-17", "", "#", "(2)", "7"])
  func namesAlone(_ text: String) {
    let place = SeriesPlace(text)
    #expect(place.position == nil)
    #expect(place.name == text)
    #expect(!place.isUnclear)
  }

  @Test(arguments: [
    "Dune #x", "Maigret 7–5", "Warspite #1, Ark Royal #4", "Hainish 4; Earthsea 1", "Dune 1.2.3", "Dune 5,5",
    "Dune 1+2",
  ])
  func unclear(_ text: String) { #expect(SeriesPlace(text).isUnclear) }

  @Test func positionsAreExactAndOrdered() throws {
    let texts = ["0", "0.5", "1", "1.001", "1.1", "2", "5–7", "10", "999999"]
    let positions = try texts.map { try #require(SeriesPosition($0)) }
    #expect(positions.sorted().map(\.description) == texts)
    // A range is represented by its first number.
    #expect(SeriesPosition("5–7")?.number == 5)
    #expect(SeriesPosition("5–7")!.contains(SeriesPosition("6")!))
  }

  @Test(arguments: [
    "1.0001", "1000000", "99999999999999999999", "-1", "1.", ".5", "1e3", "5–5", "7–5", "5–", "–5", "１２", "",
  ])
  func noPositions(_ text: String) { #expect(SeriesPosition(text) == nil) }

  @Test(arguments: [("vol. 3", "3"), ("Bd. 12", "12"), ("[3]", "3"), ("Book 2", "2"), ("1.0", "1"), ("no. 4,", "4")])
  func volumesOfCatalogues(_ text: String, _ position: String) {
    #expect(SeriesPlace.position(ofVolume: text)?.description == position)
  }

  /// Text that shelf writes is parsed as the same name and position, regardless of how the name ends.
  @Test func whatIsWrittenIsRead() throws {
    let names = [
      "Discworld", "1632", "1984", "Area 51", "C#", "C #", "Blade Runner 2049", "The Wheel, of Time", "Jungle Book",
      "Vol",
      "Maigret (Simenon)", "Foundation II", "A–", "No. 1 Ladies", "三体",
    ]
    for name in names {
      for number in ["1", "12", "3.5", "0", "5–7", "2400"] {
        let position = try #require(SeriesPosition(number))
        let text = SeriesPlace.text(name, position)
        let read = SeriesPlace(text)
        #expect(read.position == position, "\(text)")
        #expect(read.key == SeriesPlace.key(of: name), "\(text)")
      }
    }
    #expect(SeriesPlace.text("Discworld", SeriesPosition("13")!) == "Discworld 13")
    #expect(SeriesPlace.text("1632", SeriesPosition("2")!) == "1632 (2)")
  }

  @Test func anythingIsReadInBoundedTime() {
    var random = SeededGenerator(seed: 28)
    let pieces = ["#", " ", "1", "–", "-", ".", "(", ")", ",", "vol.", "½", "a", "\u{301}", ";", "９", "Book"]
    for _ in 0..<3000 {
      let text = (0..<Int.random(in: 0...12, using: &random)).map { _ in random.pick(pieces) }.joined()
      let place = SeriesPlace(text)
      #expect(!(place.position != nil && place.name.isEmpty), "\(text)")
    }
    let long = SeriesPlace(String(repeating: "1 - ", count: 100_000) + "#1")
    #expect(long.position != nil)
  }
}

import ShelfModel
import ShelfStore
import ShelfTestSupport
import Testing

@testable import ShelfQuery

struct CellTextTests {
  /// Text that is copied from files byte for byte is the same as the text of the cells, regardless of what the files
  /// contain.
  @Test func theFastTextIsThatOfTheCells() throws {
    var random = SeededGenerator(seed: SeededGenerator.seedOfRun)
    print("cells: seed \(SeededGenerator.seedOfRun)")
    let facts = RandomLibrary.make(TestData.isFull ? 20_000 : 900, using: &random)
    let odd = [
      (
        "books/odd.yaml",
        "id: \(TestLibrary.id(71))\ntitle: [A, B]\nauthor: [[C]]\ngenres: []\nseries: ''\nreview: {a: b}\n"
      ),
      ("genres/odd.yaml", "id: \(TestLibrary.id(72))\nname: ''\n"),
      ("books/odder.yaml", "id: \(TestLibrary.id(73))\ngenres: \(TestLibrary.id(72))\nauthor: [D]\ntitle: \"T\\tU\"\n"),
    ]
    let library = try TestLibrary.make(facts.all.map { ($0.path, $0.yaml) } + odd, own: RandomLibrary.own)
    let cells = Cells(library)
    var bytes: [UInt8] = []
    for record in library.records {
      for (key, attribute) in Attributes(of: record.kind, library.schema).columns {
        bytes.removeAll(keepingCapacity: true)
        CellText(attribute, cells).append(record, to: &bytes)
        let text = cells.cell(attribute, record).separated
        #expect(String(decoding: bytes, as: UTF8.self) == text, "\(record.path): \(key)")
      }
    }
  }
}

import Testing

@testable import ShelfTerminal

@Suite struct BarTests {
  @Test(arguments: [
    (0, 10, 10, ""), (10, 10, 10, "██████████"), (5, 10, 10, "█████"), (1, 1000, 10, "▏"), (11, 16, 2, "█▍"),
    (20, 10, 3, "███"), (1, 0, 3, ""), (1, 1, 0, ""), (-1, 3, 3, ""),
  ])
  func isAsLongAsItsValue(_ value: Int, _ maximum: Int, _ width: Int, _ expected: String) {
    #expect(Bar.text(value, of: maximum, width: width) == expected)
  }

  @Test(arguments: [
    ([], ""), ([0, 0], "▁▁"), ([0, 1, 4, 7], "▁▂▅█"), ([1, 1000], "▂█"), ([5], "█"), ([1, 2], "▄█"),
    ([1, 2, 3, 4], "▂▄▆█"),
  ])
  func isAsHighAsItsValue(_ values: [Int], _ expected: String) { #expect(Bar.sparkline(values) == expected) }
}

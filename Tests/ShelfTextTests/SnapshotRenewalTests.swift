import ShelfTestSupport
import Testing

@testable import ShelfText

/// Tests how a failing snapshot is displayed, and how it is updated.
struct SnapshotRenewalTests {
  @Test func aDifferenceShowsWhatDiffers() {
    let lines = (1...20).map(String.init)
    let text = Difference.of(
      expected: lines.joined(separator: "\n"), actual: lines.map { $0 == "10" ? "ten" : $0 }.joined(separator: "\n"))
    #expect(text == " …\n 7\n 8\n 9\n-10\n+ten\n 11\n 12\n 13\n …")
  }

  @Test func theTextInTheSourceIsReplaced() throws {
    let source = """
      try expect(
        run("list"),
        is: \"""
          one
          two
          \""")
      other()
      """
    let (renewed, more) = try #require(SnapshotRenewal.replacing(in: source, from: 0, with: "1\n\\ \"\"\"\n\n3"))
    #expect(more == 2)
    #expect(
      renewed == """
        try expect(
          run("list"),
          is: \"""
            1
            \\\\ \\\"""

            3
            \""")
        other()
        """)
    #expect(SnapshotRenewal.replacing(in: source, from: 6, with: "") == nil)
  }
}

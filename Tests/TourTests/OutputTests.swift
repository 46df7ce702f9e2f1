import Testing

@Suite struct OutputTests {
  @Test func idsAndCommitsMatchAnyOthers() {
    #expect(Output.matches(expected: ["Added dune-3f2b8c1e.yaml"], actual: ["Added dune-77aa01c4.yaml"]))
    #expect(
      Output.matches(
        expected: ["id: 5f0e6c2a-1b1f-4a63-8a94-0f8f4d1f2f10"], actual: ["id: 0afd8810-7471-454c-b441-00d547b67ead"]))
    #expect(Output.matches(expected: ["index 1a2b3c4..5d6e7f8"], actual: ["index 0000000..fffffff"]))
    #expect(!Output.matches(expected: ["isbn 9780441013593"], actual: ["isbn 9780441478125"]))
  }

  @Test func threeDotsMatchAnyLines() {
    #expect(Output.matches(expected: ["a", "...", "z"], actual: ["a", "b", "c", "z"]))
    #expect(Output.matches(expected: ["a", "...", "z"], actual: ["a", "z"]))
    #expect(!Output.matches(expected: ["a", "...", "z"], actual: ["a", "b"]))
    #expect(Output.matches(expected: ["..."], actual: []))
  }

  @Test func spacesAtLineEndsAndEmptyLinesAtTheEndDoNotCount() {
    #expect(Output.matches(expected: ["a", "", "b"], actual: ["a ", "", "b", ""]))
    #expect(!Output.matches(expected: ["a", "b"], actual: ["a", "", "b"]))
  }

  @Test func differencesShowBothSides() {
    #expect(Difference.describe(expected: ["a", "b", "c"], actual: ["a", "x", "c"]) == " a\n-b\n+x\n c")
  }
}

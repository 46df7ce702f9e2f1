import Testing

@testable import ShelfModel
@testable import ShelfStore
@testable import YAMLEdit

@Suite struct FilterEditsTests {
  private func saved(_ source: String, _ name: String, _ query: String) throws -> String {
    let change = try FilterEdits(Array(source.utf8)).saving(SavedFilter(name: name, text: query))
    #expect(change.old == Array(source.utf8) && change.path == "shelf.yaml")
    return String(decoding: change.new ?? [], as: UTF8.self)
  }

  @Test(arguments: [
    ("format: 1\n", "format: 1\nfilters:\n  a: \"#x\"\n"),
    ("# mine\nformat: 1 # one\nname: M", "# mine\nformat: 1 # one\nname: M\nfilters:\n  a: \"#x\""),
    ("format: 1\r\nname: M\r\n", "format: 1\r\nname: M\r\nfilters:\r\n  a: \"#x\"\r\n"),
    ("format: 1\nfilters: {}\nname: M\n", "format: 1\nfilters: {a: \"#x\"}\nname: M\n"),
    ("format: 1\nfilters:\nname: M\n", "format: 1\nfilters:\n  a: \"#x\"\nname: M\n"),
    (
      "format: 1\nfilters:\n    b: 'y' # why\n# end\nname: M\n",
      "format: 1\nfilters:\n    b: 'y' # why\n    a: '#x'\n# end\nname: M\n"
    ),
    ("format: 1\nfilters:\n  a: old # keep\n  b: 'y'\n", "format: 1\nfilters:\n  a: '#x' # keep\n  b: 'y'\n"),
    ("{format: 1}\n", "{format: 1, filters: {a: \"#x\"}}\n"),
  ])
  func changesNothingElse(_ source: String, _ expected: String) throws {
    #expect(try saved(source, "a", "#x") == expected)
  }

  @Test(arguments: ["", "#x \"a b\" title:/\\d/", "żółw\t三", "yes", "it's: - \\"])
  func anyQueryReadsBack(_ query: String) throws {
    for name in ["a", "to read", "ż: #1", "true", "-"] {
      let text = try saved("format: 1\n", name, query)
      let filters = try ManifestReader(Array(text.utf8), limits: Limits()).filters().read
      #expect(filters == [SavedFilter(name: name, text: query)])
    }
  }

  @Test func deletes() throws {
    let source = "format: 1\nfilters:\n  a: x # one\n  # two\n  b: y\nname: M\n"
    let once = try #require(try FilterEdits(Array(source.utf8)).deleting("a").new)
    #expect(String(decoding: once, as: UTF8.self) == "format: 1\nfilters:\n  # two\n  b: y\nname: M\n")
    let twice = try #require(try FilterEdits(once).deleting("b").new)
    #expect(try ManifestReader(twice, limits: Limits()).filters().read == [])
    #expect(String(decoding: twice, as: UTF8.self).hasSuffix("name: M\n"))
  }
}

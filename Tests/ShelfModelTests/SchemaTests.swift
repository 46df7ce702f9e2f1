import Testing

@testable import ShelfModel

@Suite struct SchemaTests {
  @Test(arguments: Kind.allCases) func everyFieldKnowsItsPlace(_ kind: Kind) {
    let own = Field("shelfmark", .text, "Own")
    let fields = Schema(ownFields: [kind: [own]]).fields(of: kind)
    #expect(fields.map(\.index) == Array(fields.indices))
    #expect(fields.first?.key == "id")
    #expect(fields.suffix(2).map(\.key) == ["formerIds", "shelfmark"])
    #expect(fields.contains { $0.key == kind.titleKey && $0.isRequired })
  }

  /// Each key names one field, and every field says what it is for.
  @Test(arguments: Kind.allCases) func keysAreUniqueAndExplained(_ kind: Kind) {
    let fields = Schema().fields(of: kind)
    let keys = fields.flatMap { [$0.key] + $0.formerKeys }
    #expect(Set(keys).count == keys.count)
    for field in fields {
      #expect(!field.help.isEmpty && !field.help.hasSuffix("."))
      #expect(field.defaultText.map { field.type.read([$0]) != nil } ?? true)
    }
  }

  @Test func olderKeysStandForTheField() {
    let schema = Schema()
    #expect(schema.field("summary", of: .book)?.key == "synopsis")
    #expect(schema.field("recomendedBy", of: .book)?.key == "recommendedBy")
    #expect(schema.field("genre", of: .book)?.key == "genres")
    #expect(schema.field("summary", of: .issue) == nil)
    #expect(schema.field("Title", of: .book) == nil)
  }

  @Test func whoRefersToWhom() {
    let own = Field("shelf", .reference(.genre), "Own")
    let schema = Schema(ownFields: [.quote: [own]])
    func referring(_ kind: Kind) -> [String] {
      schema.fields(referringTo: kind).map { "\($0.kind.singular).\($0.field.key)" }
    }
    #expect(referring(.book) == ["quote.book", "issue.books"])
    #expect(referring(.genre) == ["book.genres", "quote.shelf"])
    #expect(referring(.tag) == ["issue.tags"])
    #expect(referring(.quote).isEmpty && referring(.issue).isEmpty)
  }

  @Test func whatDeletionDoes() {
    #expect(Schema().field("book", of: .quote)?.deleteRule == .cascade)
    #expect(Schema().field("genres", of: .book)?.deleteRule == .nullify)
    #expect(Schema().field("tags", of: .issue)?.deleteRule == .nullify)
    #expect(Schema().field("books", of: .issue)?.deleteRule == .nullify)
  }
}

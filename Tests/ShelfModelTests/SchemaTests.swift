import Testing

@testable import ShelfModel

@Suite struct SchemaTests {
  @Test(arguments: Kind.allCases) func everyFieldKnowsItsPlace(_ kind: Kind) {
    let own = Field("shelfmark", .text, "Own")
    let fields = Schema(customFields: [kind: [own]]).fields(of: kind)
    #expect(fields.map(\.index) == Array(fields.indices))
    #expect(fields.first?.key == "id")
    #expect(fields.suffix(2).map(\.key) == ["formerIds", "shelfmark"])
    #expect(fields.contains { $0.key == kind.titleKey && $0.isRequired })
  }

  /// A custom field takes the position of the built-in field with the same key; no other field moves.
  @Test func anOwnFieldTakesThePlaceOfTheProgramsField() {
    let own = Field("progress", .integer(0...9), "Own")
    let fields = Schema(customFields: [.book: [own]]).fields(of: .book)
    #expect(fields.map(\.key) == Schema().fields(of: .book).map(\.key))
    #expect(fields.map(\.index) == Array(fields.indices))
    let schema = Schema(customFields: [.book: [own]])
    #expect(schema.field("progress", of: .book)?.type == .integer(0...9))
    #expect(schema.field(.progress, of: .book) == nil)
  }

  /// If a custom field has the former key of a built-in field, the key no longer refers to the built-in field.
  @Test func anOwnFieldTakesAnOlderName() {
    let schema = Schema(customFields: [.book: [Field("summary", .text, "Own")]])
    #expect(schema.field("summary", of: .book)?.key == "summary")
    #expect(schema.field("synopsis", of: .book)?.formerKeys.isEmpty == true)
    #expect(schema.field("genre", of: .book)?.key == "genres")
  }

  /// Every key is unique, and every field has a help text.
  @Test(arguments: Kind.allCases) func keysAreUniqueAndExplained(_ kind: Kind) {
    let fields = Schema().fields(of: kind)
    let keys = fields.flatMap { [$0.key] + $0.formerKeys }
    #expect(Set(keys).count == keys.count)
    for field in fields {
      #expect(!field.help.isEmpty && !field.help.hasSuffix("."))
      #expect(field.defaultText.map { field.type.read([$0]) != nil } ?? true)
    }
  }

  /// Each `Kind` constant refers to the definition with the same name.
  @Test func handlesAreThePositionsInTheTable() {
    let handles: [Kind] = [.book, .quote, .genre, .tag, .issue]
    #expect(Kind.allCases == handles)
    #expect(handles.map(\.singular) == ["book", "quote", "genre", "tag", "issue"])
    #expect(handles.map(\.withArticle) == ["a book", "a quote", "a genre", "a tag", "an issue"])
  }

  /// The roles, names and keys in definitions are unambiguous.
  @Test(arguments: Kind.allCases) func rolesAndNamesAreUnambiguous(_ kind: Kind) {
    let fields = kind.fields
    let common: [FieldRoles] = [.suggests, .usuallyOne, .confidential, .shown]
    for bit in 0..<32 where !common.contains(FieldRoles(rawValue: 1 << bit)) {
      #expect(fields.count { $0.has(FieldRoles(rawValue: 1 << bit)) } <= 1)
    }
    let names = fields.flatMap { [$0.key] + $0.formerKeys } + Set(fields.flatMap(\.shortNames))
    #expect(Set(names).count == names.count)
    for field in fields {
      #expect((field.states != nil) == field.has(.state))
      for state in field.states?.all ?? [] { #expect(field.type.read([state.value]) != nil) }
    }
    #expect(kind.definition.order.allSatisfy { key in fields.contains { $0.key == key.key } })
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
    let schema = Schema(customFields: [.quote: [own]])
    func referring(_ kind: Kind) -> [String] {
      schema.fields(referringTo: kind).map { "\($0.kind.singular).\($0.field.key)" }
    }
    #expect(referring(.book) == ["quote.book", "issue.books"])
    #expect(referring(.genre) == ["book.genres", "quote.shelf"])
    #expect(referring(.tag) == ["book.tags", "quote.tags", "issue.tags"])
    #expect(referring(.quote).isEmpty && referring(.issue).isEmpty)
  }

  @Test func whatDeletionDoes() {
    #expect(Schema().field("book", of: .quote)?.deleteRule == .cascade)
    #expect(Schema().field("genres", of: .book)?.deleteRule == .nullify)
    #expect(Schema().field("tags", of: .issue)?.deleteRule == .nullify)
    #expect(Schema().field("books", of: .issue)?.deleteRule == .nullify)
  }
}

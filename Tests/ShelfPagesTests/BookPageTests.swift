import Foundation
import ShelfTestSupport
import Testing

@testable import ShelfModel
@testable import ShelfPages

/// The contents of a book's page.
struct BookPageTests {
  private static func value(_ field: Field) -> String {
    switch field.type {
    case .integer: "321"
    case .rating: "4"
    case .boolean: "true"
    case .date: "2024-03-02"
    case .timestamp: "2024-03-02T10:00:00Z"
    case .duration: "\"12:30\""
    case .intervals: "[2019-01-02/2019-02-03]"
    case .references: "[\(Published.id(30))]"
    case .reference: Published.id(30)
    case .textList: "[Zebra]"
    default: field.has(.isbn) ? "\"9780306406157\"" : "Zebra"
    }
  }

  /// Returns the published page of a book whose file contains these lines.
  private static func page(_ lines: String) throws -> String {
    let published = try Published()
    try published.folder.write("shelf.yaml", "format: 1\nname: Mine\n")
    try published.folder.write("genres/g.yaml", "id: \(Published.id(30))\nname: Poetry\n")
    try published.folder.write("books/b.yaml", "id: \(Published.id(1))\n\(lines)")
    try published.publish()
    let name = try #require(try published.files().keys.first { $0.hasSuffix("index.html") && $0.contains("00000001") })
    return try published.text(name)
  }

  /// Each public field is shown on the page, under its name unless the page has a special place for it.
  @Test(arguments: Kind.book.fields.filter { $0.has(.shown) && !$0.has(.title) }.map(\.key))
  func everyPublicFieldIsOnThePage(_ key: String) throws {
    let field = try #require(Kind.book.fields.first { $0.key == key })
    let isShown = try ["inProgress", "completed", "abandoned"].contains { status in
      let without = "title: Aa\nstatus: \(status)\n"
      let with = field.states == nil ? without + "\(key): \(Self.value(field))\n" : "title: Aa\nstatus: abandoned\n"
      return try Self.page(without) != Self.page(with)
    }
    #expect(isShown, "\(key) is public, and no page shows it")
  }

  /// A custom field is listed under its name, even if a built-in field has the same key.
  @Test func ownFieldsAreListed() throws {
    let published = try Published()
    try published.folder.write(
      "shelf.yaml",
      "format: 1\nname: Mine\nfields:\n  book:\n    pages: {type: text, public: true}\n    shelfMark: {type: text, public: true}\n"
    )
    try published.folder.write(
      "books/b.yaml", "id: \(Published.id(1))\ntitle: Aa\nstatus: completed\npages: Zebra\nshelfMark: Gnu 7\n")
    try published.publish()
    let name = try #require(try published.files().keys.first { $0.hasSuffix("index.html") && $0.contains("00000001") })
    let page = try published.text(name)
    #expect(page.contains("Zebra") && page.contains("Shelf mark") && page.contains("Gnu 7"))
  }
}

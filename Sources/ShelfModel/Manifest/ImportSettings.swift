/// What an import creates from the shelves, tags and subjects of a source.
package enum ShelvesChoice: String, CaseIterable, Sendable {
  case genres, tags, none
}

/// A library's settings for imports of one format, such as `import: {goodreads: {shelves: tags}}`.
package struct ImportSettings: Sendable {
  /// The name of the format, which may be unknown.
  package let format: String
  package internal(set) var shelves: ShelvesChoice?

  init(format: String) { self.format = format }
}

/// What shelves, tags and subjects of a source become.
package enum ShelvesChoice: String, CaseIterable, Sendable {
  case genres, tags, none
}

/// What a library sets for imports of one format, in `import: {goodreads: {shelves: tags}}`.
package struct ImportSettings: Sendable {
  /// The name of the format, which may be unknown.
  package let format: String
  package internal(set) var shelves: ShelvesChoice?

  init(format: String) { self.format = format }
}

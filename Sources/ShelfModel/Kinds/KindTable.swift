extension Kind {
  /// The definitions of the kinds. The position of each is the raw value of its handle, such as `Kind.book`.
  static let definitions: [KindDefinition] = [.book, .quote, .genre, .tag, .issue]
}

import ShelfText
import YAMLEdit

extension ManifestReader {
  /// Parses `publish: {statuses: [completed], hide: [rating]}`. Anything unknown is an error, because a page cannot be
  /// withdrawn once it has been published.
  func publishSettings(schema: Schema) throws(UnreadableFile) -> PublishSettings {
    try refuseMisspellings()
    if let setting = language(), setting.language == nil {
      throw UnreadableFile(
        path: Manifest.fileName, kind: nil, cause: .value, reason: "language must be one of \(PageLanguage.codes)",
        offset: setting.range.lowerBound, in: document.bytes)
    }
    var settings = PublishSettings()
    for (setting, node) in try entries(at: document.node(at: [.key("publish")]), "publish") {
      switch setting {
      case "statuses": settings.statuses = try statuses(at: node, schema)
      case "books": settings.books = try text(at: node, "books", "a query such as rating:4..")
      case "quotes":
        let query = try text(at: node, "quotes", "a query, or none")
        settings.showsQuotes = query != "none"
        settings.quotes = settings.showsQuotes ? query : nil
      case "hide": try hide(at: node, schema, in: &settings)
      case "fetchedCovers": settings.showsFetchedCovers = try flag(at: node, "fetchedCovers")
      case "goal": settings.showsGoals = try flag(at: node, "goal")
      case "quoteLength":
        guard let number = scalar(at: node).flatMap({ Int($0) }), (1...100_000).contains(number) else {
          throw problem("publish: quoteLength must be a number of characters from 1 to 100000", at: node)
        }
        settings.quoteLength = number
      case "dates":
        switch scalar(at: node) {
        case "day": settings.datePrecision = .day
        case "month": settings.datePrecision = .month
        case "year": settings.datePrecision = .year
        default: throw problem("publish: dates must be day, month or year", at: node)
        }
      case "about": settings.about = try text(at: node, "about", "a text")
      case "url": settings.url = try address(at: node)
      case "robots":
        switch scalar(at: node) {
        case "none": settings.refusesRobots = true
        case "all": settings.refusesRobots = false
        default: throw problem("publish: robots must be “none” or “all”", at: node)
        }
      default:
        let nearest = Nearest.words(to: setting, among: Self.publishNames).first.map { "; did you mean “\($0)”?" }
        throw problem(
          "publish has no setting “\(setting)”"
            + (nearest ?? "; its settings are \(Self.publishNames.joined(separator: ", "))"),
          at: node)
      }
    }
    if settings.hidden.contains("goal") { settings.showsGoals = false }
    return settings
  }

  private static let publishNames = [
    "statuses", "books", "quotes", "hide", "fetchedCovers", "goal", "quoteLength", "dates", "about", "url",
    "robots",
  ]

  /// Rejects misspellings of `publish`, because shelf would otherwise ignore the settings and could publish private
  /// fields.
  private func refuseMisspellings() throws(UnreadableFile) {
    guard let root = document.node(at: []) else { return }
    for (key, _) in document.entries(of: root) {
      let name = document.text(of: key) ?? ""
      if name != "publish", !Nearest.words(to: name, among: ["publish"]).isEmpty {
        throw problem("“\(name)” is not a setting; did you mean “publish”?", at: key)
      }
    }
  }

  private func statuses(at node: Int, _ schema: Schema) throws(UnreadableFile) -> [String] {
    guard let field = schema.field(.state, of: .book), case .choice(let words) = field.type else { return [] }
    return try texts(at: node, "statuses") { text in
      words.contains(text) ? nil : "“\(text)” is not a status; the statuses are \(words.joined(separator: ", "))"
    }
  }

  private func hide(at node: Int, _ schema: Schema, in settings: inout PublishSettings) throws(UnreadableFile) {
    let fields = PublishSettings.kinds.flatMap { schema.fields(of: $0) }
    let shown =
      fields.filter { $0.has(.shown) && !$0.has(.title) && !$0.has(.owner) }.map(\.key)
      + ["covers", "goal"]
    let keys = try texts(at: node, "hide") { key in
      if shown.contains(key) { return nil }
      if fields.contains(where: { $0.key == key && ($0.has(.title) || $0.has(.owner)) }) {
        return "“\(key)” is the name of the record and cannot be hidden; “public: false” in a record hides all of it"
      }
      if fields.contains(where: { $0.key == key }) { return "“\(key)” is never public, so you do not need to hide it" }
      let nearest = Nearest.words(to: key, among: shown).first.map { "; did you mean “\($0)”?" }
      return "there is no field “\(key)”"
        + (nearest ?? "; the fields that you can hide are \(shown.joined(separator: ", "))")
    }
    settings.hidden = Set(keys).subtracting(["covers"])
    settings.hidesCovers = keys.contains("covers")
  }

  /// Parses a text value or a list of text values. `wrong` returns the problem with a value, or nil.
  private func texts(
    at node: Int, _ setting: String, wrong: (String) -> String?
  ) throws(UnreadableFile) -> [String] {
    let isList = document.nodes[node].kind == .sequence
    let items = isList ? document.items(of: node) : [node]
    var texts: [String] = []
    for item in items {
      guard let text = scalar(at: item) else {
        throw problem("publish: \(setting) must be a list of words", at: item)
      }
      if let wrong = wrong(text) { throw problem("publish: \(setting): \(wrong)", at: item) }
      texts.append(text)
    }
    return texts
  }

  private func text(at node: Int, _ setting: String, _ what: String) throws(UnreadableFile) -> String {
    guard let text = scalar(at: node) else { throw problem("publish: \(setting) must be \(what)", at: node) }
    return text
  }

  private func flag(at node: Int, _ setting: String) throws(UnreadableFile) -> Bool {
    guard case .boolean(let flag) = FieldType.boolean.read([scalar(at: node) ?? ""]) else {
      throw problem("publish: \(setting) must be true or false", at: node)
    }
    return flag
  }

  /// Parses a URL that consists of only a scheme, a host and a path.
  private func address(at node: Int) throws(UnreadableFile) -> String {
    let text = scalar(at: node) ?? ""
    let rest = ["https://", "http://"].first { text.hasPrefix($0) }.map { text.dropFirst($0.count) } ?? ""
    let isPlain = rest.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        || "-._~/:%".utf8.contains(byte)
    }
    guard isPlain, let first = rest.first, first != "/", text.utf8.count <= 500 else {
      throw problem("publish: url must be an address such as https://example.org/books/", at: node)
    }
    return text.hasSuffix("/") ? text : text + "/"
  }

  /// Returns the text of a scalar, or nil if it is null or empty.
  private func scalar(at node: Int) -> String? {
    if document.isNull(node) { return nil }
    return document.text(of: node).flatMap { $0.isEmpty ? nil : $0 }
  }
}

extension PublishSettings {
  /// The kinds whose records can be published.
  package static let kinds: [Kind] = [.book, .quote, .genre]
}

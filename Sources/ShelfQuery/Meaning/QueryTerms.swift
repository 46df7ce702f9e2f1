import ShelfModel
import ShelfStore
import ShelfText

/// Completes the last word of a query with keys, values and names.
package struct QueryTerms {
  private let library: Library
  private let kinds: [Kind]

  package init(library: Library, kinds: [Kind]) {
    self.library = library
    self.kinds = kinds
  }

  /// Returns completions of a word: keys with their colons; after a colon, the key with each of its values; after `#`,
  /// tags.
  package func terms(for word: String, limit: Int) -> [String] {
    if word.hasPrefix("#") { return tags(String(word.dropFirst()), limit).map { "#" + $0 } }
    guard let colon = word.firstIndex(of: ":") else { return keys.map { $0 + ":" } }
    let key = String(word[..<colon])
    let typed = String(word[word.index(after: colon)...])
    return values(of: key, typed, limit).map { "\(key):\($0)" }
  }

  /// Returns the names of tags that contain a text. Names that begin with the text come first. An empty text matches
  /// every tag.
  private func tags(_ typed: String, _ limit: Int) -> [String] {
    let wanted = Folding.fold(typed)
    let starting = names(of: .tag, typed, limit)
    if wanted.isEmpty { return starting }
    let others = names(of: .tag, "", .max).filter { name in
      let folded = Folding.fold(name)
      return folded.contains(wanted) && !folded.hasPrefix(wanted)
    }
    return Array((starting + others).prefix(limit))
  }

  private var keys: [String] {
    var keys: [String] = []
    for kind in kinds {
      for key in Attributes(of: kind, library.schema).queryKeys where !keys.contains(key) { keys.append(key) }
    }
    return ["has", "no", "is"] + keys
  }

  private func values(of key: String, _ typed: String, _ limit: Int) -> [String] {
    switch key {
    case "has", "no": return keys.filter { !["has", "no", "is", "path", "kind", Field.idKey].contains($0) }
    case "is":
      let states = kinds.flatMap { QueryState.all(of: $0, library.schema).map(\.name) }
      return states.enumerated().filter { position, state in !states[..<position].contains(state) }.map(\.element)
    default: break
    }
    var values: [String] = []
    for kind in kinds {
      switch Attributes(of: kind, library.schema).attribute(key) {
      case .records(let target): values += names(of: target, typed, limit)
      case .kindName: values += Kind.allCases.map(\.singular)
      case .field(let field), .sortNames(let field): values += self.values(of: field, kind, typed, limit)
      case .latest: values += ["today", "<7d", "<1m"]
      case .openIssues: values += ["0", ">0"]
      case .seriesName: values += seriesNames(typed, limit)
      case .seriesPosition: values += ["1", ">1"]
      case .path, .citationKey, nil: break
      }
    }
    return values
  }

  private func seriesNames(_ typed: String, _ limit: Int) -> [String] {
    let wanted = Folding.fold(typed)
    let names = kinds.flatMap { SeriesTable(library, of: $0).all.map(\.name) }
    return Array(names.filter { Folding.fold($0).hasPrefix(wanted) }.prefix(limit))
  }

  private func values(of field: Field, _ kind: Kind, _ typed: String, _ limit: Int) -> [String] {
    switch field.type {
    case .choice(let words): return words
    case .boolean: return ["true", "false"]
    case .date, .timestamp: return ["today", "yesterday", "<7d", "<1m"]
    case .reference(let target), .references(let target): return names(of: target, typed, limit)
    case .textList where field.has(.series): return seriesNames(typed, limit)
    case .text where !field.isLong, .textList:
      let wanted = Folding.fold(typed)
      var texts: Set<String> = []
      for record in library.records(of: kind) {
        for text in record.texts(of: field) where Folding.fold(text).hasPrefix(wanted) { texts.insert(text) }
      }
      return Array(texts.sorted(by: Folding.precedes).prefix(limit))
    default: return []
    }
  }

  private func names(of kind: Kind, _ typed: String, _ limit: Int) -> [String] {
    let wanted = Folding.fold(typed)
    let titles = library.records(of: kind).map(\.title)
      .filter { !$0.isEmpty && (wanted.isEmpty || Folding.fold($0).hasPrefix(wanted)) }
    return titles.sorted(by: Folding.precedes).prefix(limit).map {
      $0.split(whereSeparator: \.isNewline).joined(separator: " ")
    }
  }
}

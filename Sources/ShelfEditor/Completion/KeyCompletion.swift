import ShelfModel
import ShelfText
import ShelfWording

extension Snapshot {
  /// Returns the fields that the text does not have yet, required ones first.
  func keys(_ context: LineContext, _ kind: Kind) -> [Candidate] {
    let present = presentKeys(but: context)
    let typed = Folding.fold(context.typed)
    let fields = library.schema.fields(of: kind).filter { field in
      !present.contains(field.key) && (!field.isAutomatic || field.type == .id && record == nil)
        && field.formerKeys.allSatisfy { !present.contains($0) }
    }
    let matching = fields.filter {
      Snapshot.matches(typed, Folding.fold($0.key)) || Snapshot.matches(typed, Folding.fold(Wording.label($0.key)))
    }
    let required = matching.filter(\.isRequired) + matching.filter { !$0.isRequired }
    let starting = required.filter { Folding.fold($0.key).hasPrefix(typed) }
    let others = required.filter { !Folding.fold($0.key).hasPrefix(typed) }
    return (starting + others).map { candidate($0, kind, context) }
  }

  private func candidate(_ field: Field, _ kind: Kind, _ context: LineContext) -> Candidate {
    var candidate = Candidate(
      label: field.key, text: field.key, detail: field.type.description,
      documentation: FieldNote(client.documentation).text(field, kind), kind: 5)
    if context.hasColon { return candidate }
    let end = String(decoding: text.lineEnd, as: UTF8.self)
    let isBlock = field.type.isList && field.type != .textList
    let after = isBlock ? ":\(end)  - " : field.isLong ? ": |\(end)  " : ": "
    candidate = Candidate(
      label: field.key, text: field.key + after, detail: candidate.detail, documentation: candidate.documentation,
      kind: 5)
    switch field.type {
    case .choice(let words):
      candidate.snippet =
        Snapshot.escapedSnippet(field.key + after) + "${1|\(words.map(Snapshot.escapedChoice).joined(separator: ","))|}"
    case .boolean: candidate.snippet = field.key + after + "${1|true,false|}"
    default: break
    }
    return candidate
  }

  /// Returns a word with the special characters of a snippet's choice escaped.
  private static func escapedChoice(_ word: String) -> String {
    word.reduce(into: "") { escaped, character in
      if "$}\\,|".contains(character) { escaped += "\\" }
      escaped.append(character)
    }
  }

  /// Returns the keys in all lines but the one being typed.
  private func presentKeys(but context: LineContext) -> Set<String> {
    let own = index.line(of: context.range.lowerBound)
    var keys: Set<String> = []
    for number in 0..<index.lineCount where number != own {
      let line = index.line(number)
      guard let first = text.bytes[line].first, ![0x20, 0x09, UInt8(ascii: "#"), UInt8(ascii: "-")].contains(first),
        let (key, _) = key(at: line.lowerBound)
      else { continue }
      keys.insert(key)
    }
    return keys
  }

  /// Returns whether folded text contains the typed text, which must also be folded.
  static func matches(_ typed: String, _ folded: String) -> Bool { typed.isEmpty || folded.contains(typed) }
}

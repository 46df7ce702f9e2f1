import ShelfModel
import ShelfRPC
import ShelfStore
import ShelfText

extension Snapshot {
  /// Returns a `CompletionList` for what is being typed at a byte; nil where there is nothing to offer.
  ///
  /// It is complete only for what was typed: the text that clients filter by is just that, because they all match by the
  /// start of the word and would throw away a name that was found without its accent, or by its second word.
  func completion(at offset: Int) -> JSON? {
    guard let kind else { return nil }
    let context = LineContext(at: offset, in: index)
    let candidates: [Candidate]
    switch context.place {
    case .key: candidates = keys(context, kind)
    case .value(let key), .item(let key):
      guard let field = library.schema.field(key, of: kind) else { return nil }
      if context.place == .value(key: key), field.type.isList, field.type.target != nil, context.typed.isEmpty {
        return nil
      }
      candidates = values(of: field, context, kind)
    case .other: return nil
    }
    if candidates.isEmpty { return nil }
    return ["isIncomplete": true, "items": .array(candidates.enumerated().map { json($1, rank: $0, context) })]
  }

  /// Something that may be meant.
  struct Candidate {
    let label: String
    /// What is written.
    let text: String
    var detail = ""
    var documentation = ""
    /// `CompletionItemKind`.
    var kind: Int
    /// The text with the places where the cursor stops, for clients that can; escaped already.
    var snippet: String?
    /// What the client asks to be done once the text is there.
    var command: JSON?
    /// The id of the record whose page is shown when the user looks at the candidate.
    var record: RecordID?
    /// Whether it is written over what follows the cursor too.
    var replacesRest = true
  }

  private func json(_ candidate: Candidate, rank: Int, _ context: LineContext) -> JSON {
    let end = candidate.replacesRest ? context.range.upperBound : context.range.lowerBound + context.typed.utf8.count
    let snippet = client.hasSnippets ? candidate.snippet ?? Snapshot.escapedSnippet(candidate.text) : nil
    let documentation: JSON? =
      candidate.documentation.isEmpty
      ? nil : ["kind": .text(client.documentation.kind), "value": .text(candidate.documentation)]
    return .members([
      "label": .text(candidate.label), "kind": .integer(candidate.kind),
      "detail": candidate.detail.isEmpty ? nil : .text(candidate.detail), "documentation": documentation,
      "filterText": .text(context.typed), "sortText": .text(padded(rank, to: 4)),
      "insertTextFormat": snippet == nil ? nil : 2,
      "textEdit": [
        "range": index.json(context.range.lowerBound..<max(end, context.range.lowerBound)),
        "newText": .text(snippet ?? candidate.text),
      ],
      "command": candidate.command,
      "data": candidate.record.map { ["uri": .text(text.uri), "record": .text($0.description)] },
    ])
  }

  /// Returns a completion item with the page of its record.
  func resolved(_ item: JSON) -> JSON {
    guard case .object(let members) = item, item["documentation"] == nil,
      let id = item["data", "record"]?.text.flatMap({ RecordID($0) }), let record = record(id)
    else { return item }
    let page = RecordNote(self, client.documentation).page(of: record)
    let documentation: JSON = ["kind": .text(client.documentation.kind), "value": .text(page)]
    return .object(
      members.filter { $0.key != "documentation" } + [JSON.Member(key: "documentation", value: documentation)])
  }

  /// Returns a text in which nothing is a placeholder.
  static func escapedSnippet(_ text: String) -> String {
    text.reduce(into: "") { escaped, character in
      if character == "$" || character == "}" || character == "\\" { escaped += "\\" }
      escaped.append(character)
    }
  }
}

import ShelfModel
import ShelfRPC
import ShelfStore

extension Snapshot {
  /// Returns a `CompletionList` for the cursor's offset, or nil if there is nothing to offer.
  ///
  /// `LineContext` determines from the lines alone whether a key, a value or a list item is being typed, because
  /// unfinished text is rarely valid YAML. Candidates for a key are the fields that the text does not have yet.
  /// Candidates for a value depend on the field's type: records for a reference, the words of a choice, or frequent
  /// values for plain text.
  ///
  /// Matching happens here rather than in the client: it ignores case and accents and finds words in the middle of a
  /// name, while clients compare only the start of a word. To prevent clients from dropping such candidates, each
  /// candidate has the typed text as its `filterText`, and the list is marked as incomplete, so that the client asks
  /// again after each key.
  func completion(at offset: Int) -> JSON? {
    if path == Manifest.fileName { return settingCompletion(at: offset) }
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
    return list(candidates, context.range, typed: context.typed)
  }

  /// Returns candidates as a `CompletionList`, or nil if there are none.
  ///
  /// - Parameters:
  ///   - range: the range to replace.
  ///   - typed: the part of the range before the cursor.
  func list(_ candidates: [Candidate], _ range: Range<Int>, typed: String) -> JSON? {
    if candidates.isEmpty { return nil }
    return [
      "isIncomplete": true,
      "items": .array(candidates.enumerated().map { json($1, rank: $0, range, typed: typed) }),
    ]
  }

  /// A completion candidate.
  struct Candidate {
    let label: String
    /// The text to insert.
    let text: String
    var detail = ""
    var documentation = ""
    /// The `CompletionItemKind` number.
    var kind: Int
    /// The text as an escaped snippet with tab stops, for clients that support snippets.
    var snippet: String?
    /// The command that the client executes after it has inserted the text.
    var command: JSON?
    /// The record whose page is shown as documentation.
    var record: RecordID?
    /// Whether the rest of the word after the cursor is also replaced.
    var replacesRest = true
  }

  private func json(_ candidate: Candidate, rank: Int, _ range: Range<Int>, typed: String) -> JSON {
    let end = candidate.replacesRest ? range.upperBound : range.lowerBound + typed.utf8.count
    let snippet = client.hasSnippets ? candidate.snippet ?? Snapshot.escapedSnippet(candidate.text) : nil
    let documentation: JSON? =
      candidate.documentation.isEmpty
      ? nil : ["kind": .text(client.documentation.kind), "value": .text(candidate.documentation)]
    return .members([
      "label": .text(candidate.label), "kind": .integer(candidate.kind),
      "detail": candidate.detail.isEmpty ? nil : .text(candidate.detail), "documentation": documentation,
      "filterText": .text(typed), "sortText": .text(padded(rank, to: 4)),
      "insertTextFormat": snippet == nil ? nil : 2,
      "textEdit": [
        "range": index.json(range.lowerBound..<max(end, range.lowerBound)),
        "newText": .text(snippet ?? candidate.text),
      ],
      "command": candidate.command,
      "data": candidate.record.map { ["uri": .text(text.uri), "record": .text($0.description)] },
    ])
  }

  /// Returns a completion item with its record's page as documentation.
  func resolved(_ item: JSON) -> JSON {
    guard case .object(let members) = item, item["documentation"] == nil,
      let id = item["data", "record"]?.text.flatMap({ RecordID($0) }), let record = record(id)
    else { return item }
    let page = RecordNote(self, client.documentation).page(of: record)
    let documentation: JSON = ["kind": .text(client.documentation.kind), "value": .text(page)]
    return .object(
      members.filter { $0.key != "documentation" } + [JSON.Member(key: "documentation", value: documentation)])
  }

  /// Returns the text with the special characters of snippets escaped.
  static func escapedSnippet(_ text: String) -> String {
    text.reduce(into: "") { escaped, character in
      if character == "$" || character == "}" || character == "\\" { escaped += "\\" }
      escaped.append(character)
    }
  }
}

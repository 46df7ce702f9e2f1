import ShelfModel
import ShelfText

extension SourceBatch {
  /// Rejects an entry of a JSON or YAML file.
  mutating func reject(_ reason: String, line: Int?, value: JSONValue) {
    reject(reason, line: line)
    rejects.add(value)
  }

  /// Rejects a record from a database, and keeps it as a line of JSON, which the user can correct and import as a list.
  mutating func reject(_ reason: String, line: Int?, draft: Draft) {
    var writer = JSONWriter()
    writer.object { writer in
      writer.member(draft.kind.titleKey, draft.title ?? "")
      for (field, texts) in draft.fields.sorted(by: { $0.key.key < $1.key.key })
      where field.key != draft.kind.titleKey && !texts.isEmpty {
        writer.key(field.key)
        if texts.count == 1 { writer.value(texts[0]) } else { writer.value(texts) }
      }
      if !draft.sources.isEmpty { writer.member(FieldHandle.sources.key, draft.sources) }
    }
    reject(reason, line: line, raw: writer.take())
  }

  /// Rejects a row from a database, and keeps it as a line of JSON.
  mutating func reject(_ reason: String, line: Int?, row: [String: String]) {
    var writer = JSONWriter()
    writer.object { writer in
      for (column, text) in row.sorted(by: { $0.key < $1.key }) { writer.member(column, text) }
    }
    reject(reason, line: line, raw: writer.take())
  }
}

import ShelfHistory
import ShelfModel
import ShelfStore
import ShelfText

/// The history of records as JSON, for `shelf log` and `shelf diff`.
package struct HistoryJSON {
  package let library: Library

  package init(library: Library) {
    self.library = library
  }

  /// Writes `{"commit", "author", "date", "subject", "records", "counts", "manifest"}`.
  package func write(_ entry: HistoryEntry, to json: inout JSONWriter) {
    json.object { json in
      json.member("commit", entry.commit.hash)
      json.member("author", entry.commit.author)
      json.member("date", entry.commit.date.description)
      json.member("subject", entry.commit.subject)
      write(entry.records, to: &json)
      json.key("counts")
      json.array { json in
        for count in entry.counts {
          json.object { json in
            json.member("kind", count.kind.singular)
            json.member("added", count.added)
            json.member("changed", count.changed)
            json.member("deleted", count.deleted)
          }
        }
      }
      json.member("manifest", entry.manifest != nil)
    }
  }

  /// Writes `{"records", "manifest"}`.
  package func write(_ difference: LibraryDifference, to json: inout JSONWriter) {
    json.object { json in
      write(difference.records, to: &json)
      json.member("manifest", difference.manifest != nil)
    }
  }

  private func write(_ records: [RecordChange], to json: inout JSONWriter) {
    json.key("records")
    json.array { json in for record in records { write(record, to: &json) } }
  }

  private func write(_ change: RecordChange, to json: inout JSONWriter) {
    json.object { json in
      json.member("event", Self.name(change.event))
      json.member("kind", change.kind.singular)
      json.member("id", change.id?.description)
      json.member("title", change.title)
      json.member("path", change.path)
      json.member("oldPath", change.oldPath)
      json.key("fields")
      json.array { json in for field in change.fields { write(field, change, to: &json) } }
    }
  }

  private static func name(_ event: RecordChange.Event) -> String {
    switch event {
    case .added: "added"
    case .deleted: "deleted"
    case .changed: "changed"
    case .layout: "layout"
    case .broken: "broken"
    case .mended: "mended"
    case .unmerged: "unmerged"
    }
  }

  private func write(_ change: FieldChange, _ record: RecordChange, to json: inout JSONWriter) {
    let field = library.schema.field(change.key, of: record.kind)
    json.object { json in
      json.member("field", change.key)
      json.key("old")
      write(change.old, field, record, to: &json)
      json.key("new")
      write(change.new, field, record, to: &json)
    }
  }

  /// Writes the values of a list field as an array, a single value according to its type, and a missing value as null.
  private func write(_ texts: [String], _ field: Field?, _ record: RecordChange, to json: inout JSONWriter) {
    if field?.type.isList ?? (texts.count > 1) {
      return json.array { json in for text in texts { write(text, field, record, to: &json) } }
    }
    if let text = texts.first { write(text, field, record, to: &json) } else { json.null() }
  }

  private func write(_ text: String, _ field: Field?, _ record: RecordChange, to json: inout JSONWriter) {
    if let field, field.type.target != nil {
      let id = RecordID(text)
      return json.object { json in
        json.member("id", id?.description ?? text)
        json.member("name", id.flatMap { library.record($0)?.title } ?? record.name(of: text, in: field))
      }
    }
    switch field?.type.read([text]) {
    case .integer(let number): json.value(number)
    case .decimal(let number): json.value(number.double)
    case .rating(let rating): json.value(rating)
    case .boolean(let flag): json.value(flag)
    default: json.value(text)
    }
  }
}

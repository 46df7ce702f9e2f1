import ShelfImport
import ShelfModel
import ShelfText

/// The summary of an import as a JSON object.
package struct ImportJSON {
  private let summary: ImportSummary
  private let isDryRun: Bool

  package init(_ summary: ImportSummary, isDryRun: Bool) {
    self.summary = summary
    self.isDryRun = isDryRun
  }

  package var bytes: [UInt8] {
    var json = JSONWriter(.pretty)
    json.object { json in
      // If there are several sources, their formats may differ, so the member is null.
      json.member("format", summary.sources.count == 1 ? summary.sources[0].format : nil)
      json.member("files", summary.sources.flatMap(\.files))
      if isDryRun { json.member("dryRun", true) }
      json.member("read", summary.read)
      json.member("new", summary.new)
      json.member("changed", summary.changed)
      json.member("unchanged", summary.unchanged)
      json.member("skipped", summary.skipped)
      json.member("rejected", summary.rejected)
      json.key("records")
      json.object { json in
        for kind in Kind.allCases where summary.records[kind] != nil || [.book, .genre, .quote, .tag].contains(kind) {
          json.member(kind.singular, summary.records[kind] ?? 0)
        }
      }
      json.key("newBooks")
      json.array { json in
        for book in summary.newBooks {
          json.object { json in
            json.member("title", book.title)
            json.member("author", book.authors)
            json.member("path", book.path)
          }
        }
      }
      json.key("problems")
      json.array { json in for problem in summary.problems { write(problem, &json) } }
      json.key("leftOut")
      json.object { json in for (column, count) in summary.leftOut { json.member(column, count) } }
      if !summary.declared.isEmpty {
        json.key("declared")
        json.object { json in
          for field in summary.declared { json.member("\(field.kind.singular).\(field.key)", field.type) }
        }
      }
      if !summary.removedFromNames.isEmpty { json.member("removedFromNames", summary.removedFromNames) }
      if !summary.names.isEmpty {
        json.key("names")
        json.object { json in for entry in summary.names { json.member(entry.name, entry.form) } }
      }
      json.key("undeclared")
      json.object { json in
        for (key, count) in summary.undeclared.sorted(by: { $0.key < $1.key }) { json.member(key, count) }
      }
      json.key("changes")
      json.array { json in for change in summary.changes { write(change, ("old", "new"), &json) } }
      json.key("differences")
      json.array { json in for change in summary.differences { write(change, ("library", "file"), &json) } }
      json.key("nearDuplicates")
      json.array { json in
        for (title, path) in summary.nearDuplicates {
          json.object { json in
            json.member("title", title)
            json.member("path", path)
          }
        }
      }
      if !summary.preview.isEmpty { writePreview(&json) }
      if !summary.dates.isEmpty { writeDates(&json) }
      json.member("notes", summary.notes)
    }
    json.endLine()
    return json.take()
  }

  private func writePreview(_ json: inout JSONWriter) {
    json.key("columns")
    json.array { json in
      for column in summary.preview {
        json.object { json in
          json.member("column", column.name)
          json.member("field", column.field)
          json.member("example", column.example)
          json.member("count", column.count)
        }
      }
    }
  }

  private func writeDates(_ json: inout JSONWriter) {
    json.key("dates")
    json.array { json in
      for column in summary.dates {
        for example in column.examples {
          json.object { json in
            json.member("file", column.file)
            json.member("column", column.column)
            json.member("text", example.text)
            json.member("date", example.day)
          }
        }
      }
    }
  }

  private func write(_ problem: ImportProblem, _ json: inout JSONWriter) {
    json.object { json in
      json.member("file", problem.file)
      json.member("line", problem.line)
      if let column = problem.column { json.member("column", column) }
      json.member("kind", problem.kind.rawValue)
      json.member("reason", problem.reason)
      if let value = problem.value {
        json.key("value")
        json.object { json in
          json.member("column", value.column)
          json.member("text", value.text)
        }
      }
    }
  }

  private func write(_ change: ImportSummary.RecordChange, _ names: (String, String), _ json: inout JSONWriter) {
    json.object { json in
      json.member("kind", change.kind.singular)
      json.member("title", change.title)
      json.member("path", change.path)
      json.key("fields")
      json.object { json in
        for (key, old, new) in change.fields {
          json.key(key)
          json.object { json in
            json.member(names.0, old)
            json.member(names.1, new)
          }
        }
      }
    }
  }
}

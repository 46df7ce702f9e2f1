import ShelfQuery
import ShelfText

extension Statistics {
  /// Returns the statistics as tab-separated lines, one per row of a section.
  package func tsv() -> [UInt8] {
    var tsv = TSVWriter()
    for section in sections {
      for row in section.rows {
        tsv.row([section.key, row.label, String(row.count)] + row.more.map { String($0.count) })
      }
    }
    return tsv.take()
  }

  /// Returns the statistics as a JSON object with a member per section.
  package func json() -> [UInt8] {
    var json = JSONWriter(.pretty)
    json.object { json in
      for section in sections {
        json.key(section.key)
        if section.shape == .figures || section.key == "status" {
          json.object { json in for row in section.rows { json.member(row.label, row.count) } }
        } else {
          json.array { json in
            for row in section.rows {
              json.object { json in
                json.member("name", section.labels != nil && row.label.isEmpty ? nil : row.label)
                json.member("count", row.count)
                for figure in row.more { json.member(figure.name.rawValue, figure.count) }
              }
            }
          }
        }
      }
    }
    json.endLine()
    return json.take()
  }
}

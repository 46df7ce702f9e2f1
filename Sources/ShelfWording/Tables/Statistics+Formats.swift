import ShelfQuery
import ShelfText

/// Neither format contains numbers that later versions added, such as those of books without pages, because scripts may
/// rely on the columns and members of version 1.0.
extension Statistics {
  /// Returns the statistics as tab-separated lines, one per row of a section.
  package func tsv() -> [UInt8] {
    var tsv = TSVWriter()
    for section in sections {
      for row in section.rowsWithoutUnknown {
        let figures = row.more.filter(\.name.isForPrograms)
        tsv.row([section.key, row.label, String(row.count)] + figures.map { String($0.count) })
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
          json.object { json in for row in section.rowsWithoutUnknown { json.member(row.label, row.count) } }
        } else {
          json.array { json in
            for row in section.rows {
              json.object { json in
                json.member("name", section.labels != nil && row.label.isEmpty ? nil : row.label)
                json.member("count", row.count)
                for figure in row.more where figure.name.isForPrograms {
                  json.member(figure.name.rawValue, figure.count)
                }
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

import ShelfModel

extension Check {
  static let impossibleProgress = Check(
    "impossible-progress", .warning, "progress beyond the last page, or that is neither a page nor a percentage",
    reason: "How much has been read, and when the reading is likely to end, cannot be worked out.",
    example: "pages: 412\nprogress: 430",
    .record { check, record, examination in
      let schema = examination.library.schema
      guard let field = schema.field(.progress, of: record.kind), let item = record.items(of: field).first,
        item.index == nil
      else { return [] }
      guard let progress = ReadingProgress(item.text) else {
        return [
          Finding(
            check, record, field.key, at: item.range, "“\(item.text.firstLine)” is neither a page nor a percentage",
            advice: "write a page such as 120, or a percentage from 0% to 100%")
        ]
      }
      guard let extent = schema.field(.extent, of: record.kind), case .integer(let pages)? = record.value(of: extent),
        progress.isBeyond(pages)
      else { return [] }
      return [
        Finding(
          check, record, field.key, at: item.range, "page \(progress) is beyond the last page, \(pages)",
          advice: "one of the two is wrong")
      ]
    })
}

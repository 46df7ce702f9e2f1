import ShelfModel
import ShelfQuery
import ShelfStore
import ShelfTerminal
import ShelfText
import ShelfWording

/// What `next` prints.
struct NextOutput: FormattedOutput {
  let found: [(record: Record, reason: NextReads.Reason)]
  /// How many there are.
  let count: Int
  let library: Library
  let context: Context

  static let formats = OutputFormat.all.filter { $0.next != nil }

  func writePage() throws {
    guard !found.isEmpty else {
      return try context.print(
        "Nothing is waiting to be read. Put a book on the shelf, or into the queue: shelf queue add TITLE")
    }
    let extents = found.map { library.value(.extent, of: $0.record)?.text ?? "" }
    let hasExtents = extents.contains { !$0.isEmpty }
    var table = Table(
      columns: [
        TableColumn(title: "Title", minimum: 16, preferred: 32, priority: 10),
        TableColumn(title: "Author", minimum: 10, preferred: 20, priority: 6),
      ]
        + (hasExtents ? [TableColumn(title: "Pages", alignment: .right, priority: 4, isFlexible: false)] : []) + [
          TableColumn(title: "Why", minimum: 14, preferred: 30, priority: 8),
          TableColumn(title: "ID", minimum: 8, priority: 3, givesWay: true, isFlexible: false),
        ])
    for ((record, reason), extent) in zip(found, extents) {
      table.append(
        [
          .styled(record.title.isEmpty ? "no title" : record.title, .bold),
          .text(library.value(.maker, of: record)?.text ?? ""),
        ]
          + (hasExtents ? [.text(extent)] : []) + [
            .styled(Wording.reason(reason), .dim), .styled(record.id.short, .dim),
          ])
    }
    var bytes: [UInt8] = []
    table.render(into: &bytes, width: context.terminal.fittingWidth, depth: context.terminal.depth)
    if count > found.count {
      let more = "\(Wording.number(found.count)) of \(Kind.book.counted(count))"
      bytes += ("\n" + TextStyle.dim.apply(to: more, depth: context.terminal.depth) + "\n").utf8
    }
    try context.page(bytes)
  }

  func writeTSV() throws {
    var tsv = TSVWriter()
    for (record, reason) in found {
      tsv.row([
        record.id.description, record.title, library.value(.maker, of: record)?.text ?? "", reason.name,
        Wording.reason(reason),
      ])
    }
    try context.write(tsv.take())
  }

  func writeJSON(isLines: Bool) throws {
    var json = JSONWriter(isLines ? .compact : .pretty)
    if !isLines { json.beginArray() }
    for (record, reason) in found {
      json.object { json in
        json.member("id", record.id.description)
        json.member("title", record.title)
        json.member("author", library.value(.maker, of: record)?.text)
        json.member("reason", reason.name)
        json.member("why", Wording.reason(reason))
      }
      if isLines { json.endLine() }
    }
    if !isLines {
      json.endArray()
      json.endLine()
    }
    try context.write(json.take())
  }
}

extension NextReads.Reason {
  /// The word for it that programs get.
  fileprivate var name: String {
    switch self {
    case .queue: "queue"
    case .series: "series"
    case .recommended: "recommended"
    case .shelf: "shelf"
    }
  }
}

extension Wording {
  /// Returns why a book is offered: "2 in the queue", "next in Dune, 2", "recommended by Tomasz".
  static func reason(_ reason: NextReads.Reason) -> String {
    switch reason {
    case .queue(let place): "\(place) in the queue"
    case .series(let place): "next in \(place.name)" + (place.position.map { ", \($0)" } ?? "")
    case .recommended(let name): "recommended by \(name)"
    case .shelf(let day): day.map { "on the shelf since \($0)" } ?? "on the shelf"
    }
  }
}

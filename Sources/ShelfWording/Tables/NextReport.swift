import ShelfModel
import ShelfQuery
import ShelfStore
import ShelfTerminal
import ShelfText

/// What `next` prints.
package struct NextReport: TableReport {
  private let found: [(record: Record, reason: NextReads.Reason)]
  private let count: Int
  private let library: Library

  /// - Parameter count: how many there are.
  package init(_ found: [(record: Record, reason: NextReads.Reason)], of count: Int, in library: Library) {
    self.found = found
    self.count = count
    self.library = library
  }

  package var emptyText: String? {
    found.isEmpty
      ? "Nothing is waiting to be read. Put a book on the shelf, or into the queue: shelf queue add TITLE" : nil
  }

  package func table(_ terminal: Terminal) -> [UInt8] {
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
    table.render(into: &bytes, width: terminal.fittingWidth, depth: terminal.depth)
    if count > found.count {
      let more = "\(Wording.number(found.count)) of \(Kind.book.counted(count))"
      bytes += ("\n" + TextStyle.dim.apply(to: more, depth: terminal.depth) + "\n").utf8
    }
    return bytes
  }

  package func tsv() -> [UInt8] {
    var tsv = TSVWriter()
    for (record, reason) in found {
      tsv.row([
        record.id.description, record.title, library.value(.maker, of: record)?.text ?? "", reason.name,
        Wording.reason(reason),
      ])
    }
    return tsv.take()
  }

  package func json(isLines: Bool) -> [UInt8] {
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
    return json.take()
  }
}

extension NextReads.Reason {
  /// The word for it that programs get.
  fileprivate var name: String {
    switch self {
    case .queue: "queue"
    case .series: "series"
    case .borrowed: "borrowed"
    case .recommended: "recommended"
    case .shelf: "shelf"
    }
  }
}

extension Wording {
  /// Returns why a book is offered: "2 in the queue", "next in Dune, 2", "recommended by Tomasz".
  package static func reason(_ reason: NextReads.Reason) -> String {
    switch reason {
    case .queue(let place): "\(place) in the queue"
    case .series(let place): "next in \(place.name)" + (place.position.map { ", \($0)" } ?? "")
    case .borrowed(let loan): self.loan(loan)
    case .recommended(let name): "recommended by \(name)"
    case .shelf(let day): day.map { "on the shelf since \($0)" } ?? "on the shelf"
    }
  }
}

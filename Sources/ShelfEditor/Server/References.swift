import ShelfModel
import ShelfRPC

/// Shows the records that refer to a record when the user selects a code lens, because code lenses cannot show a list.
struct References {
  private let server: EditorServer

  /// The maximum number of choices, since a longer list is hard to read. The client's search for references shows all
  /// records.
  private static let maximum = 12

  init(_ server: EditorServer) { self.server = server }

  /// Opens the referring record. If there are several, asks the user to choose one.
  func show(_ record: Record, _ snapshot: Snapshot) throws(RPCError) {
    var found: [(name: String, path: String, range: Range<Int>, source: [UInt8])] = []
    for (source, item) in snapshot.referring(to: record) where !found.contains(where: { $0.path == source.path }) {
      let title = "\(source.kind.singular) “\(Snapshot.short(source.title))”"
      let isTaken = found.contains { $0.name == title }
      found.append((isTaken ? "\(title) \(source.id.short)" : title, source.path, item.range, source.source))
      if found.count == References.maximum { break }
    }
    if found.isEmpty { return server.report("nothing refers to “\(Snapshot.short(record.title))”") }
    let names = found.map(\.name)
    guard server.client.showsDocuments else { return server.report(names.joined(separator: ", ")) }
    func open(_ index: Int) {
      let place = snapshot.location(found[index].path, found[index].source, found[index].range)
      server.ask(
        "window/showDocument",
        .members(["uri": place["uri"], "takeFocus": true, "selection": place["range"]]))
    }
    if found.count == 1 { return open(0) }
    let actions = names.map { name -> JSON in ["title": .text(name)] }
    server.ask(
      "window/showMessageRequest",
      [
        "type": 3, "message": .text("What refers to “\(Snapshot.short(record.title))”"), "actions": .array(actions),
      ]
    ) { answer in
      if let index = answer["title"]?.text.flatMap({ names.firstIndex(of: $0) }) { open(index) }
    }
  }
}

import ShelfRPC

/// What the client can ask to be done (`workspace/executeCommand`); each takes one object with the `uri` of an open text.
enum ServerCommand: String, CaseIterable, Sendable {
  /// Creates a record of a kind that a name is enough for, and refers to it.
  case create = "shelf.create"
  /// Makes a repair of a problem in the text: `problem`, `repair`.
  case repair = "shelf.repair"
  /// Has doctor accept a problem in the text: `problem`, perhaps with a `reason`.
  case accept = "shelf.accept"
  /// Gives the record of the text another `name`, which the files that refer to it show too.
  case rename = "shelf.rename"
  /// Has the files that refer to the record of the text show its name.
  case renewNames = "shelf.renewNames"
  /// Begins the record of the text, such as a book that is to be read.
  case start = "shelf.start"
  /// Finishes the record of the text.
  case finish = "shelf.finish"
  /// Adds a quote, or whatever else belongs to the record of the text, with a `text`.
  case addQuote = "shelf.addQuote"
  /// Leads to the records that refer to the one of the text.
  case references = "shelf.references"

  /// Returns a `Command`.
  func json(_ title: String, uri: String, _ arguments: [(key: String, value: String)] = []) -> JSON {
    let members =
      [JSON.Member(key: "uri", value: .text(uri))] + arguments.map { .init(key: $0.key, value: .text($0.value)) }
    return ["title": .text(title), "command": .text(rawValue), "arguments": [.object(members)]]
  }
}

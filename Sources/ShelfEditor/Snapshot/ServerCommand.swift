import ShelfRPC

/// The commands for `workspace/executeCommand`. Each takes one object that contains the `uri` of an open text.
enum ServerCommand: String, CaseIterable, Sendable {
  /// Creates a record of a kind that needs only a name, and inserts a reference to it.
  case create = "shelf.create"
  /// Applies the `repair` of a `problem` in the text.
  case repair = "shelf.repair"
  /// Makes doctor accept a `problem` in the text, with an optional `reason`.
  case accept = "shelf.accept"
  /// Renames the text's record to `name`, including the comments in files that refer to it.
  case rename = "shelf.rename"
  /// Updates the name of the text's record in the files that refer to it.
  case renewNames = "shelf.renewNames"
  /// Starts the text's record, such as a book that the user begins to read.
  case start = "shelf.start"
  /// Finishes the text's record.
  case finish = "shelf.finish"
  /// Sets the `rating` of the text's record, in stars.
  case rate = "shelf.rate"
  /// Opens the `record` with this id.
  case open = "shelf.open"
  /// Adds a record that belongs to the text's record, such as a quote, with a `text`.
  case addQuote = "shelf.addQuote"
  /// Shows the records that refer to the text's record.
  case references = "shelf.references"

  /// Returns the command as a `Command` of the protocol.
  func json(_ title: String, uri: String, _ arguments: [(key: String, value: String)] = []) -> JSON {
    let members =
      [JSON.Member(key: "uri", value: .text(uri))] + arguments.map { .init(key: $0.key, value: .text($0.value)) }
    return ["title": .text(title), "command": .text(rawValue), "arguments": [.object(members)]]
  }
}

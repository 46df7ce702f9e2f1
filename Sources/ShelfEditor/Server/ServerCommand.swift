/// What the client can ask to be done (`workspace/executeCommand`).
enum ServerCommand: String, CaseIterable, Sendable {
  /// Creates a record of a kind that a name is enough for, and refers to it.
  case create = "shelf.create"
  /// Makes a repair by a change of the library, for a client that cannot make it by itself.
  case repair = "shelf.repair"
}

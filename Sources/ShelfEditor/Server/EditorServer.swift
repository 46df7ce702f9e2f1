import Dispatch
import ShelfKit
import ShelfRPC

/// A language server for the files of libraries (Language Server Protocol 3.17).
///
/// One thread reads messages ahead, so that a request can be cancelled while it waits. The thread of `run` handles
/// everything else in sequence from a mailbox, which receives messages from the client and results from the libraries'
/// workers. Each library has a thread that reads and examines it, and another that watches its files. A text belongs to
/// the library that contains its file, so one server can serve several libraries; files outside of libraries are
/// ignored.
///
/// The order of messages matters, since a request refers to the text after all changes before it. So if a request needs
/// a library that is still being read, the request and all messages after it are put on hold until the worker delivers
/// a result. Diagnostics are sent only when the mailbox is empty, so that a burst of changes leads to one update.
/// Between messages the thread sleeps until the next examination of a library is due. A request that fails gets an
/// error response; the server exits only when the client asks it to or closes the connection.
package final class EditorServer {
  private let makeHost: @Sendable () -> Host
  private let describe: @Sendable (any Error) -> String
  private let version: String
  private let mailbox = Mailbox<Event>()
  private var lifecycle = Lifecycle()
  var client = ClientAbilities(.null)
  /// The libraries of open texts and folders, by absolute path.
  private(set) var libraries: [String: EditedLibrary] = [:]
  /// The libraries and paths of open texts, by the absolute path of their files.
  private var places: [String: (root: String, path: String)] = [:]
  /// The messages that are on hold until a library has been read.
  private var waiting: [RPCMessage] = []
  private var folders: [String] = []
  private var nextID = 1
  private var peer: Peer?
  /// Whether the reading thread has reached the end of the input.
  private var isInputRead = false

  /// An event for the answering thread.
  private enum Event: Sendable {
    case peer(Peer.Event)
    case library(root: String, LibraryWorker.Outcome)
  }

  /// - Parameters:
  ///   - version: the program's version, for the client's log.
  ///   - makeHost: creates the services that a library needs; called on several threads.
  ///   - describe: returns an error message for the user.
  package init(
    input: Int32, output: Int32, version: String, makeHost: @escaping @Sendable () -> Host,
    describe: @escaping @Sendable (any Error) -> String
  ) {
    self.makeHost = makeHost
    self.describe = describe
    self.version = version
    peer = Peer(input: input, output: output) { [mailbox] in mailbox.put(.peer($0)) }
  }

  /// Waits, after `run`, for the reading thread to end, which requires that the other end of the input is closed. The
  /// caller can then close the descriptor without the risk that the thread reads from a file that reuses its number.
  package func waitForEndOfInput() {
    while !isInputRead, let event = mailbox.take(until: .distantFuture) {
      if case .peer(.end) = event { isInputRead = true }
    }
  }

  /// Answers messages until the client disconnects or asks the server to exit. Returns the exit status.
  package func run() -> Int32 {
    while true {
      let deadline = libraries.values.compactMap(\.due).min() ?? .distantFuture
      switch mailbox.take(until: deadline) {
      case .peer(.end)?:
        isInputRead = true
        return lifecycle.exitStatusOnDisconnect
      case .peer(.message(let message))?:
        if isWaiting { waiting.append(message) } else if let status = take(message) { return status }
      case .library(let root, let outcome)?:
        libraries[root]?.take(outcome)
        hasNewFindings = true
        if let status = takeWaiting() { return status }
      case nil: break
      }
      for library in libraries.values { library.examineIfDue() }
      // Sends diagnostics only once for a burst of messages.
      if mailbox.isEmpty { publish() }
    }
  }

  /// Whether a worker has delivered new findings of a whole library.
  private var hasNewFindings = false

  private func publish() {
    for library in libraries.values { for message in library.notifications(isAll: hasNewFindings) { send(message) } }
    hasNewFindings = false
  }

  func send(_ message: RPCMessage) { peer?.send(message) }

  /// Shows a warning to the user.
  func show(_ text: String) {
    send(.notification(method: "window/showMessage", params: ["type": 2, "message": .text("shelf: " + text)]))
  }

  /// Shows a message to the user, unless it is empty.
  func report(_ text: String) {
    if !text.isEmpty { send(.notification(method: "window/showMessage", params: ["type": 3, "message": .text(text)])) }
  }

  /// Asks the client to change texts.
  func apply(_ edit: JSON, label: String) { ask("workspace/applyEdit", ["label": .text(label), "edit": edit]) }

  /// Sends a request to the client.
  ///
  /// - Parameter answered: called with the result, unless the client reports an error.
  func ask(_ method: String, _ params: JSON, _ answered: ((JSON) -> Void)? = nil) {
    let id = "shelf-\(nextID)"
    nextID += 1
    // Some clients never answer, so the pending requests are dropped if there are too many of them.
    if asked.count >= EditorServer.maxPendingRequests { asked = [:] }
    asked[id] = answered
    send(.request(id: .text(id), method: method, params: params))
  }

  /// The handlers for responses of the client, by request id.
  private var asked: [String: (JSON) -> Void] = [:]
  private static let maxPendingRequests = 100

  // MARK: - Messages

  private var isWaiting: Bool { !waiting.isEmpty }

  private func takeWaiting() -> Int32? {
    let messages = waiting
    waiting = []
    for message in messages {
      if isWaiting { waiting.append(message) } else if let status = take(message) { return status }
    }
    return nil
  }

  /// Handles a message. Returns the exit status if the server has to exit.
  private func take(_ message: RPCMessage) -> Int32? {
    switch message {
    case .invalid: send(message)
    case .response(let id, let result):
      let answered = id.text.flatMap { asked.removeValue(forKey: $0) }
      if case .success(let answer) = result { answered?(answer) }
    case .notification(let method, let params):
      switch lifecycle.handle(method, isRequest: false) {
      case .end(let status): return status
      case .take: notify(method, params)
      case .refuse, .ignore: break
      }
    case .request(let id, let method, let params):
      switch lifecycle.handle(method, isRequest: true) {
      case .refuse(let error): send(.response(id: id, .failure(error)))
      case .end, .ignore: send(.response(id: id, .failure(.invalidRequest("\(method) is not a request"))))
      case .take: answer(id, method, params, message)
      }
    }
    return nil
  }

  private func answer(_ id: JSON, _ method: String, _ params: JSON, _ message: RPCMessage) {
    if peer?.isCancelled(id) ?? false { return send(.response(id: id, .failure(.cancelled))) }
    if method == "initialize" { return send(.response(id: id, .success(initialize(params)))) }
    if method == "shutdown" { return send(.response(id: id, .success(.null))) }
    // The answer may depend on files that have not been read yet.
    if Requests.needsLibrary(method), let library = library(for: params, method), !library.isSettled {
      waiting.append(message)
      return
    }
    let result = Result { () throws(RPCError) in try Requests(self).answer(method, params) }
    send(.response(id: id, result))
  }

  /// Returns the library that a request depends on.
  private func library(for params: JSON, _ method: String) -> EditedLibrary? {
    if method == "workspace/symbol" || method == "workspace/willRenameFiles" {
      return libraries.values.first { !$0.isSettled }
    }
    let uri = params["textDocument", "uri"] ?? params["data", "uri"] ?? params["arguments"]?.items.first?["uri"]
    return uri?.text.flatMap(document)?.library
  }

  private func initialize(_ params: JSON) -> JSON {
    client = ClientAbilities(params)
    let listed = params["workspaceFolders"]?.items.compactMap { $0["uri"]?.text } ?? []
    folders = listed.isEmpty ? [params["rootUri"]?.text].compactMap { $0 } : listed
    return [
      "capabilities": ServerAbilities.json(for: client),
      "serverInfo": ["name": "shelf", "version": .text(version)],
    ]
  }

  private func notify(_ method: String, _ params: JSON) {
    switch method {
    case "initialized":
      for folder in folders { openFolder(folder) }
    case "workspace/didChangeWorkspaceFolders":
      for folder in params["event", "added"]?.items ?? [] { if let uri = folder["uri"]?.text { openFolder(uri) } }
    case "textDocument/didOpen":
      guard let uri = params["textDocument", "uri"]?.text, let text = params["textDocument", "text"]?.text else {
        return
      }
      open(uri, version: params["textDocument", "version"]?.integer, text)
    case "textDocument/didChange":
      guard let (library, path) = document(params) else { return }
      library.change(
        path, version: params["textDocument", "version"]?.integer, params["contentChanges"]?.items ?? [])
    case "textDocument/didSave":
      document(params)?.library.saved()
    case "textDocument/didClose":
      guard let (library, path) = document(params), let uri = params["textDocument", "uri"]?.text else { return }
      library.close(path)
      places[FileURI.path(uri) ?? ""] = nil
    default: break
    }
  }

  // MARK: - Texts

  private func open(_ uri: String, version: Int?, _ text: String) {
    guard let file = FileURI.path(uri), let place = place(of: file) else { return }
    let other = places.first { $0.key != file && $0.value.root == place.root && $0.value.path == place.path }?.key
    if let other {
      // The library treats a record and its draft as the same text, so only the record is served.
      if place.isDraft { return }
      places[other] = nil
    }
    places[file] = (place.root, place.path)
    library(place.root, shownRoot: place.shownRoot).open(place.path, uri, version: version, text)
  }

  /// Starts to read the library of a folder, so that it is ready before a text is opened.
  private func openFolder(_ uri: String) {
    guard let folder = FileURI.path(uri), let place = place(of: folder + "/x") else { return }
    _ = library(place.root, shownRoot: place.shownRoot)
  }

  private func library(_ root: String, shownRoot: String) -> EditedLibrary {
    if let library = libraries[root] { return library }
    let library = EditedLibrary(
      root: root, shownRoot: shownRoot, client: client, makeHost: makeHost, describe: describe
    ) { [mailbox] in
      mailbox.put(.library(root: root, $0))
    }
    libraries[root] = library
    return library
  }

  /// Returns the position of a file in its library, or nil if it is not in a library. The file need not be open.
  func place(of file: String) -> LibraryPlace? { LibraryPlace(of: file, makeHost().fileSystem) }

  /// Returns the library and the path of an open text.
  func document(_ uri: String) -> (library: EditedLibrary, path: String)? {
    guard let file = FileURI.path(uri), let place = places[file], let library = libraries[place.root] else {
      return nil
    }
    return (library, place.path)
  }

  func document(_ params: JSON) -> (library: EditedLibrary, path: String)? {
    params["textDocument", "uri"]?.text.flatMap(document)
  }
}

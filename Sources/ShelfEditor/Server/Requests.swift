import ShelfModel
import ShelfRPC
import ShelfStore

/// Dispatches requests: finds the text of each, takes a snapshot and calls the feature.
struct Requests {
  private let server: EditorServer

  init(_ server: EditorServer) { self.server = server }

  /// Returns whether the response depends on files other than the open one.
  static func needsLibrary(_ method: String) -> Bool { !ofTextAlone.contains(method) }

  private static let ofTextAlone: Set = [
    "textDocument/documentColor", "textDocument/colorPresentation", "textDocument/foldingRange",
    "textDocument/selectionRange",
    "textDocument/semanticTokens/full", "textDocument/semanticTokens/range",
  ]

  func answer(_ method: String, _ params: JSON) throws(RPCError) -> JSON {
    switch method {
    case "textDocument/hover": try at(params) { $0.hover(at: $1) }
    case "textDocument/completion": try at(params) { $0.completion(at: $1) }
    case "completionItem/resolve": resolve(params)
    case "textDocument/definition": try at(params) { $0.definition(at: $1) }
    case "textDocument/references":
      try at(params, isWhole: true) {
        $0.references(at: $1, withDeclaration: params["context", "includeDeclaration"]?.isTrue ?? false)
      }
    case "textDocument/documentHighlight": try at(params) { $0.highlights(at: $1) }
    case "textDocument/documentSymbol": of(params) { $0.symbols() }
    case "workspace/symbol": symbols(params)
    case "textDocument/codeAction": try actions(params)
    case "textDocument/codeLens": lenses(params)
    case "textDocument/documentLink": of(params) { $0.links() }
    case "textDocument/formatting": of(params) { $0.formatting() }
    case "textDocument/prepareRename": try prepareRename(params)
    case "textDocument/rename": try rename(params)
    case "textDocument/inlayHint":
      of(params) { snapshot in
        snapshot.hints(in: snapshot.index.range(params["range"]) ?? 0..<snapshot.text.bytes.count)
      }
    case "textDocument/documentColor": of(params) { $0.colors() }
    case "textDocument/colorPresentation":
      of(params) { snapshot in
        snapshot.index.range(params["range"]).flatMap { snapshot.presentation(of: params["color"] ?? .null, in: $0) }
      }
    case "textDocument/foldingRange": of(params) { $0.foldings() }
    case "textDocument/selectionRange":
      of(params) { snapshot in
        let positions = params["positions"]?.items.compactMap { TextPosition($0) } ?? []
        return snapshot.selections(at: positions.map { snapshot.index.offset(of: $0) })
      }
    case "workspace/willRenameFiles": MovedFiles(server).edit(params) ?? .null
    case "textDocument/semanticTokens/full": of(params) { $0.tokens() }
    case "textDocument/semanticTokens/range":
      of(params) { snapshot in snapshot.tokens(in: snapshot.index.range(params["range"])) }
    case "workspace/executeCommand": try Commands(server).run(params)
    default: throw .methodNotFound(method)
    }
  }

  /// Calls a feature for a whole text. Returns null for a text that is not in a library.
  private func of(_ params: JSON, isWhole: Bool = false, _ ask: (Snapshot) -> JSON?) -> JSON {
    guard let (library, path) = server.document(params), let snapshot = library.snapshot(path, isWhole: isWhole) else {
      return .null
    }
    return ask(snapshot) ?? .null
  }

  /// Calls a feature for a position in a text.
  private func at(
    _ params: JSON, isWhole: Bool = false, _ ask: (Snapshot, Int) -> JSON?
  ) throws(RPCError) -> JSON {
    guard let position = TextPosition(params["position"]) else { throw .invalidParams("a position is missing") }
    return of(params, isWhole: isWhole) { ask($0, $0.index.offset(of: position)) }
  }

  private func lenses(_ params: JSON) -> JSON {
    guard let (library, _) = server.document(params) else { return .null }
    return of(params, isWhole: true) { snapshot in
      snapshot.lenses(staleNames: snapshot.record.map { library.staleNames(of: $0.id) } ?? 0)
    }
  }

  private func resolve(_ item: JSON) -> JSON {
    guard let (library, path) = item["data", "uri"]?.text.flatMap(server.document),
      let snapshot = library.snapshot(path)
    else { return item }
    return snapshot.resolved(item)
  }

  private func symbols(_ params: JSON) -> JSON {
    let query = params["query"]?.text ?? ""
    return .array(
      server.libraries.sorted { $0.key < $1.key }.flatMap { _, library in
        let (whole, typed) = library.searched
        return SymbolSearch(
          library: whole, typed: typed, paths: library.paths, client: library.client, host: library.host
        ).symbols(query).items
      })
  }

  private func actions(_ params: JSON) throws(RPCError) -> JSON {
    guard let (library, path) = server.document(params), let snapshot = library.snapshot(path, isWhole: true) else {
      return .null
    }
    guard let range = snapshot.index.range(params["range"]) else { throw .invalidParams("a range is missing") }
    let only = params["context", "only"].map { $0.items.compactMap(\.text) }
    return CodeActions(
      snapshot: snapshot, doctor: library.doctor, problems: library.problems(in: path),
      diagnostics: library.diagnostics
    ).actions(in: range, only: only)
  }

  private func prepareRename(_ params: JSON) throws(RPCError) -> JSON {
    guard let (library, path) = server.document(params), let snapshot = library.snapshot(path) else { return .null }
    guard let position = TextPosition(params["position"]) else { throw .invalidParams("a position is missing") }
    let offset = snapshot.index.offset(of: position)
    if snapshot.reference(at: offset) == nil, let place = snapshot.name(at: offset) {
      return NameRename(place: place).place(in: snapshot)
    }
    return try Rename(snapshot, at: offset).place(at: offset) ?? .null
  }

  private func rename(_ params: JSON) throws(RPCError) -> JSON {
    guard let (library, path) = server.document(params), let snapshot = library.snapshot(path, isWhole: true) else {
      return .null
    }
    guard let position = TextPosition(params["position"]), let name = params["newName"]?.text else {
      throw .invalidParams("a position and a new name are needed")
    }
    let offset = snapshot.index.offset(of: position)
    if snapshot.reference(at: offset) == nil, let place = snapshot.name(at: offset) {
      return try rename(NameRename(place: place), to: name, library, snapshot)
    }
    let rename = try Rename(snapshot, at: offset)
    let changes = try library.preview(rename.act(to: name), in: snapshot)
    if changes.count > Rename.maxFiles, !changes.contains(where: { library.isUnsaved($0.path) }) {
      try Commands(server).rename(rename.target, to: name, library, snapshot)
      return ["changes": .object([])]
    }
    let (own, left) = rename.forClient(changes)
    guard let edit = snapshot.edit(own) else { return .null }
    if left > 0 { server.show(rename.notice(of: left)) }
    return edit
  }

  /// Renames a person or a series.
  ///
  /// The client makes the change, and asks the user for confirmation if it can. If many files change, the server asks
  /// the user, and then makes the change itself.
  private func rename(
    _ rename: NameRename, to name: String, _ library: EditedLibrary, _ snapshot: Snapshot
  ) throws(RPCError) -> JSON {
    let changes = try library.preview(rename.act(to: name), in: snapshot)
    let isSaved = !changes.contains { library.isUnsaved($0.path) }
    if changes.count <= Rename.maxFiles || !isSaved {
      guard let edit = snapshot.edit(changes, confirming: changes.count > 1 ? rename.label(to: name) : nil) else {
        throw .failed(
          "\(changes.count.grouped) files would change, and the editor cannot do that; save your files first")
      }
      return edit
    }
    let yes = "Rename in \(changes.count.grouped) files"
    server.ask(
      "window/showMessageRequest",
      [
        "type": 3, "message": .text(rename.label(to: name) + "?"),
        "actions": [["title": .text(yes)], ["title": "Cancel"]],
      ]
    ) { [server] answer in
      guard answer["title"]?.text == yes else { return }
      do throws(RPCError) {
        try Commands(server).rename(rename, to: name, library, snapshot)
      } catch {
        server.show(error.message)
      }
    }
    return ["changes": .object([])]
  }
}

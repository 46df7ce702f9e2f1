import ShelfModel
import ShelfRPC
import ShelfStore

extension Snapshot {
  /// Returns file changes as a `WorkspaceEdit`, or nil if the client lacks a capability that they require.
  ///
  /// If a file disappears and another file with the same contents appears, the file has been renamed. Edits of open
  /// files refer to the version of the text they were computed from, so that the client can reject them if the user has
  /// typed in between.
  ///
  /// - Parameter label: the description of changes that the user has to confirm, if the client can ask.
  func edit(_ changes: [FileChange], confirming label: String? = nil) -> JSON? {
    // A change that was computed for a text without its broken lines would remove these lines.
    let areCurrent = changes.allSatisfy { change in
      change.old == nil || paths.open[change.path].map { $0.bytes == change.old } ?? true
    }
    guard areCurrent else { return nil }
    var texts: [JSON] = []
    var operations: [JSON] = []
    var plain: [JSON.Member] = []
    let annotation: JSON? = label != nil && client.hasAnnotations ? .text(Snapshot.annotation) : nil
    func edits(_ change: FileChange, _ old: [UInt8], _ new: [UInt8]) {
      let index = change.path == path ? self.index : paths.open[change.path]?.index ?? TextIndex(old, client.encoding)
      var edits = index.json(TextEdits.edits(from: old, to: new))
      if let annotation {
        edits = .array(
          edits.items.map { edit in
            .members(["range": edit["range"], "newText": edit["newText"], "annotationId": annotation])
          })
      }
      let uri = paths.uri(change.path)
      let version = paths.open[change.path]?.version.map(JSON.integer) ?? .null
      texts.append(["textDocument": ["uri": .text(uri), "version": version], "edits": edits])
      plain.append(JSON.Member(key: uri, value: edits))
    }
    var rest = changes
    for (from, to) in Snapshot.moves(in: changes) {
      guard client.canRename else { return nil }
      operations.append(
        .members([
          "kind": "rename", "oldUri": .text(paths.uri(from)), "newUri": .text(paths.uri(to)),
          "annotationId": annotation,
        ]))
      rest.removeAll { $0.path == from || $0.path == to }
    }
    for change in rest {
      switch (change.old, change.new) {
      case (let old?, let new?):
        // Clients hide a byte order mark, so no edit can add or remove it.
        if old.starts(with: OpenText.mark) != new.starts(with: OpenText.mark) { return nil }
        edits(change, old, new)
      case (nil, let new?):
        guard client.canCreate, String(validating: new, as: UTF8.self) != nil else { return nil }
        operations.append(
          .members(["kind": "create", "uri": .text(paths.uri(change.path)), "annotationId": annotation]))
        let start: JSON = ["line": 0, "character": 0]
        operations.append([
          "textDocument": ["uri": .text(paths.uri(change.path)), "version": .null],
          "edits": [
            .members([
              "range": ["start": start, "end": start], "newText": .text(String(decoding: new, as: UTF8.self)),
              "annotationId": annotation,
            ])
          ],
        ])
      case (_?, nil):
        guard client.canDelete else { return nil }
        operations.append(
          .members(["kind": "delete", "uri": .text(paths.uri(change.path)), "annotationId": annotation]))
      case (nil, nil): break
      }
    }
    if texts.isEmpty, operations.isEmpty { return nil }
    guard client.hasDocumentChanges else { return operations.isEmpty ? ["changes": .object(plain)] : nil }
    // Text edits come first, so that they can use the old path of a renamed file.
    return .members([
      "documentChanges": .array(texts + operations),
      "changeAnnotations": annotation == nil
        ? nil
        : .object([
          JSON.Member(
            key: Snapshot.annotation, value: ["label": .text(label ?? ""), "needsConfirmation": true])
        ]),
    ])
  }

  private static let annotation = "shelf"

  /// Returns the pairs of changes that only rename a file.
  private static func moves(in changes: [FileChange]) -> [(from: String, to: String)] {
    changes.compactMap { gone in
      guard let old = gone.old, gone.new == nil,
        let come = changes.first(where: { $0.old == nil && $0.new == old })
      else { return nil }
      return (gone.path, come.path)
    }
  }

  /// Returns the contents of a file of the library, with unsaved text if the file is open.
  func contents(of path: String) -> [UInt8]? {
    if path == self.path { return text.bytes }
    if let open = paths.open[path] { return open.bytes }
    return library.record(at: path)?.source ?? library.unreadable.first { $0.path == path }?.source
      ?? strays.first { $0.path == path }?.source
  }
}

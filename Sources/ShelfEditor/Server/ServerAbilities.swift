import ShelfRPC

/// The capabilities that the server announces.
enum ServerAbilities {
  static func json(for client: ClientAbilities) -> JSON {
    .members([
      "positionEncoding": .text(client.encoding.rawValue),
      "textDocumentSync": ["openClose": true, "change": 2, "save": true],
      "completionProvider": ["triggerCharacters": ["-", ":", " ", "["], "resolveProvider": true],
      "hoverProvider": true, "definitionProvider": true, "referencesProvider": true,
      "documentHighlightProvider": true, "documentSymbolProvider": true, "workspaceSymbolProvider": true,
      "codeActionProvider": client.hasActionLiterals
        ? [
          "codeActionKinds": [
            "quickfix", .text(CodeActions.additionKind), .text(CodeActions.recordKind), .text(CodeActions.fixAllKind),
          ]
        ] : true,
      "codeLensProvider": ["resolveProvider": false], "documentLinkProvider": ["resolveProvider": false],
      "documentFormattingProvider": true, "renameProvider": ["prepareProvider": true], "inlayHintProvider": true,
      "colorProvider": true, "foldingRangeProvider": true, "selectionRangeProvider": true,
      "semanticTokensProvider": [
        "legend": ["tokenTypes": .array(Snapshot.tokenTypes.map(JSON.text)), "tokenModifiers": []], "full": true,
        "range": true,
      ],
      "executeCommandProvider": ["commands": .array(ServerCommand.allCases.map { .text($0.rawValue) })],
      "workspace": .members([
        "workspaceFolders": ["supported": true, "changeNotifications": true],
        "fileOperations": client.canRename ? ["willRename": ["filters": [MovedFiles.filter]]] : nil,
      ]),
    ])
  }
}

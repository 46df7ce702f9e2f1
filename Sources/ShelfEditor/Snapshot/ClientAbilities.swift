import ShelfRPC

/// The client capabilities that affect responses.
struct ClientAbilities: Sendable {
  let encoding: PositionEncoding
  let hasSnippets: Bool
  let hover: ClientMarkdown
  let documentation: ClientMarkdown
  /// Whether the client accepts `documentChanges`, which specify the version of a text and can rename files.
  let hasDocumentChanges: Bool
  let canCreate: Bool
  let canRename: Bool
  let canDelete: Bool
  let hasActionLiterals: Bool
  let hasAnnotations: Bool
  let hasRelatedInformation: Bool
  let hasLocationLinks: Bool
  let hasNestedSymbols: Bool
  let resolvesDocumentation: Bool
  let showsDocuments: Bool

  init(_ params: JSON) {
    let client = params["capabilities"] ?? .null
    let text = client["textDocument"] ?? .null
    let workspace = client["workspace"] ?? .null
    encoding = .chosen(from: client["general", "positionEncodings"]?.items ?? [])
    let item = text["completion", "completionItem"] ?? .null
    hasSnippets = item["snippetSupport"]?.isTrue ?? false
    func markdown(_ formats: JSON?) -> ClientMarkdown {
      ClientMarkdown(isRich: formats?.items.contains("markdown") ?? false)
    }
    hover = markdown(text["hover", "contentFormat"])
    documentation = markdown(item["documentationFormat"])
    let edit = workspace["workspaceEdit"] ?? .null
    let operations = edit["resourceOperations"]?.items ?? []
    // Neovim supports `documentChanges`, but announces only file operations.
    hasDocumentChanges = edit["documentChanges"]?.isTrue ?? false || !operations.isEmpty
    canCreate = operations.contains("create")
    canRename = operations.contains("rename")
    canDelete = operations.contains("delete")
    hasAnnotations = edit["changeAnnotationSupport"] != nil
    hasActionLiterals = text["codeAction", "codeActionLiteralSupport"] != nil
    hasRelatedInformation = text["publishDiagnostics", "relatedInformation"]?.isTrue ?? false
    hasLocationLinks = text["definition", "linkSupport"]?.isTrue ?? false
    hasNestedSymbols = text["documentSymbol", "hierarchicalDocumentSymbolSupport"]?.isTrue ?? false
    resolvesDocumentation = item["resolveSupport", "properties"]?.items.contains("documentation") ?? true
    showsDocuments = client["window", "showDocument", "support"]?.isTrue ?? false
  }
}

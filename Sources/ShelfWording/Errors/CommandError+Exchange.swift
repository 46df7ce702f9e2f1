import ShelfFormats
import ShelfImport

extension CommandError {
  package init(_ error: SourceError) {
    let place = error.line.map { ":\($0)" + (error.column.map { ":\($0)" } ?? "") } ?? ""
    self.init(.library, error.reason, path: error.path + place)
  }

  package init(_ error: SourceReader.Failure) {
    let formats = "the formats are " + ImportFormat.all.map(\.name).joined(separator: ", ")
    switch error {
    case .source(let error): self.init(error)
    case .unknown(let path, let reason?):
      self.init(.library, reason, hint: "`shelf import --list` lists the supported formats", path: path)
    case .unknown(let path, nil):
      let ending = path.split(separator: ".").last?.lowercased() ?? ""
      let likely = ["json": "json", "yaml": "yaml", "yml": "yaml", "md": "list", "txt": "list"][ending] ?? "csv"
      self.init(
        .library, "shelf cannot tell which format this is",
        hint: "specify it, as in `shelf import \(likely) FILE`; \(formats)", path: path)
    case .empty(let path, _):
      self.init(.library, "there is nothing to import here", hint: formats, path: path.isEmpty ? nil : path)
    }
  }
}

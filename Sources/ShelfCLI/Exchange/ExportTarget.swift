import ShelfExchange
import ShelfSystem
import ShelfTerminal
import ShelfText
import ShelfWording

/// Where an export is written: a file, or a folder of files.
struct ExportTarget {
  private let path: String
  private let context: Context

  init(_ path: String, _ context: Context) {
    self.path = path
    self.context = context
  }

  /// Writes one file, which replaces another one in one step.
  func write(_ bytes: [UInt8]) throws {
    try replace(path, bytes)
    context.note("wrote \(path)")
  }

  /// Writes the files of a folder.
  ///
  /// Files that the format may not replace, since somebody changed them after the last export, stay and are named; and so
  /// do links, since only the folder was asked for, and not what they lead to.
  func write(folder files: [ExportFormat.File], _ format: ExportFormat) throws {
    _ = try context.fileSystem.makeDirectories(path)
    var kept: [String] = []
    var links: [String] = []
    for file in files {
      let target = path + "/" + file.name
      let status = try context.fileSystem.status(target)
      if status?.type == .link {
        links.append(file.name)
        continue
      }
      if let mayReplace = format.mayReplace, status != nil {
        let old = try context.fileSystem.contents(of: target, limit: 16 << 20, .input)
        if old != file.bytes, !mayReplace(old) {
          kept.append(file.name)
          continue
        }
      }
      try replace(target, file.bytes)
    }
    context.note("wrote \(Wording.count(files.count - kept.count - links.count, "file")) to \(path)")
    for name in links { context.warn(VisibleText.line("\(name) is a link, and is left as it is")) }
    for name in kept {
      context.warn(VisibleText.line("\(name) was changed since the last export, and is left as it is"))
    }
  }

  private func replace(_ path: String, _ bytes: [UInt8]) throws {
    let files = context.fileSystem
    if let slash = path.lastIndex(of: "/"), slash > path.startIndex {
      _ = try files.makeDirectories(String(path[..<slash]))
    }
    let resolved = files.resolve(path) ?? path
    if let status = try files.status(resolved) {
      if status.type == .file,
        try files.contents(of: resolved, limit: max(status.size, bytes.count) + 1, .input) == bytes
      {
        return
      }
      guard status.type == .file else { throw CommandError(.usage, "it is not a file", path: path) }
    }
    try files.replaceFile(resolved, bytes, mode: try files.status(resolved)?.mode)
  }
}

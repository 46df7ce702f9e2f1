import ShelfExchange
import ShelfModel
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
    var kept: [(name: String, state: ExportFormat.OldFile.State)] = []
    var links: [String] = []
    let others = try otherFiles(than: files, format)
    for file in files {
      let target = path + "/" + file.name
      let status = try context.fileSystem.status(target)
      if status?.type == .link {
        links.append(file.name)
        continue
      }
      if let examine = format.examine, status != nil {
        let old = try context.fileSystem.contents(of: target, limit: 16 << 20, .input)
        let state = examine(old).state
        if old != file.bytes, state != .untouched {
          kept.append((file.name, state))
          continue
        }
      }
      try replace(target, file.bytes)
    }
    context.note("wrote \(Wording.count(files.count - kept.count - links.count, "file")) to \(path)")
    for name in links { context.warn(VisibleText.line("\(name) is a link, and is left as it is")) }
    for (name, state) in kept {
      let what = state == .foreign ? "was not written by an export" : "was changed since the last export"
      context.warn(VisibleText.line("\(name) \(what), and is left as it is"))
    }
    try tell(others, files, format)
  }

  /// Returns what is in the folder beside the files that are written, as far as the format could have written it.
  private func otherFiles(
    than files: [ExportFormat.File], _ format: ExportFormat
  ) throws -> [(name: String, old: ExportFormat.OldFile)] {
    let system = context.fileSystem
    guard let ending = files.first?.name.split(separator: ".").last else { return [] }
    let names = Set(files.map(\.name))
    let descriptor = try system.open(path, in: nil, .directory)
    defer { system.close(descriptor) }
    var others: [(name: String, old: ExportFormat.OldFile)] = []
    for entry in try system.entries(descriptor, path: path) {
      guard let name = entry.name, name.hasSuffix("." + ending), !names.contains(name),
        try system.status(path + "/" + name)?.type == .file
      else { continue }
      if let examine = format.examine {
        guard let bytes = try? system.contents(of: path + "/" + name, limit: 16 << 20, .input) else { continue }
        others.append((name, examine(bytes)))
      } else if Kind.allCases.contains(where: { name == $0.plural + ".csv" }) {
        others.append((name, ExportFormat.OldFile(state: .untouched, subject: nil)))
      }
    }
    return others.sorted { $0.name < $1.name }
  }

  /// Takes away old files of what is now called otherwise, and names those that are of an earlier export alone.
  private func tell(
    _ others: [(name: String, old: ExportFormat.OldFile)], _ files: [ExportFormat.File], _ format: ExportFormat
  ) throws {
    var names: [String: String] = [:]
    for file in files { if let subject = format.examine?(file.bytes).subject { names[subject] = file.name } }
    for (name, old) in others {
      if let subject = old.subject, let new = names[subject] {
        if old.state == .untouched {
          try context.fileSystem.remove(path + "/" + name)
          context.note(VisibleText.line("\(name) is now \(new)"))
        } else {
          context.warn(
            VisibleText.line("\(name) was changed since an earlier export, and is left; the book is in \(new)"))
        }
      } else if old.subject != nil || format.examine == nil {
        context.warn(VisibleText.line("\(name) is from an earlier export, and is left as it is"))
      }
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

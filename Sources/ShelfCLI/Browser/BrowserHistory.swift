import ShelfBrowser
import ShelfHistory
import ShelfKit
import ShelfModel
import ShelfStore
import ShelfText
import ShelfWording

/// What git knows of a record, as pages for the browser.
struct BrowserHistory {
  let captured: CapturedCommand
  let workspace: Workspace

  /// Shows what `log` says of a record; each commit leads to the lines that it changed.
  func history(_ id: RecordID, _ library: Library) -> [Message] {
    let said = captured.capture("log", width: captured.pageWidth) {
      try CapturedCommand.run(["log", id.description], $0)
    }
    if let error = said.error { return [.outcome(.refused(error))] }
    guard let record = library.record(id) else { return [.outcome(.page(title: "History", text: said.text))] }
    let title = "History of \(Wording.name(record))"
    var lines = said.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard let repository = try? workspace.repository(),
      let entries = try? repository.history(of: record, schema: library.schema)
    else { return [.outcome(.page(title: title, text: said.text))] }
    // Each entry begins with its commit, at the margin.
    var heads = lines.indices.filter { line in
      let text = AnsiText.lines(lines[line]).first?.plain ?? ""
      return entries.contains { text.hasPrefix($0.commit.short) }
    }
    var links: [PageLink] = []
    let last = (try? repository.contents(of: [record.path], in: .commit("HEAD")))?[record.path]
    if last != record.source, !entries.isEmpty {
      lines.insert(contentsOf: ["not committed yet", "  changed since the last commit", ""], at: 0)
      heads = heads.map { $0 + 3 }
      links.append(PageLink(line: 0, deed: .difference(commit: nil, path: record.path, oldPath: nil)))
    }
    if heads.count == entries.count {
      links += zip(heads, entries).map { line, entry in
        let change = entry.records.first
        return PageLink(
          line: line,
          deed: .difference(
            commit: entry.commit.hash, path: change?.path ?? record.path, oldPath: change?.oldPath))
      }
    }
    return [
      .outcome(.page(title: title, text: lines.joined(separator: "\n"), links: links))
    ]
  }

  /// Shows what a commit changed in a file.
  func difference(_ commit: String?, _ path: String, _ oldPath: String?, _ library: Library) -> [Message] {
    do {
      let repository = try workspace.repository()
      func contents(_ path: String, _ commit: String?) throws -> [UInt8]? {
        guard let commit else { return nil }
        return try repository.contents(of: [path], in: .commit(commit))[path]
      }
      let parent = commit.map { try? repository.commit($0 + "^") } ?? "HEAD"
      let change = FileChange(
        path: path, old: try contents(oldPath ?? path, parent),
        new: try commit.map { try contents(path, $0) } ?? library.record(at: path)?.source)
      var context = captured.context
      context.shownOn = context.page(width: captured.pageWidth)
      let text = DiffText.render(change, context)
      let title = commit.map { "\(path) in \($0.prefix(9))" } ?? "\(path) since the last commit"
      return [.outcome(.page(title: title, text: text.isEmpty ? "The contents are the same." : text))]
    } catch { return [.outcome(.refused(CapturedCommand.words(error)))] }
  }
}

import ShelfHistory
import ShelfModel
import ShelfStore
import ShelfTerminal
import ShelfWording

/// The git history of a record, as text pages.
struct BrowserHistory {
  let host: BrowserHost

  /// Lists the commits that changed a record, newest first. Each entry links to its line-by-line changes.
  func history(_ id: RecordID, _ library: Library) throws -> BrowserRequest.Outcome {
    guard let record = library.record(id) else { return .refused("the record no longer exists") }
    let repository = try host.workspace().repository()
    let entries = try repository.history(of: record, schema: library.schema)
    let text = HistoryText(library, localTime: host.look.localTime, isOfOneRecord: true)
    var lines: [StyledText] = []
    var links: [PageLink] = []
    let last = try repository.contents(of: [record.path], in: .commit("HEAD"))[record.path]
    if last != record.source, !entries.isEmpty {
      links.append(PageLink(line: 0, request: .difference(commit: nil, path: record.path, oldPath: nil)))
      lines += [StyledText("not committed yet"), StyledText("  changed since the last commit"), StyledText()]
    }
    for entry in entries {
      let change = entry.records.first
      links.append(
        PageLink(
          line: lines.count,
          request: .difference(
            commit: entry.commit.hash, path: change?.path ?? record.path, oldPath: change?.oldPath)))
      lines += text.lines(entry) + [StyledText()]
    }
    if entries.isEmpty { lines = BrowserHistory.uncommitted } else { lines.removeLast() }
    return .page(title: "History of \(Wording.name(record))", lines, links: links)
  }

  /// The page for a record without commits.
  private static let uncommitted: [StyledText] = [
    StyledText("Not committed yet."), StyledText(),
    StyledText("To commit all changes of the library, and sync them:"),
    StyledText("  shelf sync --commit", .bold), StyledText(),
    StyledText("To commit them without syncing:"),
    StyledText("  git add --all && git commit", .bold), StyledText(),
    StyledText("To have shelf commit every change that it makes from now on:"),
    StyledText("  shelf library set git.commit=true", .bold),
  ]

  /// Shows a commit's changes to a file; without a commit, shows the changes since the last commit.
  func difference(_ commit: String?, _ path: String, _ oldPath: String?, _ library: Library) throws
    -> BrowserRequest.Outcome
  {
    let repository = try host.workspace().repository()
    func contents(_ path: String, _ commit: String?) throws -> [UInt8]? {
      guard let commit else { return nil }
      return try repository.contents(of: [path], in: .commit(commit))[path]
    }
    let parent = commit.map { try? repository.commit($0 + "^") } ?? "HEAD"
    let change = FileChange(
      path: path, old: try contents(oldPath ?? path, parent),
      new: try commit.map { try contents(path, $0) } ?? library.record(at: path)?.source)
    let title = commit.map { "\(path) in \($0.prefix(9))" } ?? "\(path) since the last commit"
    let isSame = change.old == change.new
    return .page(title: title, isSame ? [StyledText("The contents are the same.")] : DiffText.lines(change))
  }
}

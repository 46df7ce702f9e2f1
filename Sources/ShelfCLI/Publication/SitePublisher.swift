import ShelfKit
import ShelfModel
import ShelfPages
import ShelfQuery
import ShelfSystem
import ShelfText
import ShelfWording

/// Publishes a library as web pages, once or whenever it changes.
///
/// First the folder is checked and locked: it must not contain the library, files that git tracks, or files that were
/// not created by shelf. Then the library is read, `Publication` selects what is public, and `SiteWriter` writes the
/// files that changed. `SiteWriter` does not change a file that was not written by shelf or that has been edited since.
/// If there is such a file, the command fails at the end, because the file may contain private data.
struct SitePublisher {
  let workspace: Workspace
  /// The arguments that select what is published, or no arguments for the selection in the library's settings.
  let words: [String]
  let context: Context

  /// Reads the library, and determines what is public.
  func publication() throws -> Publication {
    let library = try context.read(workspace)
    let reader = QueryReader(library: library, context: context)
    let text = QueryWords.text(words, library.schema)
    let query = text.isEmpty ? nil : try QuerySource(text)
    if let query, try reader.records(.book, [query]).isEmpty { reader.reportNothing(found: [query.text], .book) }
    return try Publication(
      library, query: query,
      at: Publication.Moment(today: context.today, now: context.now, localTime: context.localTime),
      leftOut: workspace.leftOutPaths(), fileSystem: context.fileSystem)
  }

  /// Writes the pages, and prints the result.
  ///
  /// - Parameter waits: whether to wait, without a timeout, for another process that is writing to the folder.
  func publish(to output: String, waits: Bool = false) throws {
    do {
      try write(to: output)
    } catch SitePlace.Refusal.locked where waits && !Interruption.isRequested {
      try publish(to: output, waits: true)
    } catch let refusal as SitePlace.Refusal {
      throw CommandError(refusal)
    }
  }

  private func write(to output: String) throws {
    // Checked before the library is read, so that an unsuitable folder is reported immediately.
    let place = try SitePlace(output, library: workspace.root, fileSystem: context.fileSystem)
    let lock = try SiteLock.acquire(place, fileSystem: context.fileSystem)
    if try workspace.tracksFiles(in: place.path) { throw SitePlace.Refusal.tracked(path: output) }
    let publication = try publication()
    var writer = SiteWriter(lock, fileSystem: context.fileSystem)
    let outcome = try writer.write(publication.content)
    try report(outcome, publication.report, output)
  }

  /// Publishes again whenever a file changes, until the user presses Ctrl-C.
  func watch(_ output: String, opens: Bool) throws {
    Interruption.listen()
    let watch = workspace.watch { Interruption.isRequested }
    try publish(to: output, waits: true)
    if opens { try show(output) }
    context.note("watching \(workspace.root); press Ctrl-C to stop")
    while watch.wait() != nil {
      do {
        try publish(to: output, waits: true)
      } catch {
        // A file that is being edited will soon be valid again; until then, the pages are left unchanged.
        guard let error = CommandError(error) else { throw error }
        context.report(error.report)
      }
    }
  }

  /// Shows the first page in the system's browser.
  func show(_ output: String) throws {
    let folder = context.fileSystem.resolve(output) ?? output
    #if os(macOS)
      let name = "open"
    #else
      let name = "xdg-open"
    #endif
    let page = folder + "/" + Site.firstPage
    do throws(FileError) {
      let status = try ExternalProgram(name, [page], environment: context.environment).run()
      if status != 0 { context.warn("\(name) exited with status \(status); the first page is \(page)") }
    } catch {
      throw CommandError(.no, "\(name) cannot be run", hint: "open \(page) in a browser")
    }
  }

  private func report(_ outcome: SiteWriter.Outcome, _ report: PublicationReport, _ output: String) throws {
    let shown = report.kinds.filter { $0.shown > 0 }.map { $0.kind.counted($0.shown) }
    let what = shown.isEmpty ? "an empty library" : Wording.list(shown)
    let changes = [(outcome.made, "new"), (outcome.changed, "changed"), (outcome.removed, "removed")]
      .filter { $0.0 > 0 }.map { "\(Wording.number($0.0)) \($0.1)" }
    try context.print(
      "Published \(what) in \(VisibleText.line(output)): \(Wording.count(outcome.total, "file")), "
        + (changes.isEmpty ? "none of them changed" : Wording.list(changes)))
    let leftOut = PublicationText(report).leftOut
    if !leftOut.isEmpty { context.note("left out: " + leftOut.joined(separator: "; ")) }
    let statuses = report.leftOut.compactMap { left -> (status: String, count: Int)? in
      if case .status(let status) = left.reason { (status, left.count) } else { nil }
    }
    let books = report.kinds.first { $0.kind == .book }?.shown ?? 0
    if let (status, count) = statuses.max(by: { $0.count < $1.count }), count > books {
      let statuses = (report.statuses.sorted() + [status]).joined(separator: ",")
      context.note("`shelf library set publish.statuses=\(statuses)` also publishes books with the status \(status)")
    }
    for path in outcome.kept.prefix(10) {
      context.warn(VisibleText.line("\(path) was not written by shelf or has changed since, and was not changed"))
    }
    for path in outcome.keptThoughGone.prefix(10) {
      context.warn(
        VisibleText.line(
          "\(path) is not part of the site, but was not written by shelf or has changed since, and was not removed"
        ))
    }
    let more = max(0, outcome.kept.count - 10) + max(0, outcome.keptThoughGone.count - 10)
    if more > 0 { context.warn("\(Wording.count(more, "more file")) \(more == 1 ? "was" : "were") not changed") }
    let left = outcome.kept.count + outcome.keptThoughGone.count
    if left > 0 {
      throw CommandError(
        .no, "\(Wording.count(left, "file")) cannot be replaced or removed, and may show private content",
        hint: "delete them or move them elsewhere, and publish again", path: output)
    }
  }
}

extension CommandError {
  /// Creates the error for a folder that shelf does not write pages to.
  init(_ refusal: SitePlace.Refusal) {
    switch refusal {
    case .holdsLibrary(let path):
      self.init(
        .usage, "the library is in this folder",
        hint: "choose a folder that contains only the pages; see \(Guide.command("publish"))", path: path)
    case .belongsToLibrary(let path):
      self.init(
        .usage, "the library stores its own files here",
        hint: "choose a folder that contains only the pages; see \(Guide.command("publish"))", path: path)
    case .link(let path):
      self.init(
        .usage, "this is a link, which may lead outside the library", hint: "specify the folder itself", path: path)
    case .notAFolder(let path): self.init(.usage, "this is not a folder", path: path)
    case .foreign(let path):
      self.init(
        .usage, "the folder is not empty, and nothing in it shows that shelf wrote its contents",
        hint: "choose an empty folder or a new one", path: path)
    case .invalidList(let path):
      self.init(
        .library, "the list of published files cannot be read", hint: "delete the folder, and publish again",
        path: path)
    case .tracked(let path):
      self.init(
        .usage, "git tracks files in this folder, so a merge could add other people's pages",
        hint: "choose a folder that git does not track, or run `git rm -r --cached` on it and add it to .gitignore",
        path: path)
    case .unlisted(let path):
      self.init(
        .usage,
        "these pages come from somewhere else, and their list does not match this file",
        hint: "move the file elsewhere if it is yours, or delete the folder; then publish again", path: path)
    case .locked(let path):
      self.init(
        .library, "another `shelf publish` is writing to this folder", hint: "publish again when it has finished",
        path: path)
    }
  }
}

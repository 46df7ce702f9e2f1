import ShelfForms
import ShelfLookup
import ShelfTerminal
import ShelfText
import ShelfWording

extension Context {
  /// Access to catalogues, subject to the user's settings.
  var catalogues: CatalogueAccess {
    CatalogueAccess(settings.lookup, host, userAgent: "shelf/\(ProgramVersion.number) (+\(Guide.address))")
  }

  /// Returns the catalogue lookup. The first time, asks the user for consent.
  ///
  /// - Parameters:
  ///   - ignoresCache: whether to query catalogues even if the cache has the answer.
  ///   - progress: the line that names the current catalogue.
  /// - Throws: `CommandError` if the settings forbid lookups, or if shelf cannot prompt for consent; `Declined` without
  ///   consent.
  func lookup(ignoresCache: Bool = false, _ progress: Progress) throws -> Lookup {
    try catalogues.lookup(among: allowedCatalogues(), ignoresCache: ignoresCache) { step in
      switch step {
      case .asking(let name): progress.report("Asking \(name)")
      case .waiting(let name, let seconds):
        progress.report("\(Wording.heading(name)) asks to wait for \(Wording.count(seconds, "second"))")
      case .answered(let count, let all):
        if all > 1 { progress.report("Looking up \(Wording.number(count)) of \(Wording.number(all))") }
      }
    }
  }

  private func allowedCatalogues() throws -> [String] {
    if let names = try catalogues.allowedCatalogues() { return names }
    let standard = Catalogue.standard
    let names = standard.map(\.name).joined(separator: ",")
    guard isInteractive else {
      throw CommandError(
        .usage, "book lookups are not enabled yet",
        hint:
          "`shelf config set lookup.catalogues \(names)` enables them; \(Guide.command("adding")) explains what is sent to \(Wording.list(standard.map(\.title)))"
      )
    }
    let question = CatalogueAccess.consent
    var prompt = Prompt(input: input, output: Output(descriptor: output), terminal: terminal)
    for line in WordWrap.lines(question, width: max(40, terminal.width)).dropLast() { try print(line) }
    let last = WordWrap.lines(question, width: max(40, terminal.width)).last ?? "Allow this?"
    guard try prompt.confirm(last) else {
      throw Declined(text: "Nothing was looked up; `shelf config set lookup off` disables lookups without asking again")
    }
    let (allowed, path) = try catalogues.allowStandardCatalogues()
    if let path { note("saved in \(shown(path)) as lookup.catalogues; change it with `shelf config set`") }
    return allowed
  }
}

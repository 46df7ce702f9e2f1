import ShelfBrowser
import ShelfExchange
import ShelfLookup
import ShelfModel
import ShelfStore
import ShelfSystem
import ShelfTerminal
import ShelfText
import ShelfWording
import YAMLEdit

extension Context {
  /// Returns what looks books up, as the reader's own settings allow it; a terminal is asked the first time.
  ///
  /// - Parameters:
  ///   - isFresh: whether what is in the cache is asked for again.
  ///   - progress: the line that says what is being asked.
  /// - Throws: `CommandError` if nothing may be looked up, or nobody can be asked whether it may.
  func lookup(isFresh: Bool = false, _ progress: Progress) throws -> Lookup {
    try lookup(isFresh: isFresh, among: allowedCatalogues()) { step in
      switch step {
      case .asking(let name): progress.say("Asking \(name)")
      case .waiting(let name, let seconds):
        progress.say("\(Wording.heading(name)) wants to be left alone for \(Wording.count(seconds, "second"))")
      case .answered(let count, let all):
        if all > 1 { progress.say("Looking up, \(Wording.number(count)) of \(Wording.number(all))") }
      }
    }
  }

  /// - Parameter names: the catalogues that may be asked.
  private func lookup(
    isFresh: Bool = false, among names: [String], _ progress: @escaping (LookupProgress) -> Void
  ) throws -> Lookup {
    var policy = LookupPolicy()
    policy.isOffline = isOffline
    policy.isFresh = isFresh
    policy.programs = settings.lookup.programs.map { name, path in
      .program(name, OwnProgram(path, environment: environment, fileSystem: fileSystem))
    }
    #if DEBUG
      policy.keepsPace = environment["SHELF_PLAYING_PACE"] != "0"
    #endif
    policy.catalogues = names
    policy.keys = try keys(of: policy.allowed)
    let cache = cacheFolder.map { AnswerCache(folder: $0, fileSystem: fileSystem, now: { [now] in now }) }
    return Lookup(policy, curl, cache, progress: progress)
  }

  /// Asks catalogues about books for a browser, which asks its reader itself whether they may be asked.
  ///
  /// - Parameter isAllowed: whether the reader has just said so.
  func reply(to numbers: [ISBN], isAllowed: Bool) throws -> CatalogueReply {
    // Settings may have changed since the browser began.
    var context = self
    try context.takeSettings()
    try context.checkLookups()
    let names: [String]
    if let known = context.settings.lookup.catalogues {
      names = known
    } else if isAllowed {
      names = try context.allowStandardCatalogues().names
    } else {
      return .asks(Context.consent)
    }
    let (found, missing) = try context.lookup(among: names) { _ in }.books(of: numbers)
    return .found(found, missing: missing.map(\.report.message))
  }

  private var curl: CurlProgram {
    CurlProgram(environment: environment, userAgent: "shelf/\(Shelf.version) (+\(Shelf.address))")
  }

  private var isOffline: Bool { environment["SHELF_OFFLINE"].map { !$0.isEmpty && $0 != "0" } ?? false }

  /// Fetches a picture from an address that the person named just now.
  func fetch(_ text: String) throws(CommandError) -> [UInt8] {
    guard let address = WebAddress(typed: text) else {
      throw CommandError(
        .usage, "“\(Wording.short(VisibleText.line(text)))” is not an address that is fetched",
        hint: "it must begin with https:// and name no port")
    }
    try checkLookups()
    if isOffline { throw CommandError(.usage, "nothing is fetched: SHELF_OFFLINE is set") }
    do throws(CatalogueFailure) {
      return try NamedPicture.fetch(address, curl)
    } catch {
      throw CommandError(.no, "\(VisibleText.line(address.host)) \(Wording.words(error))")
    }
  }

  /// The folder for answers, as the XDG Base Directory Specification says; nil if the environment names none.
  private var cacheFolder: String? {
    let absolute = { (name: String) in environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil } }
    return (absolute("XDG_CACHE_HOME") ?? absolute("HOME").map { $0 + "/.cache" }).map { $0 + "/shelf/lookup" }
  }

  /// Returns the reader's keys for those of the catalogues that need one.
  private func keys(of catalogues: [Catalogue]) throws(CommandError) -> [String: String] {
    var keys = settings.lookup.keys
    for catalogue in catalogues where catalogue.needsKey && keys[catalogue.name] == nil {
      guard let words = settings.lookup.keyCommands[catalogue.name] else { continue }
      keys[catalogue.name] = try key(printedBy: words, setting: "lookup.keyCommands.\(catalogue.name)")
    }
    return keys
  }

  /// Returns the first line that a command of the reader's settings prints.
  private func key(printedBy words: [String], setting: String) throws(CommandError) -> String {
    func failure(_ reason: String) -> CommandError {
      CommandError(.usage, "the command of \(setting), \(VisibleText.line(words[0])), \(reason)")
    }
    var text: [UInt8] = []
    let ending: ExternalProgram.Ending
    do throws(FileError) {
      // Who has to type a password first needs a while.
      ending = try ExternalProgram(words[0], Array(words.dropFirst()), environment: environment)
        .run(input: [], timeLimit: 60_000) { piece in
          text.append(contentsOf: piece)
          return text.count < 64 << 10
        }
    } catch {
      throw failure("cannot be run: \(error.reason)")
    }
    if ending.isLate { throw failure("has not ended after a minute") }
    if ending.status != 0 { throw failure("ended with status \(ending.status)") }
    let key = String(decoding: text, as: UTF8.self).split(whereSeparator: \.isNewline).first?.trimmed ?? ""
    guard !key.isEmpty, key.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { throw failure("printed no key") }
    return key
  }

  private func checkLookups() throws(CommandError) {
    if !settings.lookup.isOff { return }
    throw CommandError(
      .usage, "your settings say that nothing is looked up",
      hint: "`shelf config unset lookup` lets shelf ask you again")
  }

  private func allowedCatalogues() throws -> [String] {
    try checkLookups()
    if let names = settings.lookup.catalogues { return names }
    let standard = Catalogue.standard
    let names = standard.map(\.name).joined(separator: ",")
    guard isInteractive else {
      throw CommandError(
        .usage, "nobody has said yet that catalogues may be asked",
        hint: "`shelf config set lookup.catalogues \(names)` lets shelf ask \(Wording.list(standard.map(\.title)))")
    }
    let question = Context.consent
    var prompt = Prompt(input: input, output: Output(descriptor: output), terminal: terminal)
    for line in WordWrap.lines(question, width: max(40, terminal.width)).dropLast() { try print(line) }
    let last = WordWrap.lines(question, width: max(40, terminal.width)).last ?? "May it?"
    guard try prompt.confirm(last) else {
      throw Declined(text: "Nothing was looked up; `shelf config set lookup off` keeps it so without asking")
    }
    let (allowed, path) = try allowStandardCatalogues()
    if let path { note("kept in \(shown(path)) as lookup.catalogues; change it with `shelf config set`") }
    return allowed
  }

  /// What a reader is asked before anything is looked up for the first time.
  private static var consent: String {
    """
    To look a book up, shelf asks \(Wording.list(Catalogue.standard.map(\.title))) over the Internet, one after the other \
    until one knows it. They see the ISBN or the words that you look up, and your address. May it?
    """
  }

  /// Writes down in the reader's settings that the usual catalogues may be asked, and returns their names and the file.
  private func allowStandardCatalogues() throws -> (names: [String], path: String?) {
    let names = Catalogue.standard.map(\.name)
    guard let file = SettingsFile(environment, fileSystem: fileSystem) else { return (names, nil) }
    var edit = try SettingsEdit(file.source(), path: file.path)
    try edit.set(["lookup", "catalogues"], to: .list(names.map { Scalar($0) }))
    try file.write(edit.document.bytes)
    return (names, file.path)
  }
}

extension Lookup {
  /// Returns the books with some numbers, and an error for each number that no catalogue knows.
  func books(of numbers: [ISBN]) -> (found: [ISBN: FoundBook], missing: [CommandError]) {
    let findings = find(numbers)
    var found: [ISBN: FoundBook] = [:]
    var missing: [CommandError] = []
    for number in numbers {
      switch findings[number] {
      case .found(let book)?: found[number] = book
      case .unknown(let failures)?:
        missing.append(CommandError(unknown: number, failures: Wording.words(failures)))
      case nil: break
      }
    }
    return (found, missing)
  }
}

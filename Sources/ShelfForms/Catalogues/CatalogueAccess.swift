import ShelfImport
import ShelfKit
import ShelfLookup
import ShelfModel
import ShelfStore
import ShelfSystem
import ShelfText
import ShelfWording
import YAMLEdit

/// Access to library catalogues, subject to the user's settings.
///
/// Before the first lookup, the user must consent; the consent is stored in the settings as the list of permitted
/// catalogues. No request is sent without this permission, or while `SHELF_OFFLINE` is set. Requests are made by
/// `curl`, or by programs that the user has configured. Responses are cached in the user's cache folder.
package struct CatalogueAccess {
  private var settings: Settings.LookupSettings
  private let host: Host
  /// The `User-Agent` of requests: the program's version and the address of its website.
  private let userAgent: String

  package init(_ settings: Settings.LookupSettings, _ host: Host, userAgent: String) {
    self.settings = settings
    self.host = host
    self.userAgent = userAgent
  }

  private var environment: [String: String] { host.environment }

  // MARK: - Permission

  /// The question that asks the user for consent before the first lookup.
  package static var consent: String {
    """
    To look up a book, shelf asks \(Wording.list(Catalogue.standard.map(\.title))) over the Internet, one after the other \
    until one of them finds it. They see the ISBN or words that you look up, and your IP address. Allow this?
    """
  }

  /// Returns the names of the permitted catalogues in order, or nil if the user has not been asked yet.
  ///
  /// - Throws: `CommandError` if the settings disable lookups.
  package func allowedCatalogues() throws(CommandError) -> [String]? {
    if settings.isOff {
      throw CommandError(
        .usage, "lookups are disabled in your settings",
        hint: "run `shelf config unset lookup` to let shelf ask you again")
    }
    return settings.catalogues
  }

  /// Permits the standard catalogues in the user's settings. Returns their names and the path of the settings file.
  ///
  /// Returns their names and the file's path.
  package func allowStandardCatalogues() throws -> (names: [String], path: String?) {
    let names = Catalogue.standard.map(\.name)
    guard let file = SettingsFile(environment, fileSystem: host.fileSystem) else { return (names, nil) }
    var edit = try SettingsEdit(file.source(), path: file.path)
    try edit.set(["lookup", "catalogues"], to: .list(names.map { Scalar($0) }))
    try file.write(edit.document.bytes)
    return (names, file.path)
  }

  private var isOffline: Bool { environment["SHELF_OFFLINE"].map { !$0.isEmpty && $0 != "0" } ?? false }

  // MARK: - Lookup

  /// Returns the lookup for these catalogues.
  ///
  /// - Parameters:
  ///   - names: the catalogues to query.
  ///   - ignoresCache: whether to bypass the cache.
  /// - Throws: `CommandError` if a command in the user's settings does not print a key.
  package func lookup(
    among names: [String], ignoresCache: Bool = false, progress: @escaping (LookupProgress) -> Void = { _ in }
  ) throws(CommandError) -> Lookup {
    var policy = LookupPolicy()
    policy.isOffline = isOffline
    policy.ignoresCache = ignoresCache
    policy.programs = settings.programs.map { name, path in
      .program(name, UserProgram(path, environment: environment, fileSystem: host.fileSystem))
    }
    #if DEBUG
      policy.keepsPace = environment["SHELF_PLAYING_PACE"] != "0"
    #endif
    policy.catalogues = names
    policy.keys = try keys(of: policy.allowed)
    let cache = cacheFolder.map { AnswerCache(folder: $0, fileSystem: host.fileSystem, now: host.now) }
    return Lookup(policy, curl, cache, progress: progress)
  }

  /// Looks up books in catalogues without using the terminal.
  ///
  /// If consent is missing, the reply is the question to ask.
  ///
  /// - Parameter isAllowed: whether the user has just consented.
  package func reply(to numbers: [ISBN], isAllowed: Bool) throws -> CatalogueReply {
    var access = self
    // The settings may have been changed since the program started.
    if let file = SettingsFile(environment, fileSystem: host.fileSystem) { access.settings = try file.read().lookup }
    let names: [String]
    if let known = try access.allowedCatalogues() {
      names = known
    } else if isAllowed {
      names = try access.allowStandardCatalogues().names
    } else {
      return .asks(CatalogueAccess.consent)
    }
    let (found, missing) = try access.lookup(among: names).books(of: numbers)
    return .found(found, missing: missing.map(\.report.message))
  }

  /// Fetches a picture from a URL that the user has just entered.
  package func fetch(_ text: String) throws(CommandError) -> [UInt8] {
    guard let address = WebAddress(typed: text) else {
      throw CommandError(
        .usage, "“\(Wording.short(VisibleText.line(text)))” is not an address that shelf can fetch",
        hint: "it must begin with https:// and contain no port")
    }
    _ = try allowedCatalogues()
    if isOffline { throw CommandError(.usage, "nothing was fetched: SHELF_OFFLINE is set") }
    do throws(CatalogueFailure) {
      return try NamedPicture.fetch(address, curl)
    } catch {
      throw CommandError(.no, "\(VisibleText.line(address.host)) \(Wording.reason(error))")
    }
  }

  private var curl: CurlProgram { CurlProgram(environment: environment, userAgent: userAgent) }

  /// The folder for cached responses, according to the XDG Base Directory Specification, or nil if the environment does
  /// not define one.
  private var cacheFolder: String? {
    let absolute = { (name: String) in environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil } }
    return (absolute("XDG_CACHE_HOME") ?? absolute("HOME").map { $0 + "/.cache" }).map { $0 + "/shelf/lookup" }
  }

  /// Returns the user's API keys for the catalogues that need one.
  private func keys(of catalogues: [Catalogue]) throws(CommandError) -> [String: String] {
    var keys = settings.keys
    for catalogue in catalogues where catalogue.needsKey && keys[catalogue.name] == nil {
      guard let words = settings.keyCommands[catalogue.name] else { continue }
      keys[catalogue.name] = try key(printedBy: words, setting: "lookup.keyCommands.\(catalogue.name)")
    }
    return keys
  }

  /// Returns the first line printed by a command from the user's settings.
  private func key(printedBy words: [String], setting: String) throws(CommandError) -> String {
    func failure(_ reason: String) -> CommandError {
      CommandError(.usage, "the command of \(setting) \(reason)")
    }
    var text: [UInt8] = []
    let ending: ExternalProgram.Ending
    do throws(FileError) {
      // The command may ask for a password, so the timeout is generous.
      ending = try ExternalProgram(words[0], Array(words.dropFirst()), environment: environment)
        .run(input: [], timeLimit: 60_000) { piece in
          text.append(contentsOf: piece)
          return text.count < 64 << 10
        }
    } catch {
      throw failure("cannot be run: \(error.reason)")
    }
    if ending.isLate { throw failure("did not finish within a minute") }
    if ending.status != 0 { throw failure("exited with status \(ending.status)") }
    let key = String(decoding: text, as: UTF8.self).split(whereSeparator: \.isNewline).first?.trimmed ?? ""
    guard !key.isEmpty, key.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { throw failure("printed no key") }
    return key
  }
}

/// The result of querying catalogues, or the question to ask first.
package enum CatalogueReply {
  /// - Parameter missing: a sentence for each ISBN that no catalogue has.
  case found([ISBN: FoundBook], missing: [String])
  /// The user has to consent first; the text is the question.
  case asks(String)
}

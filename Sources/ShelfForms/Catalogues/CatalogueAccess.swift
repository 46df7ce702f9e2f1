import ShelfKit
import ShelfLookup
import ShelfModel
import ShelfStore
import ShelfSystem
import ShelfText
import ShelfWording
import YAMLEdit

/// Looking books up in catalogues, as far as the reader's own settings allow it.
package struct CatalogueAccess {
  private var settings: Settings.LookupSettings
  private let host: Host
  /// What requests say of the program: its version, and where to find out about it.
  private let userAgent: String

  package init(_ settings: Settings.LookupSettings, _ host: Host, userAgent: String) {
    self.settings = settings
    self.host = host
    self.userAgent = userAgent
  }

  private var environment: [String: String] { host.environment }

  // MARK: - What is allowed

  /// What a reader is asked before anything is looked up for the first time.
  package static var consent: String {
    """
    To look a book up, shelf asks \(Wording.list(Catalogue.standard.map(\.title))) over the Internet, one after the other \
    until one knows it. They see the ISBN or the words that you look up, and your address. May it?
    """
  }

  /// Returns the names of the catalogues that the reader lets shelf ask, in their order; nil if the reader has not said.
  ///
  /// - Throws: `CommandError` if nothing may be looked up.
  package func allowedCatalogues() throws(CommandError) -> [String]? {
    if settings.isOff {
      throw CommandError(
        .usage, "your settings say that nothing is looked up",
        hint: "`shelf config unset lookup` lets shelf ask you again")
    }
    return settings.catalogues
  }

  /// Writes down in the reader's settings that the usual catalogues may be asked, and returns their names and the file.
  package func allowStandardCatalogues() throws -> (names: [String], path: String?) {
    let names = Catalogue.standard.map(\.name)
    guard let file = SettingsFile(environment, fileSystem: host.fileSystem) else { return (names, nil) }
    var edit = try SettingsEdit(file.source(), path: file.path)
    try edit.set(["lookup", "catalogues"], to: .list(names.map { Scalar($0) }))
    try file.write(edit.document.bytes)
    return (names, file.path)
  }

  private var isOffline: Bool { environment["SHELF_OFFLINE"].map { !$0.isEmpty && $0 != "0" } ?? false }

  // MARK: - Asking

  /// Returns what looks books up.
  ///
  /// - Parameters:
  ///   - names: the catalogues that may be asked.
  ///   - isFresh: whether what is in the cache is asked for again.
  /// - Throws: `CommandError` if a command of the reader's settings prints no key.
  package func lookup(
    among names: [String], isFresh: Bool = false, progress: @escaping (LookupProgress) -> Void = { _ in }
  ) throws(CommandError) -> Lookup {
    var policy = LookupPolicy()
    policy.isOffline = isOffline
    policy.isFresh = isFresh
    policy.programs = settings.programs.map { name, path in
      .program(name, OwnProgram(path, environment: environment, fileSystem: host.fileSystem))
    }
    #if DEBUG
      policy.keepsPace = environment["SHELF_PLAYING_PACE"] != "0"
    #endif
    policy.catalogues = names
    policy.keys = try keys(of: policy.allowed)
    let cache = cacheFolder.map { AnswerCache(folder: $0, fileSystem: host.fileSystem, now: host.now) }
    return Lookup(policy, curl, cache, progress: progress)
  }

  /// Asks catalogues about books, without a terminal: who shows the reply asks the reader whether that may be.
  ///
  /// - Parameter isAllowed: whether the reader has just said so.
  package func reply(to numbers: [ISBN], isAllowed: Bool) throws -> CatalogueReply {
    var access = self
    // Settings may have changed since the program began.
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

  /// Fetches a picture from an address that the person named just now.
  package func fetch(_ text: String) throws(CommandError) -> [UInt8] {
    guard let address = WebAddress(typed: text) else {
      throw CommandError(
        .usage, "“\(Wording.short(VisibleText.line(text)))” is not an address that is fetched",
        hint: "it must begin with https:// and name no port")
    }
    _ = try allowedCatalogues()
    if isOffline { throw CommandError(.usage, "nothing is fetched: SHELF_OFFLINE is set") }
    do throws(CatalogueFailure) {
      return try NamedPicture.fetch(address, curl)
    } catch {
      throw CommandError(.no, "\(VisibleText.line(address.host)) \(Wording.words(error))")
    }
  }

  private var curl: CurlProgram { CurlProgram(environment: environment, userAgent: userAgent) }

  /// The folder for answers, as the XDG Base Directory Specification says; nil if the environment names none.
  private var cacheFolder: String? {
    let absolute = { (name: String) in environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil } }
    return (absolute("XDG_CACHE_HOME") ?? absolute("HOME").map { $0 + "/.cache" }).map { $0 + "/shelf/lookup" }
  }

  /// Returns the reader's keys for those of the catalogues that need one.
  private func keys(of catalogues: [Catalogue]) throws(CommandError) -> [String: String] {
    var keys = settings.keys
    for catalogue in catalogues where catalogue.needsKey && keys[catalogue.name] == nil {
      guard let words = settings.keyCommands[catalogue.name] else { continue }
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
}

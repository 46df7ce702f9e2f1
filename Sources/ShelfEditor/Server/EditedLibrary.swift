import Dispatch
import ShelfDoctor
import ShelfKit
import ShelfModel
import ShelfRPC
import ShelfStore
import ShelfSystem
import ShelfText
import ShelfWording
import Synchronization
import YAMLEdit

/// A library with texts of it open: what the answering thread knows of it.
///
/// What is typed is taken into the snapshot at once where that is cheap; the rest is done by the worker after a moment
/// without typing.
final class EditedLibrary {
  let client: ClientAbilities
  private(set) var paths: LibraryPaths
  /// The library by now; without records until it has been read.
  private var library: Library
  /// The open texts that the library does not have as they are typed.
  private var behind: Set<String> = []
  private(set) var state: LibraryWorker.State?
  private(set) var failure: LibraryError?
  /// When the library is to be examined; nil if nothing has changed since.
  private(set) var due: DispatchTime?
  /// The open texts about which something new may be said.
  private var unsaid: Set<String> = []
  /// What the open texts of records read as.
  private var contents: [String: Result<Record, UnreadableFile>] = [:]
  /// What they read as when they did last.
  private var typedRecords: [String: Record] = [:]
  /// Whether a text was saved since the library was last examined.
  private var isSaved = false
  /// How many changes of texts there were.
  private var edits = 0
  private var findings: [String: [Finding]] = [:]
  private var published: [String: JSON] = [:]
  let host: Host
  private let describe: @Sendable (any Error) -> String
  private let worker: LibraryWorker
  private let isOver: Flag

  /// Says when the watching is over.
  private final class Flag: Sendable {
    let isSet = Atomic(false)
  }

  /// How long the text is left alone before the whole library is examined.
  private static let quiet = DispatchTimeInterval.milliseconds(150)
  /// How long a change of files is waited for to be complete, in milliseconds.
  private static let quietOfFiles: Int32 = 100
  /// The number of files that are not open about which something is said: clients open a text for each.
  private static let mostClosedFiles = 200

  /// Begins to read and to watch the library.
  ///
  /// - Parameters:
  ///   - describe: words an error for a person.
  ///   - deliver: takes what the worker found, on another thread.
  init(
    root: String, shownRoot: String, client: ClientAbilities, makeHost: @escaping @Sendable () -> Host,
    describe: @escaping @Sendable (any Error) -> String,
    deliver: @escaping @Sendable (LibraryWorker.Outcome) -> Void
  ) {
    self.client = client
    paths = LibraryPaths(root: root, shownRoot: shownRoot)
    host = makeHost()
    self.describe = describe
    let manifest = try? Manifest.load(at: root, fileSystem: host.fileSystem, limits: Limits())
    let known = manifest ?? Manifest(name: "")
    library = Library(
      root: root, manifest: known, schema: Schema(ownFields: known.ownFields), records: [], unreadable: [])
    worker = LibraryWorker(root, makeHost, deliver: deliver)
    let over = Flag()
    isOver = over
    let worker = worker
    DispatchQueue(label: "shelf.editor.watch").async {
      // What changes while the library is read is not missed if it is watched before.
      let watch = FolderWatch(root, fileSystem: makeHost().fileSystem, quiet: EditedLibrary.quietOfFiles) {
        over.isSet.load(ordering: .relaxed)
      }
      worker.open()
      while let change = watch.wait() { worker.follow(change) }
    }
  }

  deinit { isOver.isSet.store(true, ordering: .relaxed) }

  /// Whether the library has been read, or cannot be.
  var isSettled: Bool { state != nil || failure != nil }

  // MARK: - Texts

  func open(_ path: String, _ uri: String, version: Int?, _ text: String) {
    let stored = try? host.fileSystem.contents(of: paths.root + "/" + path, limit: Limits().bytes)
    paths.open[path] = OpenText(uri: uri, version: version, text, stored: stored, client.encoding)
    typed(path)
  }

  func change(_ path: String, version: Int?, _ changes: [JSON]) {
    guard paths.open[path] != nil else { return }
    paths.open[path]?.version = version
    paths.open[path]?.apply(changes)
    typed(path)
  }

  func close(_ path: String) {
    guard let text = paths.open.removeValue(forKey: path) else { return }
    behind.remove(path)
    unsaid.remove(path)
    contents[path] = nil
    typedRecords[path] = nil
    // What was said of the text was said under its own spelling of the address.
    if text.uri != paths.uri(path), let said = published.removeValue(forKey: text.uri), said != .array([]) {
      withdrawn.append(text.uri)
    }
    edits += 1
    due = .now()
  }

  /// Why the library cannot be read, as far as no text can show it.
  private var complaints: [String] = []
  /// Addresses about which nothing more is to be said.
  private var withdrawn: [String] = []

  /// A commit may follow a save, so git is asked again.
  func saved(_ path: String) {
    isSaved = true
    due = .now() + EditedLibrary.quiet
  }

  private func typed(_ path: String) {
    edits += 1
    unsaid.insert(path)
    guard let kind = Kind.of(path: path), let text = paths.open[path] else { return }
    let content = library.result(of: text.bytes, as: kind, path: path)
    contents[path] = content
    if case .success(let record) = content { typedRecords[path] = record }
    if library.updateInPlace(path, text.bytes) { behind.remove(path) } else { behind.insert(path) }
    due = .now() + EditedLibrary.quiet
  }

  /// The texts of records that are open.
  private var texts: [String: [UInt8]] {
    paths.open.filter { Kind.of(path: $0.key) != nil }.mapValues(\.bytes)
  }

  // MARK: - Examining

  /// Has the worker examine the library if it is time.
  func examineIfDue() {
    guard let due, due <= .now(), state != nil else { return }
    self.due = nil
    worker.edit(texts, edits: edits, isSaved: isSaved)
    isSaved = false
  }

  /// Takes what the worker found.
  func take(_ outcome: LibraryWorker.Outcome) {
    switch outcome {
    case .failure(let error):
      if case .manifest = error {} else if failure == nil { complaints.append(describe(error)) }
      failure = error
    case .state(let state):
      let isFirst = self.state == nil
      failure = nil
      self.state = state
      library = state.library
      // The library's own fields may be others now.
      (contents, typedRecords) = ([:], [:])
      findings = Dictionary(grouping: state.findings, by: \.path)
      behind = []
      if state.edits != edits {
        for (path, bytes) in texts where !library.updateInPlace(path, bytes) {
          behind.insert(path)
          typedRecords[path] = Kind.of(path: path).flatMap { try? library.result(of: bytes, as: $0, path: path).get() }
        }
        if isFirst { due = .now() }
      }
    }
    unsaid.formUnion(paths.open.keys)
  }

  // MARK: - Looking

  /// Returns what a request about an open text looks at.
  ///
  /// - Parameter isWhole: whether it matters what was typed in other texts a moment ago.
  func snapshot(_ path: String, isWhole: Bool = false) -> Snapshot? {
    guard let text = paths.open[path] else { return nil }
    if isWhole { bringUpToDate() }
    return Snapshot(
      library, strays: state?.strays ?? [], client: client, paths: paths, today: host.today(), now: host.now(),
      path: path, text: text, content: contents[path])
  }

  /// The library, and the records of open texts that it does not have as they are typed, by their paths: enough for a
  /// search of titles, for which nothing has to be put together anew. While a text cannot be read, its last record counts.
  var searched: (library: Library, typed: [String: Record]) {
    (library, typedRecords.filter { behind.contains($0.key) })
  }

  private func bringUpToDate() {
    if behind.isEmpty { return }
    library = library.replacing(texts.filter { behind.contains($0.key) }.mapValues { .some($0) })
    behind = []
  }

  /// The doctor that looks at single texts; it does not ask git, but knows what was asked last.
  var doctor: Doctor {
    let facts = state?.facts ?? HistoryFacts()
    return DoctorMaker(root: paths.root, library: library, attributes: state?.attributes)
      .doctor(host) { _ in facts }
  }

  /// Returns what is wrong with an open text.
  func problems(in path: String) -> [Problem] {
    guard let text = paths.open[path] else { return [] }
    let rest = findings[path, default: []]
    guard let kind = Kind.of(path: path) else {
      guard path == Manifest.fileName, let manifest = try? Manifest.read(text.bytes, at: paths.root) else {
        return rest.compactMap { Problem($0, in: text.bytes) }
      }
      let others = rest.filter { !Doctor.isQuick($0.check, library) }.compactMap { Problem($0, in: text.bytes) }
      return (doctor.findings(in: manifest).map { Problem($0) } + others).inOrder
    }
    let content = contents[path] ?? library.result(of: text.bytes, as: kind, path: path)
    contents[path] = content
    let quick = doctor.findings(
      in: content, of: library, strays: state?.strays ?? [], isAlone: state == nil)
    if case .failure = content {
      // While a text cannot be read, what is known of its record is of no use.
      return quick.map { Problem($0) }
        + rest.filter { $0.record == nil && !Doctor.isQuick($0.check, library) }.compactMap {
          Problem($0, in: text.bytes)
        }
    }
    let others = rest.filter { !Doctor.isQuick($0.check, library) }.compactMap { Problem($0, in: text.bytes) }
    return (quick.map { Problem($0) } + others).inOrder
  }

  var diagnostics: Diagnostics { Diagnostics(client: client, paths: paths, library: state == nil ? nil : library) }

  // MARK: - Publishing

  /// Returns the notifications about what has changed since the last ones.
  func news(isAll: Bool) -> [Message] {
    var news = withdrawn.map { message($0, .array([]), version: nil) }
    withdrawn = []
    for complaint in complaints {
      news.append(
        .notification(method: "window/showMessage", params: ["type": 1, "message": .text("shelf: " + complaint)]))
    }
    complaints = []
    for path in unsaid.sorted() {
      guard let text = paths.open[path] else { continue }
      say(text.uri, open(path, text), version: text.version, &news)
    }
    unsaid = []
    guard isAll, state != nil || failure != nil else { return news }
    var closed: Set<String> = []
    for (path, list) in closedFindings() {
      let index = TextIndex(list[0].source, client.encoding)
      closed.insert(paths.uri(path))
      say(paths.uri(path), diagnostics.json(list.map { Problem($0) }, in: index), version: nil, &news)
    }
    if case .manifest(let file)? = failure, paths.open[file.path] == nil {
      closed.insert(paths.uri(file.path))
      say(
        paths.uri(file.path), [diagnostics.json(file, in: TextIndex(file.source, client.encoding))], version: nil, &news
      )
    }
    let open = Set(paths.open.values.map(\.uri))
    for uri in published.keys.sorted() where !closed.contains(uri) && !open.contains(uri) {
      say(uri, .array([]), version: nil, &news)
      published[uri] = nil
    }
    return news
  }

  /// Returns errors and warnings in files that are not open, as far as those are files.
  private func closedFindings() -> [(path: String, findings: [Finding])] {
    let shown = findings.filter { path, _ in paths.open[path] == nil && isFile(path) }
      .mapValues { $0.filter { $0.severity != .note } }.filter { !$0.value.isEmpty }
    return shown.sorted { $0.key < $1.key }.prefix(EditedLibrary.mostClosedFiles).map { ($0.key, $0.value) }
  }

  /// Returns whether there is a file or folder at a path of the library, or something that cannot be looked at.
  func isThere(_ path: String) -> Bool {
    do { return try host.fileSystem.status(paths.root + "/" + path) != nil } catch { return true }
  }

  /// A folder has no text in which something could be shown.
  private func isFile(_ path: String) -> Bool {
    if RecordFile.isName(path) { return true }
    guard let status = try? host.fileSystem.status(paths.root + "/" + path) else { return false }
    return status.type != .directory
  }

  private func open(_ path: String, _ text: OpenText) -> JSON {
    guard path == Manifest.fileName else { return diagnostics.json(problems(in: path), in: text.index) }
    let known = diagnostics.json(problems(in: path), in: text.index)
    do throws(UnreadableFile) {
      let (reader, _) = try ManifestReader.reading(text.bytes, limits: Limits())
      _ = try reader.declaredFields()
      _ = try reader.doctorSettings()
      _ = try reader.mergePolicy()
      return known
    } catch {
      return .array([diagnostics.json(error, in: text.index)] + known.items)
    }
  }

  private func say(_ uri: String, _ diagnostics: JSON, version: Int?, _ news: inout [Message]) {
    if published[uri, default: .array([])] == diagnostics, version == nil { return }
    published[uri] = diagnostics
    news.append(message(uri, diagnostics, version: version))
  }

  private func message(_ uri: String, _ diagnostics: JSON, version: Int?) -> Message {
    .notification(
      method: "textDocument/publishDiagnostics",
      params: .members(["uri": .text(uri), "version": version.map(JSON.integer), "diagnostics": diagnostics]))
  }

  // MARK: - Changing

  /// What became of an act.
  enum Made {
    /// - Parameter said: what git, or a hook, had to say.
    case made(Outcome, said: String?)
    /// Nothing: a file that it changes is open, and what is typed in it is not saved.
    case unsaved(path: String)
  }

  /// Does something with the library: in files, as one entry of the history, with a commit if the library wants that.
  ///
  /// - Parameter name: what the change is called in the history.
  /// - Throws: `RPCError` with the reason why it cannot be done; nothing is changed then.
  func make(_ name: String, _ act: some Act) throws(RPCError) -> Made {
    do {
      let workspace = try Workspace(paths.root, in: host)
      let command = DisplayWidth.truncate(VisibleText.line(name), to: EditedLibrary.longestName)
      var change = try LibraryChange(workspace, ChangeRequest(command: command))
      let planned = try change.plan(act)
      if let path = planned.changes.map(\.path).first(where: isUnsaved) {
        change.release()
        return .unsaved(path: path)
      }
      let outcome = try change.make()
      return .made(outcome, said: try change.commit(outcome) { CommitMessage($0).text })
    } catch {
      throw .failed(describe(error))
    }
  }

  /// Returns what an act would change in the texts as they are typed.
  func preview(_ act: some Act, in snapshot: Snapshot) throws(RPCError) -> [FileChange] {
    do { return try act.preview(in: snapshot.library, host: host).changes } catch { throw .failed(describe(error)) }
  }

  /// The length of a name in the history.
  private static let longestName = 120

  /// Returns whether a file is open, and what is typed in it is not what it holds.
  func isUnsaved(_ path: String) -> Bool {
    guard let text = paths.open[path] else { return false }
    return (try? host.fileSystem.contents(of: paths.root + "/" + path, limit: Limits().bytes)) != text.bytes
  }

  /// How many problems say that a comment behind a reference to a record is not its name.
  func staleNames(of id: RecordID) -> Int {
    findings.values.reduce(0) { count, list in
      count + list.count { $0.check.code == Check.staleComment.code && $0.safeRepair != nil && $0.related.contains(id) }
    }
  }

  var localTime: LocalTime { host.localTime }
}

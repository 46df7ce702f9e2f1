import Dispatch
import ShelfDoctor
import ShelfKit
import ShelfModel
import ShelfRPC
import ShelfStore
import ShelfSystem
import Synchronization
import YAMLEdit

/// A library that includes the open texts, as seen by the thread that answers requests.
///
/// Each change to a text has two effects. First, the text is parsed immediately and, if the record keeps its position,
/// put into the library in constant time, so that requests see the change. Texts that need more work are added to
/// `outdatedTexts` and merged in only for a request that needs the whole library. Second, a 150 ms timer is restarted.
/// When it fires, `LibraryWorker` examines the whole library with the open texts on its own thread, and its result
/// replaces the library and the findings here. Another thread watches the files, and has the worker read the files that
/// other programs change.
///
/// The diagnostics of an open text combine two sources. Checks that need only one file run on every change. Findings of
/// the other checks come from the last examination; their ranges are shifted to account for text typed since then, and
/// a finding in an edited range is dropped until the next examination. `published` contains the diagnostics that the
/// client has, so that only differences are sent.
final class EditedLibrary {
  let client: ClientAbilities
  private(set) var paths: LibraryPaths
  /// The current library, which has no records until it has been read.
  private var library: Library
  /// The paths of open documents whose latest version is not in `library`.
  private var outdatedTexts: Set<String> = []
  private(set) var state: LibraryWorker.State?
  private(set) var failure: LibraryError?
  /// The time of the next examination, or nil if nothing has changed since the last one.
  private(set) var due: DispatchTime?
  /// The paths of open texts whose diagnostics may have changed.
  private var changedTexts: Set<String> = []
  /// The results of parsing the open texts of records.
  private var contents: [String: ReadText] = [:]
  /// The last versions of the open records that were valid as a whole.
  private var goodRecords: [String: Record] = [:]
  /// Whether a text has been saved since the last examination.
  private var isSaved = false
  /// The number of changes to texts so far.
  private var edits = 0
  private var findings: [String: [Finding]] = [:]
  private var published: [String: JSON] = [:]
  let host: Host
  let describe: @Sendable (any Error) -> String
  private let worker: LibraryWorker
  private let isOver: Flag

  /// The flag that tells the watching thread to stop.
  private final class Flag: Sendable {
    let isSet = Atomic(false)
  }

  /// The debounce interval before the whole library is examined.
  private static let quiet = DispatchTimeInterval.milliseconds(150)
  /// The debounce interval for file events, in milliseconds.
  private static let quietOfFiles: Int32 = 100
  /// The maximum number of closed files to report diagnostics for. Some clients open a document for each of them.
  private static let maxClosedFiles = 200

  /// Starts to read and watch the library.
  ///
  /// - Parameters:
  ///   - describe: returns an error message for the user.
  ///   - deliver: receives the worker's results on another thread.
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
      root: root, manifest: known, schema: Schema(customFields: known.customFields), records: [], unreadable: [])
    worker = LibraryWorker(root, makeHost, deliver: deliver)
    let over = Flag()
    isOver = over
    let worker = worker
    DispatchQueue(label: "shelf.editor.watch").async {
      // Watching starts first, so that changes are not missed while the library is read.
      let watch = FolderWatch(root, fileSystem: makeHost().fileSystem, quiet: EditedLibrary.quietOfFiles) {
        over.isSet.load(ordering: .relaxed)
      }
      worker.open()
      while let change = watch.wait() { worker.follow(change) }
    }
  }

  deinit { isOver.isSet.store(true, ordering: .relaxed) }

  /// Whether the library has been read or cannot be read.
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
    outdatedTexts.remove(path)
    changedTexts.remove(path)
    contents[path] = nil
    goodRecords[path] = nil
    // Diagnostics were published under the client's spelling of the URI, so they have to be cleared under the same URI.
    if text.uri != paths.uri(path), let said = published.removeValue(forKey: text.uri), said != .array([]) {
      withdrawn.append(text.uri)
    }
    edits += 1
    due = .now()
  }

  /// Messages about errors that no diagnostic can show.
  private var complaints: [String] = []
  /// URIs whose diagnostics have to be cleared.
  private var withdrawn: [String] = []

  /// Schedules an examination that also queries git, since users often commit after saving.
  func saved() {
    isSaved = true
    due = .now() + EditedLibrary.quiet
  }

  private func typed(_ path: String) {
    edits += 1
    changedTexts.insert(path)
    guard let content = read(path) else { return }
    put(content, path)
    due = .now() + EditedLibrary.quiet
  }

  /// Parses an open text, or returns nil if it is not a record.
  private func read(_ path: String) -> ReadText? {
    guard let kind = Kind.of(path: path), let text = paths.open[path] else { return nil }
    let content = ReadText(
      text.bytes, as: kind, path: path, in: library, last: goodRecords[path] ?? library.record(at: path))
    contents[path] = content
    if content.errors.isEmpty { goodRecords[path] = content.record }
    return content
  }

  /// Puts a text into the library, either now or when a request needs it.
  private func put(_ content: ReadText, _ path: String) {
    if let record = content.shared, library.updateInPlace(record) {
      outdatedTexts.remove(path)
    } else {
      outdatedTexts.insert(path)
    }
  }

  /// The open texts of records.
  private var texts: [String: [UInt8]] {
    paths.open.filter { Kind.of(path: $0.key) != nil }.mapValues(\.bytes)
  }

  // MARK: - Examination

  /// Makes the worker examine the library if an examination is due.
  func examineIfDue() {
    guard let due, due <= .now(), state != nil else { return }
    self.due = nil
    worker.edit(texts, edits: edits, isSaved: isSaved)
    isSaved = false
  }

  /// Applies a result of the worker.
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
      // The custom fields may have changed, which affects how a text is parsed.
      goodRecords = goodRecords.compactMapValues { library.read($0.source, as: $0.kind, path: $0.path) }
      contents = [:]
      findings = Dictionary(grouping: state.findings, by: \.path)
      outdatedTexts = []
      for path in texts.keys {
        guard let content = read(path) else { continue }
        // The worker omits a record without an id, but other records still refer to it.
        if state.edits != edits || content.lacksID { put(content, path) }
      }
      if contents.values.contains(where: \.lacksID) { bringUpToDate() }
      if state.edits != edits, isFirst { due = .now() }
    }
    changedTexts.formUnion(paths.open.keys)
  }

  // MARK: - Snapshots

  /// Returns the snapshot for a request about an open text, or nil if the text is not open.
  ///
  /// - Parameter isWhole: whether the request depends on unsaved changes in other texts.
  func snapshot(_ path: String, isWhole: Bool = false) -> Snapshot? {
    guard let text = paths.open[path] else { return nil }
    if isWhole { bringUpToDate() }
    return Snapshot(
      library, strays: state?.strays ?? [], client: client, paths: paths, today: host.today(), now: host.now(),
      path: path, text: text, content: contents[path])
  }

  /// The library, and the open records whose typed versions it does not contain yet, by path.
  ///
  /// This is sufficient for searching titles, and requires no update of the library.
  var searched: (library: Library, typed: [String: Record]) {
    let typed = outdatedTexts.compactMap { path in contents[path]?.shared.map { (path, $0) } }
    return (library, Dictionary(uniqueKeysWithValues: typed))
  }

  private func bringUpToDate() {
    if outdatedTexts.isEmpty { return }
    let recovery = Library.Recovery(keepsNameless: true) { [library, goodRecords] path in
      goodRecords[path] ?? library.record(at: path)
    }
    library = library.replacing(
      texts.filter { outdatedTexts.contains($0.key) }.mapValues { .some($0) }, recovery: recovery)
    outdatedTexts = []
  }

  /// A doctor for single texts, which uses the last answers from git rather than asking again.
  var doctor: Doctor {
    let facts = state?.facts ?? HistoryFacts()
    return DoctorMaker(root: paths.root, library: library, attributes: state?.attributes)
      .doctor(host) { _ in facts }
  }

  /// Returns the problems in an open text.
  func problems(in path: String) -> [Problem] {
    guard let text = paths.open[path] else { return [] }
    let rest = findings[path, default: []]
    guard Kind.of(path: path) != nil else {
      guard path == Manifest.fileName, let manifest = try? Manifest.read(text.bytes, at: paths.root) else {
        return rest.compactMap { Problem($0, in: text.bytes) }
      }
      let others = rest.filter { !Doctor.isQuick($0.check, library) }.compactMap { Problem($0, in: text.bytes) }
      return (doctor.findings(in: manifest, of: library).map { Problem($0) } + others).inOrder
    }
    guard let content = contents[path] ?? read(path) else { return [] }
    let quick = doctor.findings(in: content, of: library, strays: state?.strays ?? [], isAlone: state == nil)
    // If the text has broken lines, doctor examined it with spaces in their place, so all offsets are the same.
    let others = rest.filter { !Doctor.isQuick($0.check, library) }.compactMap { finding in
      Problem(finding, in: text.bytes) ?? content.record.flatMap { Problem(finding, in: $0.source) }
    }
    return (quick.map { Problem($0) } + others).inOrder
  }

  var diagnostics: Diagnostics { Diagnostics(client: client, paths: paths, library: state == nil ? nil : library) }

  // MARK: - Diagnostics

  /// Returns the notifications about everything that has changed since the last call.
  ///
  /// - Parameter isAll: whether to include files that are not open.
  func notifications(isAll: Bool) -> [RPCMessage] {
    var notifications = withdrawn.map { message($0, .array([]), version: nil) }
    withdrawn = []
    for complaint in complaints {
      notifications.append(
        .notification(method: "window/showMessage", params: ["type": 1, "message": .text("shelf: " + complaint)]))
    }
    complaints = []
    for path in changedTexts.sorted() {
      guard let text = paths.open[path] else { continue }
      publish(text.uri, open(path, text), version: text.version, &notifications)
    }
    changedTexts = []
    guard isAll, state != nil || failure != nil else { return notifications }
    var closed: Set<String> = []
    for (path, list) in closedFindings() {
      let index = TextIndex(list[0].source, client.encoding)
      closed.insert(paths.uri(path))
      publish(paths.uri(path), diagnostics.json(list.map { Problem($0) }, in: index), version: nil, &notifications)
    }
    if case .manifest(let file)? = failure, paths.open[file.path] == nil {
      closed.insert(paths.uri(file.path))
      publish(
        paths.uri(file.path), [diagnostics.json(file, in: TextIndex(file.source, client.encoding))], version: nil,
        &notifications
      )
    }
    let open = Set(paths.open.values.map(\.uri))
    for uri in published.keys.sorted() where !closed.contains(uri) && !open.contains(uri) {
      publish(uri, .array([]), version: nil, &notifications)
      published[uri] = nil
    }
    return notifications
  }

  /// Returns the findings that are errors or warnings in files that are not open.
  private func closedFindings() -> [(path: String, findings: [Finding])] {
    let shown = findings.filter { path, _ in paths.open[path] == nil && isFile(path) }
      .mapValues { $0.filter { $0.severity != .note } }.filter { !$0.value.isEmpty }
    return shown.sorted { $0.key < $1.key }.prefix(EditedLibrary.maxClosedFiles).map { ($0.key, $0.value) }
  }

  /// Returns whether a path in the library exists. A path whose status cannot be read is treated as existing.
  func exists(_ path: String) -> Bool {
    do { return try host.fileSystem.status(paths.root + "/" + path) != nil } catch { return true }
  }

  /// Returns whether a path is a file. Folders have no text to show diagnostics for.
  private func isFile(_ path: String) -> Bool {
    if RecordFile.isName(path) { return true }
    guard let status = try? host.fileSystem.status(paths.root + "/" + path) else { return false }
    return status.type != .directory
  }

  private func open(_ path: String, _ text: OpenText) -> JSON {
    guard path == Manifest.fileName else { return diagnostics.json(problems(in: path), in: text.index) }
    let known = diagnostics.json(problems(in: path), in: text.index)
    let errors = ManifestReader.problems(in: text.bytes, library.schema)
    return .array(errors.map { diagnostics.json($0, in: text.index) } + known.items)
  }

  private func publish(_ uri: String, _ diagnostics: JSON, version: Int?, _ notifications: inout [RPCMessage]) {
    if published[uri, default: .array([])] == diagnostics, version == nil { return }
    published[uri] = diagnostics
    notifications.append(message(uri, diagnostics, version: version))
  }

  private func message(_ uri: String, _ diagnostics: JSON, version: Int?) -> RPCMessage {
    .notification(
      method: "textDocument/publishDiagnostics",
      params: .members(["uri": .text(uri), "version": version.map(JSON.integer), "diagnostics": diagnostics]))
  }

  /// Returns the number of findings about outdated names of a record in comments after references to it.
  func staleNames(of id: RecordID) -> Int {
    findings.values.reduce(0) { count, list in
      count + list.count { $0.check.code == Check.staleComment.code && $0.safeRepair != nil && $0.related.contains(id) }
    }
  }

  var localTime: LocalTime { host.localTime }
}

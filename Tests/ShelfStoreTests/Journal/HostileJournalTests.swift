import Foundation
import ShelfTestSupport
import Testing

@testable import ShelfModel
@testable import ShelfStore
@testable import ShelfSystem
@testable import YAMLEdit

/// Tests that a journal from an untrusted library can only affect the library's own files.
struct HostileJournalTests {
  /// The step that an interrupted change seems to have reached.
  enum Step: String, CaseIterable {
    case pending, undone
  }

  private let stage: Stage
  private let files = FileManager.default

  init() throws {
    stage = try Stage(.add)
    try stage.reset()
  }

  /// Creates an interrupted change to one file, whose contents could be a program.
  private func plant(_ path: String, _ step: Step, old: String?, new: String?) throws {
    let folder = stage.root + "/.shelf/" + step.rawValue
    try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
    func mark(_ text: String?) -> String { text.map { JournalEntry.checksum(Array($0.utf8)) } ?? "none" }
    let entry = """
      sequence: 1
      time: 2026-11-21T10:00:00Z
      command: harmless
      size: 0
      paths: ["\(path)"]
      old: [\(mark(old))]
      new: [\(mark(new))]

      """
    try Data(entry.utf8).write(to: URL(filePath: folder + "/entry.yaml"))
    for (name, text) in [("0.old", old), ("0.new", new)] {
      guard let text, step == .pending || name == "0.old" else { continue }
      let file = folder + "/" + name
      try Data(text.utf8).write(to: URL(filePath: file))
      try files.setAttributes([.posixPermissions: 0o777], ofItemAtPath: file)
    }
  }

  /// The paths of everything in the library and in the folder around it, except for the journal.
  private var paths: [String] {
    get throws { try files.subpathsOfDirectory(atPath: stage.root + "/..").filter { !$0.contains("/.shelf") } }
  }

  /// Changes can be made and undone regardless of the numbers in the folder names of the history.
  @Test(arguments: [
    "9223372036854775807-0", "9223372036854775806-9223372036854775807", "1-9223372036854775807", "-1-5", "--", "1--1",
    "99999999999999999999-1", "+5-3", "-9223372036854775808-failed", "٣-1",
  ])
  func numbersAtTheEdge(_ name: String) throws {
    let history = stage.root + "/.shelf/history/"
    try files.createDirectory(atPath: history + name, withIntermediateDirectories: true)
    try files.createDirectory(atPath: history + "2-9223372036854775806", withIntermediateDirectories: true)
    let journal = Journal(at: stage.root, fileSystem: DiskFileSystem())
    _ = try journal.state()
    #expect(try journal.readHistory().damaged.contains(".shelf/history/" + name))
    journal.prune(UndoLimits(entries: 1, megabytes: Int.max))
    let limits = UndoLimits(entries: 100, megabytes: 64)
    let change = FileChange(path: "books/new.yaml", old: nil, new: Array("id: x\n".utf8))
    let label = Transaction.Label(
      command: "add", time: Timestamp(secondsSince1970: 0), undoes: [], isRedo: false, limits: limits)
    try Transaction([change], at: stage.root, fileSystem: DiskFileSystem()).commit(label)
    #expect(try journal.readHistory().entries.first?.command == "add")
    let plan = try UndoPlan(1, .changes, journal)
    #expect(plan.changes.map(\.path) == ["books/new.yaml"])
  }

  @Test(arguments: ["9223372036854775807", "-1", "99999999999999999999", "1e5", ""])
  func numbersOfAnEntryAtTheEdge(_ number: String) throws {
    func entry(_ sequence: String, _ size: String) -> JournalEntry? {
      JournalEntry(
        Array(
          "sequence: \(sequence)\ntime: 2026-11-21T10:00:00Z\ncommand: x\nsize: \(size)\nundoes: [\(sequence)]\npaths: [a]\nold: [none]\nnew: [\(size)-1]\n"
            .utf8))
    }
    #expect(entry(number, "1") == nil && entry("1", number) == nil)
    #expect(entry("1", "1")?.sequence == 1 && JournalEntry.size(number + "-1") <= 1)
  }

  /// A change that another process is removing is not reported as damaged.
  @Test func whatGoesAwayIsNotDamaged() throws {
    let folder = stage.root + "/.shelf/history/00000007-0"
    try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let damaged = Journal(at: stage.root, fileSystem: DiskFileSystem())
    #expect(try damaged.readHistory().damaged == [".shelf/history/00000007-0"])
    let system = MeddlingFileSystem { call in
      if call.name == "pause" { rmdir(folder) }
      return nil
    }
    #expect(try Journal(at: stage.root, fileSystem: system).readHistory().damaged.isEmpty)
    // A change that is removed after the history has been listed is not reported as damaged, either.
    try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let later = MeddlingFileSystem { call in
      if call.name == "pause" {
        try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      }
      if call.name == "close" { rmdir(folder) }
      return nil
    }
    #expect(try Journal(at: stage.root, fileSystem: later).readHistory().damaged.isEmpty)
  }

  /// A lock file that is a hard link to another file, or belongs to a copy made of hard links, is locked but not
  /// written to.
  @Test func aLockThatIsAnotherFileIsLeftAlone() throws {
    try files.createDirectory(atPath: stage.root + "/.shelf", withIntermediateDirectories: true)
    let (victim, lock) = (stage.root + "/../victim", stage.root + "/.shelf/lock")
    try Data("mine".utf8).write(to: URL(filePath: victim))
    try? files.removeItem(atPath: lock)
    try files.linkItem(atPath: victim, toPath: lock)
    let held = try LibraryLock.acquire(at: stage.root, fileSystem: DiskFileSystem(), command: "test")
    let refusal = #expect(throws: TransactionError.self) {
      _ = try LibraryLock.acquire(at: stage.root, fileSystem: DiskFileSystem(), command: "test", timeout: 0)
    }
    guard case .locked("another process")? = refusal else {
      Issue.record("\(String(describing: refusal))")
      return
    }
    held.release()
    #expect(files.contents(atPath: victim) == Data("mine".utf8))
    try files.removeItem(atPath: lock)
    mkfifo(lock, 0o600)
    #expect(throws: TransactionError.self) {
      _ = try LibraryLock.acquire(at: stage.root, fileSystem: DiskFileSystem(), command: "test")
    }
  }

  private func recover() -> Recovery? { Journal(at: stage.root, fileSystem: DiskFileSystem()).recover() }

  private func text(_ path: String) -> String? {
    files.contents(atPath: stage.root + "/" + path).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Tests all paths to files that do not belong to a library, in both directions of recovery.
  @Test(
    arguments: [
      ".git/hooks/post-index-change", ".git/config", ".git/HEAD", "books/.git/hooks/pre-commit", ".GIT/config",
      ".gitmodules", ".envrc", "books/.hidden.yaml", "quotes/../.git/config", "../outside", "link/outside.yaml",
      "books/./x.yaml", "books//x.yaml", "/tmp/x.yaml", "Makefile", "notes/run.sh", ".shelf/lock", ".shelf/history/x",
      ".shelf/imports/../../.git/config", ".shelf/imports/.git/config", "books", "", "./shelf.yaml", ".gitignore/x",
    ], Step.allCases)
  func writesNothingElse(_ path: String, _ step: Step) throws {
    try files.createSymbolicLink(atPath: stage.root + "/link", withDestinationPath: "..")
    try files.createDirectory(atPath: stage.root + "/.git/hooks", withIntermediateDirectories: true)
    let before = try paths
    // A change in `pending` is completed with its new contents, and a change in `undone` is rolled back to its old
    // contents.
    try plant(path, step, old: step == .pending ? nil : "#!/bin/sh\n", new: step == .pending ? "#!/bin/sh\n" : nil)
    #expect(recover()?.foreignFile == path)
    #expect(try paths == before)
  }

  /// A file of the library may be written, but must not become executable.
  @Test(arguments: ["books/new.yaml", "shelf.yaml", ".gitignore", ".gitattributes", ".shelf/imports/kobo.yaml"])
  func makesNoProgram(_ path: String) throws {
    let old = text(path)
    try plant(path, .pending, old: old, new: "name: Mine\n")
    guard case .finished = recover() else {
      Issue.record("the change was not finished")
      return
    }
    #expect(text(path) == "name: Mine\n")
    #expect(!files.isExecutable(path, in: stage.root))
  }

  @Test func putsBackNoProgram() throws {
    try plant("books/new.yaml", .undone, old: "name: Mine\n", new: nil)
    _ = recover()
    #expect(text("books/new.yaml") == "name: Mine\n")
    #expect(!files.isExecutable("books/new.yaml", in: stage.root))
  }

  /// When a replaced file is restored, it does not become executable.
  @Test func putsBackNoProgramInPlaceOfAnother() throws {
    let new = try #require(text("books/10.yaml"))
    try plant("books/10.yaml", .undone, old: "id: x\n", new: new)
    _ = recover()
    #expect(text("books/10.yaml") == "id: x\n")
    #expect(!files.isExecutable("books/10.yaml", in: stage.root))
  }

  /// A change in a journal that git tracks is neither completed nor discarded. The journal's state reports that a
  /// change is hidden.
  @Test func aTrackedJournalIsNotBelieved() throws {
    func journal(_ isTracked: Bool) -> Journal {
      Journal(at: stage.root, fileSystem: DiskFileSystem(), isTracked: isTracked)
    }
    #expect(try journal(true).state().distrust == nil)
    try plant("books/new.yaml", .pending, old: nil, new: "id: x\n")
    let state = try journal(true).state()
    #expect(state.distrust == .tracked(path: stage.root + "/.shelf") && state.isHidingChange && !state.isMoving)
    guard case .untrusted? = journal(true).recover() else {
      Issue.record("the change was made")
      return
    }
    #expect(text("books/new.yaml") == nil)
    #expect(try journal(false).state().distrust == nil)
  }

  @Test(arguments: Step.allCases) func aChangeWithoutItsEntryIsNotBelieved(_ step: Step) throws {
    let folder = stage.root + "/.shelf/" + step.rawValue
    try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let journal = Journal(at: stage.root, fileSystem: DiskFileSystem())
    #expect(try journal.state() == Journal.State(distrust: .unreadable(path: folder), isHidingChange: true))
    try Data("sequence: 1\n".utf8).write(to: URL(filePath: folder + "/entry.yaml"))
    #expect(try journal.state() == Journal.State(distrust: .unreadable(path: folder), isHidingChange: true))
  }

  /// A part of the journal that is a link or a file is not trusted, and the first part is checked before the others.
  @Test(arguments: ["", "/pending", "/undone", "/staging", "/history", "/drafts", "/imports"], [true, false])
  func aPartThatIsNoFolder(_ part: String, _ isLink: Bool) throws {
    let home = stage.root + "/.shelf"
    if !part.isEmpty { try files.createDirectory(atPath: home, withIntermediateDirectories: false) }
    if isLink {
      try files.createSymbolicLink(atPath: home + part, withDestinationPath: "..")
    } else {
      try Data().write(to: URL(filePath: home + part))
    }
    let isChange = ["/pending", "/undone", "/staging"].contains(part)
    let journal = Journal(at: stage.root, fileSystem: DiskFileSystem())
    #expect(try journal.state() == Journal.State(distrust: .noFolder(path: home + part), isHidingChange: isChange))
    guard !part.isEmpty, part != "/imports" else { return }
    try Data().write(to: URL(filePath: home + "/imports"))
    #expect(try journal.state().distrust == .noFolder(path: home + part))
  }

  @Test func aFolderOfAnotherUser() throws {
    let disk = DiskFileSystem()
    let journal = Journal(at: stage.root, fileSystem: disk)
    var status = try #require(try disk.status(stage.root))
    #expect(journal.distrust(stage.root, status) == nil)
    status.owner += 1
    #expect(journal.distrust(stage.root, status) == .otherOwner(path: stage.root))
    status.type = .link
    #expect(journal.distrust(stage.root, status) == .noFolder(path: stage.root))
  }

  /// If a folder of the library becomes a link after the journal has been checked, shelf does not follow the link.
  @Test(arguments: Step.allCases) func aLinkThatIsMadeMeanwhile(_ step: Step) throws {
    try plant("quotes/new/x.yaml", step, old: step == .pending ? nil : "x", new: step == .pending ? "x" : nil)
    let (outside, link) = (stage.root + "/../outside", stage.root + "/quotes/new")
    try files.createDirectory(atPath: outside, withIntermediateDirectories: true)
    let closed = Counter()
    let disk = MeddlingFileSystem { call in
      // The entry is read twice: first to check whether it is trusted, and then to finish or discard the change.
      if call.name == "close", closed.next() == 1 { symlink("../../outside", link) }
      return nil
    }
    let lock = try LibraryLock.acquire(at: stage.root, fileSystem: DiskFileSystem(), command: "test")
    #expect(Journal(at: stage.root, fileSystem: disk).recover(holding: lock) == nil)
    #expect(closed.next() == 2)
    #expect(try files.contentsOfDirectory(atPath: outside) == [])
  }

  /// Damaged changes are read again each time. A folder is a change only if its name has the form that the journal
  /// uses.
  @Test func damagedChangesAreReadAgain() throws {
    let journal = Journal(at: stage.root, fileSystem: DiskFileSystem())
    let history = stage.root + "/.shelf/history"
    try plant("books/new.yaml", .pending, old: nil, new: "id: x\n")
    try files.createDirectory(atPath: history, withIntermediateDirectories: true)
    try files.moveItem(atPath: stage.root + "/.shelf/pending", toPath: history + "/00000007-0")
    let entry = history + "/00000007-0/entry.yaml"
    let contents = try Data(contentsOf: URL(filePath: entry))
    try files.removeItem(atPath: entry)
    let damaged = try journal.readHistory()
    #expect(damaged.damaged == [".shelf/history/00000007-0"])
    try contents.write(to: URL(filePath: entry))
    let known = try journal.readHistory(since: damaged)
    #expect(known.damaged.isEmpty && known.entries.map(\.command) == ["harmless"])
    // A valid change is kept in memory and not read again until a change is added or removed.
    try files.removeItem(atPath: entry)
    #expect(try journal.readHistory(since: known).entries.map(\.command) == ["harmless"])
    try contents.write(to: URL(filePath: entry))
    try files.moveItem(atPath: history + "/00000007-0", toPath: history + "/00000007--0")
    #expect(try journal.readHistory().damaged == [".shelf/history/00000007--0"])
  }

  /// A command that finds an interrupted change finishes it before it makes its own change.
  @Test func anInterruptedChangeIsFinishedFirst() throws {
    try plant("books/new.yaml", .pending, old: nil, new: "id: x\n")
    let change = FileChange(path: "books/other.yaml", old: nil, new: Array("id: y\n".utf8))
    let label = Transaction.Label(command: "add", time: Timestamp(secondsSince1970: 0))
    try Transaction([change], at: stage.root, fileSystem: DiskFileSystem()).commit(label)
    #expect(text("books/new.yaml") == "id: x\n" && text("books/other.yaml") == "id: y\n")
    let entries = try Journal(at: stage.root, fileSystem: DiskFileSystem()).readHistory().entries
    #expect(entries.prefix(2).map(\.command) == ["add", "harmless"])
  }

  /// A reader does not wait for a change if the process that makes it is still running.
  @Test func whatIsBeingMadeIsNotWaitedFor() throws {
    try plant("books/new.yaml", .pending, old: nil, new: "id: x\n")
    let lock = try LibraryLock.acquire(at: stage.root, fileSystem: DiskFileSystem(), command: "test")
    let pauses = Counter()
    let disk = MeddlingFileSystem { call in
      if call.name == "pause" { _ = pauses.next() }
      return nil
    }
    #expect(Journal(at: stage.root, fileSystem: disk).recover() == nil)
    #expect(pauses.next() == 0)
    lock.release()
    #expect(Journal(at: stage.root, fileSystem: disk).recover() != nil)
  }

  /// A file that has been moved to its final path is closed after its permissions have been set.
  @Test func filesAreClosed() throws {
    try plant("books/new.yaml", .pending, old: nil, new: "id: x\n")
    let disk = MeddlingFileSystem()
    #expect(Journal(at: stage.root, fileSystem: disk).recover() != nil)
    #expect(disk.openFiles.isEmpty && !files.isExecutable("books/new.yaml", in: stage.root))
  }

  /// The permissions that the user set are preserved.
  @Test func keepsTheBitsThatWereThere() throws {
    let old = try #require(text("books/10.yaml"))
    try files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: stage.root + "/books/10.yaml")
    try plant("books/10.yaml", .pending, old: old, new: "id: x\n")
    _ = recover()
    #expect(text("books/10.yaml") == "id: x\n")
    #expect(files.isExecutable("books/10.yaml", in: stage.root))
  }

  /// A file outside the kinds' folders is removed only if its contents match those in the journal.
  @Test func takesAwayWhatItKnows() throws {
    try Data("mine".utf8).write(to: URL(filePath: stage.root + "/stray.yaml"))
    try plant("stray.yaml", .pending, old: "yours", new: nil)
    _ = recover()
    #expect(text("stray.yaml") == "mine")
    try plant("stray.yaml", .pending, old: "mine", new: nil)
    _ = recover()
    #expect(text("stray.yaml") == nil)
  }

  @Test func replacesNoStrayFile() throws {
    try Data("mine".utf8).write(to: URL(filePath: stage.root + "/stray.yaml"))
    try plant("stray.yaml", .pending, old: "mine", new: "yours")
    #expect(recover()?.foreignFile == "stray.yaml")
    #expect(text("stray.yaml") == "mine")
  }

  /// Staged contents that are a link, or differ from what was written, are not moved to their final paths.
  @Test func movesNoLink() throws {
    try plant("books/new.yaml", .pending, old: nil, new: "root:x:0:0")
    let contents = stage.root + "/.shelf/pending/0.new"
    try files.removeItem(atPath: contents)
    try files.createSymbolicLink(atPath: contents, withDestinationPath: "/etc/passwd")
    _ = recover()
    #expect(!files.fileExists(atPath: stage.root + "/books/new.yaml"))
  }
}

extension Recovery {
  /// The file that makes the change untrusted.
  fileprivate var foreignFile: String? {
    if case .untrusted(.foreign(_, let file)) = self { file } else { nil }
  }
}

extension FileManager {
  fileprivate func isExecutable(_ path: String, in root: String) -> Bool {
    let bits = try? attributesOfItem(atPath: root + "/" + path)[.posixPermissions] as? Int
    return (bits ?? 0) & 0o111 != 0
  }
}

import Foundation
import ShelfTestSupport

@testable import ShelfModel
@testable import ShelfStore
@testable import ShelfSystem

/// A generated library that imitates an attack: it tries to run programs or write files on the computer of the user who
/// opens it.
///
/// The path of a program, the trap, is planted wherever shelf or git might execute it: in settings, hooks and filters
/// of git, file names, journal entries and covers. Links lead to a folder outside the library that contains a file that
/// must not change. A seed determines which traps are present, so that no trap is always hidden by another.
/// `HostileFolderTests` runs every command in such folders.
struct HostileFolder {
  let library: TestLibrary
  /// A folder outside the library to which no command may write.
  let outside: TestLibrary
  /// The home folder of the user who opens the library.
  let home: TestLibrary
  /// A program that no command may run.
  private var trap: String { outside.absolute("trap") }
  private var random: SeededGenerator
  let isInterrupted: Bool

  /// Generates a folder. With an odd seed, it may have an interrupted change, which stops most commands.
  init(seed: UInt64) throws {
    isInterrupted = seed % 2 == 1
    random = SeededGenerator(seed: seed)
    library = try TestLibrary()
    outside = try TestLibrary(["victim.yaml": "mine\n"])
    home = try TestLibrary([:])
    try outside.writeProgram("trap", "#!/bin/sh\nexit 1\n")
    library.useGit()
    library.environment["HOME"] = home.root
    try plantManifest()
    try library.git("init", "--quiet", "--initial-branch=main")
    try library.commit("First")
    library[SmallLibrary.dune] = library[SmallLibrary.dune]?.replacing("rating: 5", with: "rating: 4")
    try library.commit("Second")
    try plantState()
    try plantConfiguration()
    try plantFiles()
    try plantCovers()
  }

  /// Copies the library of a generated folder, but not the folder outside the library.
  init(copying other: HostileFolder) throws {
    (random, outside, home, isInterrupted) = (other.random, other.outside, try TestLibrary([:]), other.isInterrupted)
    library = try TestLibrary([:])
    library.environment = other.library.environment
    library.environment["HOME"] = home.root
    library.environment["GIT_CEILING_DIRECTORIES"] = (library.root as NSString).deletingLastPathComponent
    let words = ["-a", other.library.root + "/.", library.root]
    _ = try ExternalProgram("cp", words, environment: library.environment).run(input: []) { _ in true }
  }

  private mutating func chance() -> Bool { Bool.random(using: &random) }

  /// Plants covers that lead out of the library, are not pictures, or claim to be huge.
  private mutating func plantCovers() throws {
    if chance() { return try link("covers", to: outside.root) }
    library["covers/SOURCES.yaml"] = "../../victim.yaml: {address: \"file://\(trap)\", day: 2026-11-21}\n"
    try link("covers/dune-b0000001.jpg", to: outside.absolute("victim.yaml"))
    try library.write("covers/bomb-b0000002.png", TestImage.png(60_000, 60_000, isFalse: true))
    try library.write("covers/large-b0000003.png", TestImage.png(4000, 4000, isFalse: true))
    library["covers/page-b0000004.jpg"] = "<html>\(trap)</html>"
  }

  /// Plants settings that make other programs run commands.
  private mutating func plantManifest() throws {
    var text = "format: 1\nname: \"$(\(trap))\"\n"
    for key in ["editor", "pager", "shell", "hooks", "command", "mergetool", "diff"] where chance() {
      text += "\(key): \(trap)\n"
    }
    text += "filters: {\"$(\(trap))\": \"book #; \(trap)\"}\nundo: {entries: 3}\n"
    text += "lookup: {catalogues: [openlibrary, dnb], keys: {googlebooks: \"\(trap)\"}}\n"
    library["shelf.yaml"] = text
  }

  /// Plants git settings, attributes and hooks that run programs, as an unpacked archive may contain them.
  private mutating func plantConfiguration() throws {
    let settings = [
      "core.fsmonitor", "core.editor", "core.pager", "core.askPass", "core.sshCommand", "core.gitProxy",
      "core.alternateRefsCommand", "diff.external", "diff.evil.command", "diff.evil.textconv", "diff.shelf.textconv",
      "diff.shelf.command", "filter.evil.clean", "filter.evil.smudge", "filter.evil.process", "filter.a=b.c.clean",
      "merge.evil.driver", "merge.shelf.driver", "gpg.program", "credential.helper", "pager.log", "pager.diff",
      "pager.config", "interactive.diffFilter", "sequence.editor", "uploadpack.packObjectsHook", "alias.log",
      "alias.ls-files", "alias.cat-file", "remote.origin.uploadpack", "remote.origin.receivepack", "trailer.x.command",
    ]
    for key in settings where chance() || key.hasPrefix("filter") {
      try library.git("config", key, key.hasPrefix("alias") ? "!" + trap : trap)
    }
    try library.git("config", "filter.evil.required", "true")
    try library.git("config", "log.showSignature", "true")
    if chance() {
      try library.git("config", "remote.origin.url", "ext::\(trap)")
      try library.git("config", "remote.origin.promisor", "true")
      try library.git("config", "remote.origin.partialCloneFilter", "blob:none")
      try library.git("config", "protocol.ext.allow", "always")
      try library.git("config", "extensions.partialClone", "origin")
      try loseObjects()
    }
    let attributes = "* filter=\(chance() ? "evil" : "a=b.c") diff=\(chance() ? "evil" : "shelf") merge=evil\n"
    library[chance() ? ".gitattributes" : ".git/info/attributes"] = attributes
    let hooks = [
      "applypatch-msg", "pre-applypatch", "post-applypatch", "pre-commit", "pre-merge-commit", "prepare-commit-msg",
      "commit-msg", "post-commit", "pre-rebase", "post-checkout", "post-merge", "pre-push", "reference-transaction",
      "push-to-checkout", "pre-auto-gc", "post-rewrite", "sendemail-validate", "fsmonitor-watchman",
      "post-index-change",
    ]
    let elsewhere = chance()
    for hook in hooks {
      try library.writeProgram((elsewhere ? "books/hooks/" : ".git/hooks/") + hook, "#!/bin/sh\n\(trap)\n")
    }
    if elsewhere { try library.git("config", "core.hooksPath", chance() ? "books/hooks" : outside.root + "/hooks") }
    // If a file's modification time differs from the one in the index, git reads the file.
    let old = Date(timeIntervalSince1970: 1_000_000_000)
    for path in SmallLibrary.files.keys where chance() {
      try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: library.absolute(path))
    }
  }

  /// Deletes an object, which git would fetch from the remote when it needs the object.
  private func loseObjects() throws {
    let name = try library.git("rev-parse", "HEAD~1:" + SmallLibrary.dune).trimmingCharacters(in: .newlines)
    try FileManager.default.removeItem(atPath: library.absolute(".git/objects/\(name.prefix(2))/\(name.dropFirst(2))"))
  }

  /// Plants a journal, as if git had checked it out.
  private mutating func plantState() throws {
    let places = [
      ".git/hooks/pre-commit", ".git/config", "../\((outside.root as NSString).lastPathComponent)/victim.yaml",
      "link/victim.yaml", "books/planted.yaml", ".envrc", "/etc/shelf-was-here",
    ]
    for step in ["pending", "undone", "staging", "history/00000009-5"]
    where (isInterrupted || step.hasPrefix("h")) && chance() {
      let path = places.randomElement(using: &random) ?? ""
      let text = "#!/bin/sh\n\(trap)\n"
      let mark = JournalEntry.checksum(Array(text.utf8))
      library[".shelf/\(step)/entry.yaml"] = """
        sequence: 9
        time: 2026-11-21T10:00:00Z
        command: "$(\(trap))"
        size: 5
        paths: ["\(path)"]
        old: [\(step == "undone" ? mark : "none")]
        new: [\(step == "undone" ? "none" : mark)]

        """
      try library.writeProgram(".shelf/\(step)/0.new", text)
      try library.writeProgram(".shelf/\(step)/0.old", text)
    }
    for name in ["history", "imports", "drafts"] where Int.random(in: 0..<6, using: &random) == 0 {
      try? FileManager.default.removeItem(atPath: library.absolute(".shelf/" + name))
      try link(".shelf/" + name, to: outside.root)
    }
    if chance(), FileManager.default.fileExists(atPath: library.absolute(".shelf")) {
      try library.git("-c", "core.hooksPath=/dev/null", "add", "--force", ".shelf")
    }
  }

  /// Plants files whose names have a special meaning in shells or git, and links that lead out of the library.
  private mutating func plantFiles() throws {
    let names = [
      "$(\(trap.replacing("/", with: "∕"))).yaml", "-x.yaml", "--upload-pack=trap.yaml", "; trap;.yaml", "|trap.yaml",
      ":(top)x.yaml", "a\nb.yaml", "`trap`.yaml",
    ]
    for (number, name) in names.enumerated() where chance() {
      library["books/" + name] =
        "id: \(TestLibrary.number(number))\ntitle: \"$(\(trap))\"\nauthor: \"--exec=\(trap)\"\n"
    }
    try link("link", to: outside.root)
    if chance() {
      try? FileManager.default.removeItem(atPath: library.absolute("tags"))
      try link("tags", to: outside.root)
    }
    if chance() { try link("books/victim.yaml", to: outside.absolute("victim.yaml")) }
    if chance() {
      try? FileManager.default.removeItem(atPath: library.absolute(".gitignore"))
      try link(".gitignore", to: outside.absolute("victim.yaml"))
    }
    if chance() { try link("quotes/dune", to: "../.git") }
  }

  private func link(_ path: String, to target: String) throws {
    let whole = library.absolute(path)
    try FileManager.default.createDirectory(
      atPath: (whole as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(atPath: whole, withDestinationPath: target)
  }
}

extension TestLibrary {
  /// Returns the id of a test record.
  fileprivate static func number(_ number: Int) -> String { "b10000\(10 + number)-0000-4000-8000-000000000000" }
}

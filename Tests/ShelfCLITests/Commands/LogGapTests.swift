import Foundation
import ShelfTestSupport
import Testing

@testable import ShelfCLI

/// Tests `shelf log` with a truncated history, and after the library was moved between folders of the repository.
struct LogGapTests {
  private let library: TestLibrary

  init() throws {
    library = try TestLibrary()
    library.useGit()
    try library.git("init", "--quiet", "--initial-branch=main")
    try library.commit("Begin")
    _ = try library.run("book set dune rating=4")
    try library.commit("Rate")
  }

  /// Returns the subjects of the commits in the log, most recent first.
  private func subjects(_ line: String) throws -> [String] {
    let said = try library.run(line)
    #expect(!said.contains("error"), "\(said)")
    return try library.run(line + " --format jsonl").split(separator: "\n").compactMap { line in
      guard let start = line.firstRange(of: "\"subject\":\""), let end = line[start.upperBound...].firstIndex(of: "\"")
      else { return nil }
      return String(line[start.upperBound..<end])
    }
  }

  // MARK: - A shallow clone

  /// Replaces the library with a clone that has only the latest commits.
  private func cutOff(_ depth: Int) throws {
    try library.git("clone", "--quiet", "--bare", ".", ".git/origin")
    try library.git("clone", "--quiet", "--bare", "--depth=\(depth)", "file://\(library.root)/.git/origin", ".git/cut")
    try library.git("config", "--file", ".git/cut/config", "core.bare", "false")
    for name in ["origin", "cut"] {
      try FileManager.default.moveItem(atPath: library.absolute(".git/\(name)"), toPath: library.absolute(name))
    }
    try FileManager.default.removeItem(atPath: library.absolute(".git"))
    try FileManager.default.moveItem(atPath: library.absolute("cut"), toPath: library.absolute(".git"))
    try library.git("reset", "--quiet", "--hard")
  }

  private static let note = "! note: this clone lacks the older commits; run `git fetch --unshallow` to fetch them\n"

  @Test func inventsNoBeginningInAShallowClone() throws {
    try cutOff(1)
    for line in [
      "log", "log dune", "log emma", "log --field rating", "log \(SmallLibrary.dune)", "log --since 2020-01-01",
    ] {
      #expect(try library.run(line).contains(Self.note))
      #expect(try subjects(line) == [], "\(line)")
    }
    _ = try library.run("book set dune rating=3")
    _ = try library.run("genre add Poetry")
    try library.commit("Rate again")
    #expect(try subjects("log") == ["Rate again"])
    #expect(try subjects("log dune") == ["Rate again"])
    #expect(try subjects("log emma") == [])
    #expect(try library.run("log poetry").contains("added"))
  }

  @Test func tellsWhatIsThereOfAShallowClone() throws {
    _ = try library.run("book set emma rating=4")
    try library.commit("Rate Emma")
    try cutOff(2)
    #expect(try subjects("log") == ["Rate Emma"])
    #expect(try subjects("log emma") == ["Rate Emma"])
    #expect(try subjects("log dune") == [])
    try library.git("remote", "set-url", "origin", "file://\(library.root)/origin")
    try library.git("fetch", "--quiet", "--unshallow")
    #expect(try subjects("log") == ["Rate Emma", "Rate", "Begin"])
    #expect(try !library.run("log").contains("note"))
  }

  /// A partial clone contains the commits but not the contents of the files.
  @Test(arguments: ["blob:none", "tree:0"]) func explainsAPartialClone(_ filter: String) throws {
    try library.git("config", "uploadpack.allowFilter", "true")
    try library.git(
      "clone", "--quiet", "--filter=\(filter)", "--template=", "file://\(library.root)", ".git/partial")
    let said = try library.run("log dune --library .git/partial")
    #expect(said.contains("error: this is a partial clone: part of the history is missing"), "\(said)")
    #expect(said.contains("hint: `git fetch --refetch --no-filter` fetches all of it\n"))
    try library.git("-C", ".git/partial", "fetch", "--quiet", "--refetch", "--no-filter")
    #expect(try subjects("log dune --library .git/partial") == ["Rate", "Begin"])
  }

  /// When the hook of another repository runs shelf, `GIT_DIR` names that repository. A hook that changes to the folder
  /// of the library runs shelf with a `GIT_DIR` that names no repository, such as `.`.
  @Test(arguments: [".git/other", "books", "missing"]) func explainsTheRepositoryOfAHook(_ folder: String) throws {
    try library.git("init", "--quiet", "--bare", ".git/other")
    library.environment["GIT_DIR"] = library.absolute(folder)
    let said = try library.run("log dune")
    #expect(said.contains("is not in the git repository that GIT_DIR or GIT_WORK_TREE names"), "\(said)")
    #expect(said.contains("hint: `env -u GIT_DIR -u GIT_WORK_TREE shelf` uses the library's own repository\n"))
    library.environment["GIT_DIR"] = nil
  }

  // MARK: - A library that moved

  private static let folders = ["books", "genres", "quotes", "tags", "issues", "shelf.yaml"]

  /// Moves the library between folders of the repository. “.” is the top folder.
  private func move(from old: String, to new: String, edit: Bool = false) throws {
    try FileManager.default.createDirectory(
      atPath: library.absolute(new), withIntermediateDirectories: true)
    for name in Self.folders where FileManager.default.fileExists(atPath: library.absolute("\(old)/\(name)")) {
      try library.git("mv", "\(old)/\(name)", "\(new)/\(name)")
    }
    if edit {
      let path = "\(new)/\(SmallLibrary.emma)"
      library[path] = library[path]?.replacing("rating: 3", with: "rating: 2")
    }
    try library.commit("Move to \(new)")
  }

  /// Tests libraries that were moved into a folder, to another folder, to a nested folder, or back to the top.
  @Test(arguments: [
    ["."], ["lib"], ["lib", "library"], ["lib", "a/c/lib"], ["lib", "."], ["a/b", "a"], ["a", "a/b"],
  ])
  func followsTheLibraryToWhereItWas(_ places: [String]) throws {
    var place = "."
    for next in places where next != place {
      try move(from: place, to: next)
      place = next
    }
    let option = "--library \(place)"
    #expect(try subjects("log \(option)") == ["Rate", "Begin"])
    #expect(try subjects("log --limit 1 \(option)") == ["Rate"])
    #expect(try subjects("log --field rating \(option)") == ["Rate", "Begin"])
    #expect(try subjects("log dune \(option)") == ["Rate", "Begin"])
    let quote = try library.run("log fear \(option)")
    #expect(quote.components(separatedBy: "  added\n").count == 2, "\(quote)")
  }

  /// Changes in the same commit as the move are shown.
  @Test func showsWhatAMoveChanged() throws {
    try move(from: ".", to: "lib", edit: true)
    #expect(try subjects("log --library lib") == ["Move to lib", "Rate", "Begin"])
    #expect(try library.run("log --library lib -n 1").contains("rating: 3 → 2"))
    #expect(try library.run("log emma --library lib").contains("rating: 3 → 2"))
    #expect(try library.run("diff HEAD~1..HEAD --library lib") == "book “Emma”\n  rating: 3 → 2\n")
    #expect(try library.run("diff HEAD~1 --library lib") == "book “Emma”\n  rating: 3 → 2\n")
    _ = try library.run("book set emma rating=1 --library lib")
    try library.commit("Worse")
    #expect(try subjects("log emma --library lib").first == "Worse")
  }

  /// If the commit that adds a library deletes another one, the commits of the deleted library are not part of the new
  /// library's history.
  @Test func takesNoOtherLibraryForItsPast() throws {
    try library.git("rm", "--quiet", "-r", ".")
    library["other/shelf.yaml"] = "format: 1\nname: Other\n"
    library["other/books/x.yaml"] = "id: 60000001-0000-4000-8000-000000000000\ntitle: X\n"
    try library.commit("Another library")
    #expect(try subjects("log --library other") == ["Another library"])
  }

  /// Tests a repository that was merged into a folder of another repository.
  @Test func followsASubtree() throws {
    try library.git("switch", "--quiet", "--orphan", "code")
    library["main.c"] = "int main() {}\n"
    try library.git("add", "main.c")
    try library.git("commit", "--quiet", "--message", "Code")
    try library.git("merge", "--quiet", "--allow-unrelated-histories", "-s", "ours", "--no-commit", "main")
    try library.git("read-tree", "--prefix=lib/", "-u", "main")
    try library.git("commit", "--quiet", "--message", "Add the library")
    #expect(try subjects("log --library lib") == ["Rate", "Begin"])
    #expect(try subjects("log dune --library lib").suffix(2) == ["Rate", "Begin"])
  }
}

/// Tests of libraries in a sparse checkout that excludes some of their files.
struct SparseCheckoutTests {
  private let library: TestLibrary

  init() throws {
    library = try TestLibrary()
    library.useGit()
    library.environment["PATH"] = TestMachine.productsFolder.path + ":" + TestMachine.path
    try library.git("init", "--quiet", "--initial-branch=main")
    _ = try library.run("init .")
    try library.commit("Begin")
    try library.git("sparse-checkout", "set", "--no-cone", "/*", "!/genres/", "!/quotes/")
    #expect(library["genres/fiction-e0000001.yaml"] == nil)
  }

  @Test func missesNothingThatGitHas() throws {
    #expect(try library.run("list genre:Fiction --format ids").contains("b0000001"))
    let report = try library.run("doctor")
    #expect(!report.contains("does not exist"), "\(report)")
    _ = try library.run("doctor --fix --yes")
    #expect(try library.git("status", "--short") == "")
    #expect(try library.run("genre add Fiction").contains("already"))
    _ = try library.run("book set emma genres+=Horror")
    #expect(library[SmallLibrary.emma]?.contains("e0000003") ?? false)
  }

  /// Files that are marked `skip-worktree` may be missing without a sparse checkout, too.
  @Test(arguments: [["--index-version", "2"], ["--index-version", "4"], ["-q", "--split-index"]])
  func missesNothingThatIsMarked(_ index: [String]) throws {
    try library.git("sparse-checkout", "disable")
    library[".git/info/sparse-checkout"] = nil
    for path in try library.git("ls-files", "genres", "quotes").split(separator: "\n") {
      try library.git("update-index", "--skip-worktree", String(path))
    }
    for folder in ["genres", "quotes"] { try FileManager.default.removeItem(atPath: library.absolute(folder)) }
    try library.git("update-index", index[0], index[1])
    // After this, the two files of a split index have different versions.
    library[SmallLibrary.emma] = library[SmallLibrary.emma]?.replacing("rating: 3", with: "rating: 2")
    try library.git("add", SmallLibrary.emma)
    #expect(try library.git("status", "--short") == "M  \(SmallLibrary.emma)\n")
    #expect(try library.run("list genre:Fiction --format ids").contains("b0000001"))
    let report = try library.run("doctor")
    #expect(!report.contains("does not exist"), "\(report)")
    #expect(try library.run("genre add Fiction").contains("already"))
    let said = try library.run("book delete dune --yes")
    #expect(said.contains("git leaves this file out of the work tree; nothing was written"), "\(said)")
    let path = "quotes/dune-b0000001/fear-c0000001.yaml"
    #expect(said.contains("`git update-index --no-skip-worktree -- \(path)`"), "\(said)")
    #expect(said.contains(" and `git checkout -- \(path)` do\n"), "\(said)")
  }

  /// A linked work tree has its own sparse checkout.
  @Test func knowsLinkedWorkTrees() throws {
    try library.git("sparse-checkout", "disable")
    try library.git("worktree", "add", "--quiet", ".git/linked", "-b", "linked")
    try library.git("-C", ".git/linked", "sparse-checkout", "set", "--no-cone", "/*", "!/genres/")
    #expect(library[".git/linked/genres/fiction-e0000001.yaml"] == nil)
    #expect(try library.run("list genre:Fiction --format ids --library .git/linked").contains("b0000001"))
  }

  /// The hook examines the files to be committed, even if some of them are missing from the work tree.
  @Test func letsGoodCommitsThroughTheHook() throws {
    _ = try library.run("init . --hooks")
    library[SmallLibrary.dune] = library[SmallLibrary.dune]?.replacing("rating: 5", with: "rating: 4")
    try library.git("commit", "--quiet", "--all", "--message", "Rate")
    #expect(try library.git("show", "--stat", "--format=").contains("1 file changed"))
  }

  /// A record outside the sparse checkout is neither changed nor deleted.
  @Test func refusesToChangeWhatIsLeftOut() throws {
    let before = try library.git("ls-files", "--stage")
    let said = try library.run("book delete dune --yes --commit")
    #expect(
      said.contains("error: quotes/dune-b0000001/fear-c0000001.yaml: git leaves this file out of the work tree"),
      "\(said)")
    #expect(said.contains("hint: `git sparse-checkout add quotes`, run in the library, adds it to the work tree"))
    #expect(try library.run("genre set Fiction name=Novel").contains("git leaves this file out of the work tree"))
    // The editor is not opened.
    library.environment["EDITOR"] = "touch .git/opened; false"
    for line in ["edit Fiction", "edit dune Fiction", "genre edit --where Fiction"] {
      #expect(try library.run(line).contains("genres/fiction-e0000001.yaml: git leaves this file out of the work tree"))
    }
    #expect(library[".git/opened"] == nil)
    #expect(try library.git("status", "--short") == "" && library.git("ls-files", "--stage") == before)
    #expect(try library.run("undo --list").contains("delete") == false)
  }

  /// A file outside the sparse checkout is not deleted, and its changes are not undone by other means.
  @Test func undoesNothingThatIsLeftOut() throws {
    try library.git("sparse-checkout", "disable")
    for line in [
      "book set dune rating=4", "genre add Poetry", "genre set Fiction color=123456", "genre set Horror color=123456",
      "undo",
    ] { #expect(try !library.run(line).contains("error")) }
    try library.commit("Genres")
    try library.git("sparse-checkout", "set", "--no-cone", "/*", "!/genres/")
    let reason = "genres/fiction-e0000001.yaml has been left out of the work tree since then"
    let hint = "! hint: `git sparse-checkout add genres`, run in the library, adds it to the work tree; "
    let said = try library.run("undo")
    #expect(said.contains("error: cannot undo “") && said.contains(reason) && said.contains(hint), "\(said)")
    let redone = try library.run("redo")
    #expect(redone.contains("error: cannot redo “") && redone.contains(hint), "\(redone)")
    let added = try library.run("undo Poetry")
    #expect(added.contains("has been left out of the work tree since then"), "\(added)")
    #expect(try library.git("status", "--short") == "")
    #expect(try library.run("undo --skip").contains("was skipped: \(reason)\n"))
    #expect(library[SmallLibrary.dune]?.contains("rating: 5") ?? false)
  }

  /// A partial clone lacks the contents of records outside its sparse checkout, but they are not deleted.
  @Test(arguments: [
    "list genre:Fiction", "doctor", "genre add Fiction", "publish --output site", "book delete dune --yes",
    "lend dune Mia", "export json",
  ]) func saysWhatAPartialCloneLacks(_ line: String) throws {
    try library.git("sparse-checkout", "disable")
    try library.git("config", "uploadpack.allowFilter", "true")
    try library.git(
      "clone", "--quiet", "--filter=blob:none", "--sparse", "--template=", "file://\(library.root)", ".git/partial")
    try library.git("-C", ".git/partial", "sparse-checkout", "add", "books")
    let said = try library.run(line + " --library .git/partial")
    #expect(said.contains("error: git cannot read records that are not in the work tree: genres/"), "\(said)")
    #expect(said.contains("hint: `git sparse-checkout add genres issues quotes tags`, run in the library,"), "\(said)")
    #expect(said.hasSuffix("[3]\n"))
    #expect(try library.git("-C", ".git/partial", "status", "--short") == "")
    #expect(library["site/index.html"] == nil)
    try library.git("-C", ".git/partial", "sparse-checkout", "add", "genres", "issues", "quotes", "tags")
    try library.git("-C", ".git/partial", "sparse-checkout", "set", "books")
    let complete = try library.run("list genre:Fiction --format ids --library .git/partial")
    #expect(complete.contains("b0000001"), "\(complete)")
  }

  /// Commits a cover of Dune, and excludes some files from the sparse checkout.
  private func leaveOut(_ path: String, cover: String = "covers/dune-b0000001.png") throws {
    try library.git("sparse-checkout", "disable")
    try FileManager.default.createDirectory(atPath: library.absolute("covers"), withIntermediateDirectories: true)
    try Data(TestImage.png(40, 60)).write(to: URL(filePath: library.absolute(cover)))
    library["covers/SOURCES.yaml"] = "dune-b0000001.png:\n  address: https://example.org/a.png\n"
    library["theme/style.css"] = "body { color: red }\n"
    try library.commit("Covers")
    try library.git("sparse-checkout", "set", "--no-cone", "/*", "!/\(path)")
  }

  /// Pages are not published without the files that belong to them.
  @Test(arguments: [
    ("covers/", "covers/SOURCES.yaml"), ("covers/SOURCES.yaml", "covers/SOURCES.yaml"),
    ("covers/*.png", "covers/dune-b0000001.png"), ("theme/", "theme/style.css"),
  ]) func publishesNothingWithoutLeftOutFiles(_ path: String, _ named: String) throws {
    library["shelf.yaml"] = "format: 1\npublish: {fetchedCovers: true}\n"
    try leaveOut(path)
    let said = try library.run("publish --output site")
    #expect(
      said.contains("error: \(named): git leaves this file out of the work tree; nothing was published"), "\(said)")
    #expect(library["site/index.html"] == nil)
    try library.git("sparse-checkout", "disable")
    #expect(try library.run("publish --output site").contains("Published"))
  }

  /// A cover that is not published is not needed.
  @Test(arguments: ["hide: [covers]", "fetchedCovers: false"]) func publishesWithoutFilesThatAreNotNeeded(
    _ setting: String
  ) throws {
    library["shelf.yaml"] = "format: 1\npublish: {\(setting)}\n"
    try leaveOut("covers/*.png")
    let said = try library.run("publish --output site")
    #expect(said.contains("Published"), "\(said)")
  }

  /// A cover outside the sparse checkout is neither deleted, replaced nor left behind.
  @Test(arguments: [
    ("book delete dune --yes", "covers/dune-b0000001.png"), ("book cover dune --remove", "covers/dune-b0000001.png"),
    ("book cover dune --from .git/own.png", "covers/dune-b0000001.png"),
  ]) func changesNoLeftOutCover(_ line: String, _ named: String) throws {
    try leaveOut("covers/")
    try Data(TestImage.png(41, 60)).write(to: URL(filePath: library.absolute(".git/own.png")))
    let before = try library.git("ls-files", "--stage")
    let said = try library.run(line)
    #expect(said.contains("error: \(named): git leaves this file out of the work tree; nothing was written"), "\(said)")
    #expect(try library.git("status", "--short") == "" && library.git("ls-files", "--stage") == before)
    #expect(try library.run("book delete emma --yes").contains("Deleted"))
  }

  /// A new manifest would replace the one that git has.
  @Test(arguments: [true, false], ["", "lib/"]) func createsNoSecondManifest(
    _ isLeftOut: Bool, _ folder: String
  ) throws {
    try library.git("sparse-checkout", "disable")
    if !folder.isEmpty {
      try FileManager.default.createDirectory(atPath: library.absolute("lib"), withIntermediateDirectories: true)
      try library.git("mv", "books", "shelf.yaml", "lib/")
      try library.commit("Move")
    }
    if isLeftOut {
      try library.git("sparse-checkout", "set", "--no-cone", "/*", "!/\(folder)shelf.yaml")
    } else {
      library["\(folder)shelf.yaml"] = nil
    }
    let before = try library.git("rev-parse", "HEAD") + library.git("status", "--short")
    let place = folder.isEmpty ? "." : "lib"
    let error =
      isLeftOut
      ? "error: LIBRARY/\(folder)shelf.yaml is outside the sparse checkout\n"
      : "error: LIBRARY/\(folder)shelf.yaml is missing, but git tracks it\n"
    let bits = isLeftOut ? "--ignore-skip-worktree-bits " : ""
    let hint =
      "hint: `git -C LIBRARY checkout \(bits)-- \(folder)shelf.yaml` "
      + (isLeftOut ? "adds it to the work tree\n" : "restores it\n")
    for line in [
      "init \(place)", "list --library \(place)", "list --library \(folder)books", "sync --library \(place)",
    ] {
      let said = try library.run(line)
      #expect(said.contains(error) && said.contains(hint) && said.hasSuffix("[3]\n"), "\(line): \(said)")
    }
    #expect(try library.git("rev-parse", "HEAD") + library.git("status", "--short") == before)
    #expect(library["\(folder)shelf.yaml"] == nil)
    try library.git("checkout", "--ignore-skip-worktree-bits", "--", "\(folder)shelf.yaml")
    #expect(try library.run("list --library \(place) --format ids").contains("b0000001"))
  }

  /// If the deletion of the manifest is staged, the folder is no longer a library.
  @Test func createsALibraryWhereOneWasRemoved() throws {
    try library.git("sparse-checkout", "disable")
    try library.git("rm", "--quiet", "-r", ".")
    #expect(try library.run("list").contains("no library found"))
    #expect(try library.run("init .").contains("Created the library"))
  }
}

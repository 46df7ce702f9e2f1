import Foundation
import ShelfTestSupport
import Testing

@testable import ShelfCLI

/// Tests the browser in a real terminal. The browser always restores the terminal, regardless of how it exits.
@Suite(.enabled(if: Screen.isThere))
struct BrowserTerminalTests {
  private let library: TestLibrary
  private let screen: Screen

  init() throws {
    library = try TestLibrary()
    screen = try Screen(in: library.root, columns: 110, rows: 30)
    try screen.type("stty -a > before; clear\n")
    try screen.waitsForPrompt()
    try screen.type("shelf browse\n")
    try screen.waits(for: "? keys")
  }

  /// Checks that the shell has control of the terminal again, in its original state.
  private func expectGivenBack(sourceLocation: SourceLocation = #_sourceLocation) throws {
    try screen.waitsForPrompt(sourceLocation: sourceLocation)
    #expect(try !screen.text().contains("┌"), sourceLocation: sourceLocation)
    try screen.type("clear; stty -a | cmp - before && echo same\n")
    try screen.waits(for: "\nsame", sourceLocation: sourceLocation)
  }

  @Test func quittingLeavesNoTrace() throws {
    #expect(try screen.text().contains("┌ Small "))
    try screen.type("q")
    try expectGivenBack()
  }

  @Test func controlCLeavesToo() throws {
    try screen.press("C-c")
    try expectGivenBack()
  }

  /// All signals that terminate a program, including those that indicate a crash.
  @Test(
    arguments: ["HUP", "INT", "QUIT", "USR1", "USR2", "ALRM", "TERM", "VTALRM", "PROF", "XCPU", "XFSZ", "IO", "PWR"]
      + ["16", "RTMIN", "RTMAX", "ILL", "TRAP", "ABRT", "BUS", "FPE", "SEGV", "SYS"])
  func aSignalGivesTheTerminalBack(_ name: String) throws {
    try screen.signal(name)
    try screen.waits(for: "$")
    try screen.type("clear\n")
    try expectGivenBack()
  }

  /// After a signal has terminated the browser, the next session offers the unsaved text.
  @Test(arguments: ["TERM", "HUP", "USR1", "ALRM"])
  func aSignalKeepsWhatIsTyped(_ name: String) throws {
    try screen.press("Right")
    try screen.press("Down")
    try screen.waits(for: "▌author")
    try screen.type("\n")
    try screen.waits(for: "Dune · author")
    try screen.type(" and more")
    try screen.waits(for: "Herbert and more")
    try screen.signal(name)
    try screen.waits(for: "your input is saved in")
    #expect(library[SmallLibrary.dune] == SmallLibrary.files[SmallLibrary.dune])
    try screen.type("clear; stty -a | cmp - before && echo same\n")
    try screen.waits(for: "\nsame")
    try screen.type("clear; shelf browse\n")
    try screen.waits(for: "You were typing this when the browser closed:")
    try screen.type("g")
    try screen.waits(for: "Herbert and more")
    try screen.type("\n")
    try screen.waits(for: "undoes this")
    #expect(library[SmallLibrary.dune]?.contains("author: Frank Herbert and more\n") == true)
    try screen.type("q")
    try expectGivenBack()
  }

  /// Unsaved text is on disk within a fraction of a second, is readable only by the user, and is removed once the user
  /// saves it.
  @Test(arguments: ["KILL", "ABRT"])
  func whatIsTypedOutlivesACrash(_ name: String) throws {
    try screen.press("Right")
    try screen.press("Down")
    try screen.waits(for: "▌author")
    try screen.type("\n")
    try screen.waits(for: "Dune · author")
    try screen.type(" and more")
    let path = try draft(with: "Herbert and more")
    #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
    try screen.signal(name)
    try screen.type("\nstty sane; tput reset; clear\n")
    try screen.waitsForPrompt()
    try screen.type("shelf browse\n")
    try screen.waits(for: "You were typing this when the browser closed:")
    try screen.type("g")
    try screen.waits(for: "┌ Dune · author")
    // The draft is written to its new file before the old file is deleted.
    #expect(try draft(with: "Herbert and more") != path)
    try screen.type("\n")
    try screen.waits(for: "undoes this")
    #expect(library[SmallLibrary.dune]?.contains("author: Frank Herbert and more\n") == true)
    try screen.type("q")
    try screen.waitsForPrompt()
    #expect(!FileManager.default.fileExists(atPath: library.absolute(".shelf/drafts")))
  }

  /// Text that is being typed in one browser is not offered in another.
  @Test func whatIsBeingTypedIsNobodyElses() throws {
    try screen.type("abWalden")
    _ = try draft(with: "Walden")
    let other = try BrowserSession(library)
    #expect(other.kept.all().isEmpty)
    try screen.press("Escape", "Escape")
    try screen.waits(for: "? keys")
    let deadline = Date(timeIntervalSinceNow: 20)
    while FileManager.default.fileExists(atPath: library.absolute(".shelf/drafts")), Date() < deadline {
      Thread.sleep(forTimeInterval: 0.05)
    }
    #expect(!FileManager.default.fileExists(atPath: library.absolute(".shelf/drafts")))
  }

  /// Waits until a draft contains the specified text, and returns the path of the draft.
  private func draft(with text: String) throws -> String {
    let folder = library.absolute(".shelf/drafts")
    let deadline = Date(timeIntervalSinceNow: 20)
    while Date() < deadline {
      for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
        let path = folder + "/" + name
        // A draft is written to a temporary file first, which may be renamed before it is read here.
        let contents = try? String(contentsOfFile: path, encoding: .utf8)
        if name.hasSuffix(".json"), contents?.contains(text) == true { return path }
      }
      Thread.sleep(forTimeInterval: 0.05)
    }
    Testing.Issue.record("“\(text)” is not written down:\n\(try screen.text())")
    throw Screen.Late()
  }

  @Test func itEndsWithItsTerminal() throws {
    let programs = try screen.programs()
    #expect(programs.count == 1)
    try screen.press("Right")
    try screen.press("Down")
    try screen.waits(for: "▌author")
    try screen.type("\n and more")
    try screen.waits(for: "Herbert and more")
    try screen.close()
    let deadline = Date(timeIntervalSinceNow: 60)
    while programs.contains(where: { FileManager.default.fileExists(atPath: "/proc/\($0)/stat") }), Date() < deadline {
      Thread.sleep(forTimeInterval: 0.05)
    }
    #expect(!programs.contains { FileManager.default.fileExists(atPath: "/proc/\($0)/stat") })
    let drafts = try FileManager.default.contentsOfDirectory(atPath: library.absolute(".shelf/drafts"))
    #expect(drafts.count == 1)
    #expect(library[SmallLibrary.dune] == SmallLibrary.files[SmallLibrary.dune])
  }

  @Test func itIsSuspendedAndGoesOn() throws {
    try screen.type("j")
    try screen.press("C-z")
    try screen.waits(for: "Stopped")
    #expect(try !screen.text().contains("┌"))
    try screen.type("clear; stty -a | cmp - before && echo same\n")
    try screen.waits(for: "\nsame")
    try screen.type("fg\n")
    try screen.waits(for: "┌ Dune Messiah ")
    try screen.type("q")
    try expectGivenBack()
  }

  /// SIGSTOP cannot be handled, so the browser cannot restore the terminal for the shell. After `fg`, the browser takes
  /// over the terminal again.
  @Test func aStopThatNobodyHandlesIsMended() throws {
    try screen.signal("STOP")
    try screen.waits(for: "Stopped")
    try screen.type("fg\n")
    try screen.waits(for: "? keys")
    try screen.type("j")
    try screen.waits(for: "┌ Dune Messiah ")
    try screen.type("q")
    try expectGivenBack()
  }

  /// If the terminal is resized while the browser is stopped, the browser redraws the screen as soon as it continues,
  /// without waiting for a key.
  @Test func aSizeThatChangesWhileItIsStoppedIsSeen() throws {
    try screen.press("C-z")
    try screen.waits(for: "Stopped")
    try screen.resize(columns: 70, rows: 20)
    try screen.type("clear; fg\n")
    try screen.waits(for: "┌ Dune ")
    let lines = try screen.text().split(separator: "\n")
    #expect(lines.first?.count == 70 && lines.first?.hasSuffix("┐") == true, "\(lines)")
    try screen.resize(columns: 110, rows: 30)
    try screen.waits(for: "┌ Small ")
    try screen.type("q")
    try expectGivenBack()
  }

  @Test func theSizeIsFollowed() throws {
    for (columns, rows) in [(80, 24), (59, 20), (20, 6), (10, 3), (150, 45), (110, 30)] {
      try screen.resize(columns: columns, rows: rows)
      try screen.waits(for: columns < 20 ? "too" : columns < 60 ? "Books" : "? keys")
      let widest = try screen.text().split(separator: "\n").map(\.count).max() ?? 0
      #expect(widest <= columns)
    }
    try screen.waits(for: "┌ Small ")
    try screen.type("q")
    try expectGivenBack()
  }

  /// Keys typed before an editor starts reach neither the editor nor the browser.
  @Test func whatIsTypedAheadOfAnEditorIsForgotten() throws {
    try screen.type("q")
    try screen.waitsForPrompt()
    let editor = library.absolute(".git-editor")
    try library.writeProgram(".git-editor", "#!/bin/sh\necho EDITING\nsleep 2\n")
    try screen.type("clear; EDITOR='\(editor)' shelf browse\n")
    try screen.waits(for: "? keys")
    try screen.type("e3 reasons")
    try screen.waits(for: "EDITING")
    try screen.waits(for: "? keys")
    try screen.type("?")
    try screen.waits(for: "┌ Keys")
    #expect(library[SmallLibrary.dune] == SmallLibrary.files[SmallLibrary.dune])
    try screen.type("qq")
    try screen.waitsForPrompt()
  }

  /// A library that is moved away and then back is read again.
  @Test func aLibraryThatComesBackIsReadAnew() throws {
    let away = library.root + "-away"
    try FileManager.default.moveItem(atPath: library.root, toPath: away)
    try screen.waits(for: "shelf.yaml")
    let emma = away + "/" + SmallLibrary.emma
    let text = try String(contentsOfFile: emma, encoding: .utf8)
    try text.replacing("title: Emma", with: "title: Emma Woodhouse").write(
      toFile: emma, atomically: false, encoding: .utf8)
    try FileManager.default.moveItem(atPath: away, toPath: library.root)
    try screen.waits(for: "Emma Woodhouse")
    #expect(try screen.text().contains("Books · 4"))
    try screen.type("q")
    try screen.waitsForPrompt()
  }

  @Test func whatAnEditorWritesIsSeen() throws {
    library[SmallLibrary.emma]?.replace("title: Emma", with: "title: Emma Woodhouse")
    try screen.waits(for: "Emma Woodhouse")
    library[SmallLibrary.emma] = nil
    try screen.waits(for: "Books · 3")
    try screen.type("q")
    try expectGivenBack()
  }

  @Test func gitMayCheckOutUnderIt() throws {
    let git = "git -c user.name=a -c user.email=a@b -c init.defaultBranch=main -C '\(library.root)'"
    let script = """
      \(git) init -q && \(git) add -A && \(git) commit -qm one && sed -i 's/Emma/Other/' '\(library.absolute(SmallLibrary.emma))' \
      && \(git) commit -qam two && \(git) checkout -q HEAD~1
      """
    _ = try Program.run(["sh", "-c", script], in: library.root)
    try screen.waits(for: "Emma ")
    _ = try Program.run(["sh", "-c", "\(git) checkout -q main"], in: library.root)
    try screen.waits(for: "Other ")
    try screen.type("q")
    try expectGivenBack()
  }

  @Test func aKeyChangesTheFile() throws {
    try screen.type("3")
    try screen.waits(for: "rating 5 → 3")
    #expect(library[SmallLibrary.dune]?.contains("rating: 3\n") == true)
    try screen.type("u")
    try screen.waits(for: "Undid")
    #expect(library[SmallLibrary.dune] == SmallLibrary.files[SmallLibrary.dune])
    try screen.type("q")
    try expectGivenBack()
  }

  @Test func aCommandGetsTheTerminal() throws {
    try screen.type(":genre list\n")
    try screen.waits(for: "Press any key to return")
    #expect(try screen.text().contains("Science Fiction"))
    try screen.press("Escape")
    try screen.waits(for: "┌ Small ")
    try screen.type("q")
    try expectGivenBack()
  }

  /// Ctrl-C ends only the running command and returns to the browser. Neither the command nor the browser leaves output
  /// on the shell's screen.
  @Test func controlCEndsACommandAlone() throws {
    library["new.csv"] = "Title,Author\nWalden,Henry Thoreau\n"
    let before = try library.tree()
    try screen.type(":import csv -\n")
    let deadline = Date(timeIntervalSinceNow: 20)
    while try screen.programs(below: screen.programs()).isEmpty, Date() < deadline {
      Thread.sleep(forTimeInterval: 0.05)
    }
    Thread.sleep(forTimeInterval: 0.5)
    try screen.press("C-c")
    try screen.waits(for: "Press any key to return")
    try screen.type(" ")
    try screen.waits(for: "? keys")
    #expect(try library.tree() == before)
    try screen.type(":genre list\n")
    try screen.waits(for: "Press any key to return")
    try screen.type(" ")
    try screen.waits(for: "? keys")
    try screen.type("q")
    try screen.waitsForPrompt()
    #expect(try screen.text() == "$ shelf browse\n$")
    try screen.type("clear; stty -a | cmp - before && echo same\n")
    try screen.waits(for: "\nsame")
  }

  @Test func aDumbTerminalIsToldOfLists() throws {
    try screen.type("q")
    try screen.waitsForPrompt()
    try screen.type("clear; TERM=dumb shelf browse\n")
    try screen.waits(for: "hint: `shelf book list` lists books")
  }
}

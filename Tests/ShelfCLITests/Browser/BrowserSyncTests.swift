import Foundation
import ShelfTestSupport
import Testing

@testable import ShelfBrowser
@testable import ShelfCLI
@testable import ShelfModel

/// Tests synchronizing the library with another copy from the browser.
struct BrowserSyncTests {
  private let copies: SyncedCopies
  private var here: TestLibrary { copies.here }
  private var there: TestLibrary { copies.there }
  private var hub: TestLibrary { copies.hub }

  init() throws {
    copies = try SyncedCopies()
    try copies.here.commit("Begin")
    try copies.clone()
  }

  /// Commits and pushes a change in the other copy, and changes this copy.
  private func diverge(there change: String, here other: String? = nil) throws {
    _ = try there.run("book \(change) --commit")
    _ = try there.run("sync")
    if let other { _ = try here.run("book \(other)") }
  }

  @Test func whatIsReceivedIsShown() throws {
    try diverge(there: "set dune rating=1")
    let session = try BrowserSession(here, columns: 110, rows: 30)
    session.press("S")
    #expect(session.screen.contains("Synchronizing …"))
    session.waitForSync()
    #expect(session.screen.contains("┌ Synchronized") && session.screen.contains("rating: 5 → 1"), "\(session.screen)")
    for step in ["Fetching from origin …", "Merging 1 commit …"] { #expect(session.screen.contains(step)) }
    session.press("esc")
    try session.follow()
    #expect(session.screen.contains("★☆☆☆☆"))
  }

  @Test func aConflictAsksWhatIsToCount() throws {
    try diverge(there: "set dune rating=1", here: "set dune rating=2 --commit")
    let before = try here.git("rev-parse", "HEAD")
    let session = try BrowserSession(here, columns: 110, rows: 30)
    session.press("S").waitForSync()
    #expect(session.screen.contains("rating is “2” here, “1” there"), "\(session.screen)")
    #expect(session.screen.contains("Which version do you want to keep?"))
    session.press("n")
    #expect(try here.git("rev-parse", "HEAD") == before)
    session.press("S").waitForSync().press("t").waitForSync()
    #expect(session.screen.contains("┌ Synchronized"), "\(session.screen)")
    #expect(here[SmallLibrary.dune]?.contains("rating: 1\n") == true)
    #expect(try here.git("rev-parse", "HEAD") == hub.git("rev-parse", "main"))
  }

  /// The user can also resolve a conflict between a change and a deletion by choosing a side.
  @Test(arguments: [("t", false), ("m", true)]) func aDeletionIsSettledByASide(_ key: String, _ isKept: Bool) throws {
    try diverge(there: "delete emma --yes", here: "set emma rating=5 --commit")
    let session = try BrowserSession(here, columns: 110, rows: 30)
    session.press("S").waitForSync()
    #expect(session.screen.contains("changed here, deleted there"), "\(session.screen)")
    #expect(here[SmallLibrary.emma]?.contains("rating: 5\n") == true)
    session.press(key).waitForSync()
    #expect(session.screen.contains("┌ Synchronized"), "\(session.screen)")
    #expect((here[SmallLibrary.emma] != nil) == isKept)
  }

  /// If something prevents synchronizing, the browser offers a key that resolves the problem instead of naming a
  /// command option.
  @Test func whatIsNotCommittedCanBe() throws {
    try diverge(there: "set dune year=1966", here: "set dune rating=2")
    let session = try BrowserSession(here, columns: 110, rows: 30)
    session.press("S").waitForSync()
    #expect(session.screen.contains("Commit all changes, and synchronize"), "\(session.screen)")
    session.press("c").waitForSync()
    #expect(session.screen.contains("┌ Synchronized"), "\(session.screen)")
    let text = try hub.git("show", "main:\(SmallLibrary.dune)")
    #expect(text.contains("rating: 2\n") && text.contains("year: 1966\n"))
  }

  @Test func mineCanCount() throws {
    try diverge(there: "set dune rating=1", here: "set dune rating=2 --commit")
    let session = try BrowserSession(here, columns: 110, rows: 30)
    session.press("S").waitForSync().press("m").waitForSync()
    #expect(session.screen.contains("Sending 2 commits …"), "\(session.screen)")
    #expect(here[SmallLibrary.dune]?.contains("rating: 2\n") == true)
    #expect(try hub.git("show", "main:\(SmallLibrary.dune)").contains("rating: 2\n"))
  }

  /// An error is shown in full, together with a remedy.
  @Test func whatIsMissingIsSaid() throws {
    try here.git("remote", "remove", "origin")
    let session = try BrowserSession(here, columns: 70, rows: 20)
    session.press("S").waitForSync()
    #expect(session.screen.contains("Not synchronized"), "\(session.screen)")
    #expect(session.screen.contains("there is no remote to sync with") && session.screen.contains("git remote add"))
    session.press("esc")
    #expect(session.screen.contains("Books"))
  }
}

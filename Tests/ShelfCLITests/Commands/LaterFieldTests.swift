import Testing

@testable import ShelfCLI

/// Tests setting, finding and showing the fields that were added after version 1.0.
struct LaterFieldTests {
  let library: TestLibrary

  init() throws { library = try TestLibrary() }

  // MARK: - Paused books

  @Test("a paused book keeps its dates and its progress, and is resumed")
  func pauses() throws {
    _ = try library.run("progress emma 40%")
    #expect(try library.run("pause").contains("“Emma”: status in progress → paused"))
    let paused = try #require(library[SmallLibrary.emma])
    #expect(paused.contains("dateStarted: 2026-11-01\n") && paused.contains("progress: 40%\n"))
    #expect(try library.run("list is:paused").contains("Emma"))
    #expect(try !library.run("next").contains("Emma"))
    #expect(try library.run("start emma") == "“Emma”: status paused → in progress\n")
    _ = try library.run("pause emma")
    #expect(try library.run("progress emma 50%").contains("status paused → in progress"))
    #expect(try #require(library[SmallLibrary.emma]).contains("dateStarted: 2026-11-01\n"))
  }

  @Test("a paused book can be finished, abandoned and shelved", arguments: ["finish", "abandon", "shelve"])
  func pausedBooksLeave(_ verb: String) throws {
    _ = try library.run("pause emma")
    #expect(try library.run(verb, ["emma"]).contains("status paused → "))
  }

  @Test("resuming a paused book whose first day is unknown invents no day")
  func resumesWithoutADay() throws {
    _ = try library.run("set emma status=paused dateStarted=")
    _ = try library.run("start emma")
    #expect(try !#require(library[SmallLibrary.emma]).contains("dateStarted"))
    _ = try library.run("pause emma")
    _ = try library.run("start emma --date 2026-10-01")
    #expect(try #require(library[SmallLibrary.emma]).contains("dateStarted: 2026-10-01"))
  }

  @Test("paused comes after in progress, and can be published")
  func pausedIsAState() throws {
    _ = try library.run("pause emma")
    #expect(try library.run("stats --format tsv").contains("paused\t1"))
    _ = try library.run("publish", ["--output", library.absolute("site")])
    #expect(try library.paths().contains { $0.hasPrefix("site/books/emma") })
  }

  // MARK: - Abandoned books

  @Test("`abandon` records the day, and `start`, `finish` and `shelve` remove it")
  func abandons() throws {
    #expect(try library.run("abandon emma --date 2026-11-10").contains("date abandoned 2026-11-10"))
    #expect(try library.run("abandon emma") == "“Emma”: nothing to change\n")
    #expect(try library.refused("abandon emma --date 2026-11-11").contains("2026-11-10"))
    #expect(try library.run("start emma").contains("date abandoned 2026-11-10 → none"))
    _ = try library.run("abandon emma")
    #expect(try #require(library[SmallLibrary.emma]).contains("dateAbandoned: 2026-11-21"))
    #expect(try library.run("finish emma").contains("date abandoned 2026-11-21 → none"))
  }

  @Test("a book cannot be abandoned before it was started, or in the future")
  func refusesDays() throws {
    #expect(try library.refused("abandon emma --date 2026-10-01").contains("2026-11-01"))
    #expect(try library.refused("abandon emma --date 2027-01-01").contains("2027-01-01"))
  }

  @Test("a day makes the book abandoned, and another status removes the day")
  func dayAndStatusAgree() throws {
    #expect(try library.run("set emma dateAbandoned=2026-11-12").contains("status in progress → abandoned"))
    #expect(try library.run("set emma status=onShelf").contains("date abandoned 2026-11-12 → none"))
    library[SmallLibrary.emma] = library[SmallLibrary.emma]! + "dateAbandoned: 2026-11-12\n"
    #expect(try library.run("doctor").contains("has a date when it was abandoned, but its status is onShelf"))
  }

  // MARK: - Rereads without dates

  @Test("a reread of a book without dates counts twice")
  func countsUndatedReadings() throws {
    _ = try library.run("set emma status=completed dateStarted=")
    #expect(try library.run("start emma").contains("times read 1"))
    #expect(try library.run("finish emma").contains("times read 1 → 2"))
    #expect(try library.run("list timesRead:2 --columns title,timesRead") == "Emma\t2\n")
    #expect(try library.run("list timesRead:>1 --json title").contains("Emma"))
    #expect(try library.run("stats --format tsv").contains("Emma\t2"))
  }

  @Test("known readings count where the field states fewer or nothing")
  func countsKnownReadings() throws {
    _ = try library.run("set dune readings+=2001-01-01/2001-02-01 readings+=2003/2004")
    #expect(try library.run("list dune --columns timesRead").contains("3"))
    #expect(try library.run("list timesRead:3..").contains("Dune"))
    #expect(try !library.run("show dune").contains("times read"))
    #expect(try library.run("list --sort timesRead:desc --columns title").hasPrefix("Dune\n"))
  }

  // MARK: - Audiobooks

  @Test(
    "a duration can be typed in many ways",
    arguments: [
      ("12:30", "12:30"), ("12h30m", "12:30"), ("12 hrs 30 min", "12:30"), ("750m", "12:30"), ("12.5h", "12:30"),
      ("0:45", "0:45"), ("2h", "2:00"), ("12:30:59", "12:30"),
    ])
  func readsDurations(_ duration: (typed: String, written: String)) throws {
    _ = try library.run("set emma", ["duration=" + duration.typed])
    #expect(try #require(library[SmallLibrary.emma]).contains("duration: \"\(duration.written)\"\n"))
  }

  @Test("a duration in no known form is refused", arguments: ["750", "12:60", "-1:00", "12:3", "99999h", "x", "1h70m"])
  func refusesDurations(_ text: String) throws {
    #expect(try library.refused("set emma", ["duration=" + text]).contains("hours and minutes such as 12:30"))
  }

  @Test("durations are added up, sorted and compared")
  func countsDurations() throws {
    _ = try library.run("set emma duration=9:30")
    _ = try library.run("set dune duration=21h2m")
    #expect(try library.run("list duration:<10h --columns title") == "Emma\n")
    #expect(try library.run("list has:duration --sort duration --columns title") == "Emma\nDune\n")
    #expect(try library.run("list has:duration --sum duration --format table").contains("30:32"))
  }

  @Test("progress can be a time")
  func progressIsATime() throws {
    _ = try library.run("set emma duration=10:00")
    #expect(try library.run("progress emma 4:30").contains("progress 4:30"))
    #expect(try library.run("progress emma").contains("4:30 of 10:00 (45%)"))
    #expect(try library.refused("progress emma 10:01").contains("10:01 is beyond its end"))
    #expect(try library.refused("progress emma 4:75").contains("4:75"))
    #expect(try library.run("set emma progress=11:00").contains("beyond the end"))
    #expect(try library.run("doctor").contains("11:00 is beyond the end, 10:00"))
  }

  // MARK: - Things

  @Test("a tag of a book is found by `tag:`, and so are the books of issues with the tag")
  func booksHaveTags() throws {
    _ = try library.run("book add Momo --tag lending --create")
    #expect(try library.run("list tag:lending --columns title").contains("Momo"))
    #expect(try library.run("list #lending --columns title").contains("Momo"))
    _ = try library.run("set emma tags+=lending")
    _ = try library.run("tag delete lending --yes")
    #expect(try !#require(library[SmallLibrary.emma]).contains("lending"))
  }

  @Test("`got` makes a wanted book one's own, on the shelf, and sets other fields")
  func gets() throws {
    _ = try library.run("add Momo --status wanted --added 2020-01-02")
    let path = try #require(library.paths().first { $0.hasPrefix("books/momo") })
    let before = try #require(library[path])
    let printed = try library.run("got momo format=paperback")
    #expect(printed.contains("status wanted → on shelf") && printed.contains("date added 2020-01-02 → 2026-11-21"))
    let after = try #require(library[path])
    #expect(after.contains("owned: true\n") && after.contains("format: paperback\n"))
    #expect(before.contains("dateAdded: 2020-01-02") && after.contains("dateAdded: 2026-11-21"))
    #expect(try library.run("got dune").contains("now owned"))
    #expect(try #require(library[SmallLibrary.dune]).contains("status: completed"))
    #expect(try library.refused("got").contains("no book"))
  }

  @Test("issues are due: counted forwards, overdue while they are open, and first in the overview")
  func issuesAreDue() throws {
    _ = try library.run("issue add Late --due 2026-11-20")
    _ = try library.run("issue add Soon --due 1w")
    _ = try library.run("issue add Today --due today")
    #expect(try library.run("issue list is:overdue --columns title") == "Late\n")
    #expect(try library.run("issue list due:..7d --sort due --columns title") == "Late\nToday\nSoon\n")
    #expect(try library.run("issue list due:today..7d --sort due --columns title") == "Today\nSoon\n")
    #expect(try library.run("issue list due:<7d --sort due --columns title") == "Late\nToday\n")
    #expect(try library.run("issue list due:2026-11 --sort due --columns title") == "Late\nToday\nSoon\n")
    let overview = try library.run("")
    #expect(overview.contains("overdue\t") && overview.contains("Late\t\t\t2026-11-20\n"))
    #expect(overview.contains("Today\t\t\t2026-11-21\n") && overview.contains("Soon\t\t\t2026-11-28\n"))
    _ = try library.run("close late")
    #expect(try library.run("issue list is:overdue") == "")
    #expect(try library.run("issue list --open --format table").contains("Due"))
  }

  // MARK: - Editions

  @Test("the page of a book lists its other editions, and translations by their original title")
  func pagesListEditions() throws {
    library["books/new.yaml"] = """
      id: b0000008-0000-4000-8000-000000000000
      title: Dune
      author: Frank Herbert
      publisher: Ace
      editionDate: 2015

      """
    _ = try library.run("add", ["Diuna", "--author", "Frank Herbert", "--original-title", "Dune", "--language", "pl"])
    _ = try library.run("add", ["Dune", "--author", "Somebody Else"])
    let page = try library.run("show b0000001")
    #expect(page.contains("Diuna, pl") && page.contains("2015, Ace") && !page.contains("Somebody"))
    #expect(try library.run("show diuna").contains("other editions"))
  }

  // MARK: - Declared fields

  @Test("a declared field of the same name wins, even with the same type, and stays private")
  func declaredFieldsWin() throws {
    library["shelf.yaml"] = """
      format: 1
      name: Small
      fields:
        book:
          edition: {type: text}
          copies: {type: integer}
          tags: {type: text list}
          duration: {type: text}
          timesRead: {type: text}
        issue:
          due: {type: text}
      publish:
        statuses: [inProgress, completed]

      """
    _ = try library.run("set emma", ["edition=the secret one", "copies=-3", "tags=a", "tags+=b", "duration=long"])
    #expect(try library.run("issue add X --due soon").contains("Added issue"))
    let file = try #require(library[SmallLibrary.emma])
    #expect(file.contains("edition: the secret one") && file.contains("copies: -3") && file.contains("duration: long"))
    #expect(try library.run("list tags:a --columns title") == "Emma\n")
    #expect(try library.run("finish emma").contains("status in progress → completed"))
    #expect(try library.run("doctor --only replaced-field").contains("replaces the built-in field “edition”"))
    _ = try library.run("publish", ["--output", library.absolute("site")])
    for path in try library.paths() where path.hasPrefix("site/") && path.contains(".") {
      #expect(library[path]?.contains("the secret one") != true, "\(path)")
    }
  }
}

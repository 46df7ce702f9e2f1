import Foundation
import ShelfTestSupport
import Testing

@testable import ShelfCLI
@testable import ShelfDoctor

/// Tests the output and the options of `doctor`, and the choice of repairs.
///
/// The findings of each check are tested with its fixture.
@Suite(.serialized, .sharesProcess)
struct DoctorTests {
  private let library: TestLibrary

  init() throws {
    library = try TestLibrary([
      "shelf.yaml": "format: 1\nname: Small\n",
      "genres/fiction-e0000001.yaml": "id: e0000001-0000-4000-8000-000000000000\nname: Fiction\n",
      "books/dune-b0000001.yaml": """
      id: b0000001-0000-4000-8000-000000000000
      title: Dune # the first one
      status: finsihed
      rating: 7
      genres:
        - e0000001-0000-4000-8000-000000000000 # Fiction
        - e0000009-0000-4000-8000-000000000000 # Fantasy

      """,
    ])
  }

  private func time(_ text: String) -> String { text.replacing(/in [0-9]+\.[0-9]+ s/, with: "in TIME") }

  private func run(_ line: String, _ words: [String] = []) throws -> String { time(try library.run(line, words)) }

  @Test func saysThatThereIsNothingToRepair() throws {
    let note = "! note: there is nothing to repair\n"
    #expect(try !run("doctor --fix --dry-run").contains(note))
    library["books/dune-b0000001.yaml"] = "id: b0000001-0000-4000-8000-000000000000\ntitle: Dune\nrating: 7\n"
    #expect(try run("doctor --fix --dry-run") == note + "[1]\n")
  }

  /// A Git LFS pointer in place of a picture is reported, but doctor does not offer to delete it.
  @Test func namesPicturesThatWereNotDownloaded() throws {
    library["covers/dune-b0000001.jpg"] = """
      version https://git-lfs.github.com/spec/v1
      oid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393
      size 12345

      """
    let report = try run("doctor --only unusable-cover --fix")
    #expect(report.contains("warning: it is a Git LFS pointer to a picture that has not been downloaded"), "\(report)")
    #expect(report.contains("hint: `git lfs pull` downloads it\n") && !report.contains("fix:"))
    #expect(library["covers/dune-b0000001.jpg"] != nil)
  }

  @Test func aSoundLibraryGetsOneLine() throws {
    library["books/dune-b0000001.yaml"] = """
      id: b0000001-0000-4000-8000-000000000000
      title: Dune
      genres: [e0000001-0000-4000-8000-000000000000]

      """
    try expect(run("doctor"), is: "No problems: 2 records checked in TIME.")
  }

  @Test func showsEachProblemWithItsLineAndWhatCanBeDone() throws {
    try expect(
      run("doctor"),
      is: """
        books/dune-b0000001.yaml:3:9: error: “finsihed” is not one of wanted, onShelf, inProgress, paused, completed, abandoned [unknown-choice]
          3 | status: finsihed
            |         ^^^^^^^^
          fix: write “completed” (--fix)
        books/dune-b0000001.yaml:4:9: error: 7 is more than 5 [out-of-range]
          4 | rating: 7
            |         ^
          fix: write 5 (--fix=out-of-range:nearest)
           or: remove the field (--fix=out-of-range:take-out)
        books/dune-b0000001.yaml:7:5: error: genre e0000009 (“Fantasy”) does not exist [dangling-reference]
          7 |   - e0000009-0000-4000-8000-000000000000 # Fantasy
            |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
          fix: remove the reference (--fix=dangling-reference:take-out)
          hint: once there is a genre with this name again, the reference can lead to it

        3 errors in 1 file; 2 records checked in TIME.
        Next: shelf doctor --fix   repairs 1 of them without losing anything
        [1]
        """)
  }

  @Test func narrowsToChecksAndRecords() throws {
    #expect(try run("doctor --only out-of-range").contains("1 error in 1 file"))
    #expect(try run("doctor --skip out-of-range,unknown-choice").contains("1 error in 1 file"))
    #expect(try run("doctor --only unused-genre").hasPrefix("No problems"))
    #expect(try run("doctor messiah").hasPrefix("! error: no record matches “messiah”"))
    #expect(try run("doctor books/emma.yaml").hasPrefix("! error: the library has no file books/emma.yaml"))
    #expect(try run("doctor ../scan.txt").hasPrefix("! error: ../scan.txt is not in the library"))
    #expect(try run("doctor /etc/hosts").hasPrefix("! error: /etc/hosts is not in the library"))
    #expect(
      try run("doctor dune --only unknown-choice").contains("Next: shelf doctor dune --only unknown-choice --fix "))
    #expect(try run("doctor DUNE").contains("3 errors"))
    #expect(try run("doctor b0000001").contains("3 errors"))
    #expect(try run("doctor ./books/dune-b0000001.yaml").contains("3 errors"))
    #expect(try run("doctor genres/").hasPrefix("No problems"))
  }

  @Test func fixesWhatIsSafe() throws {
    try expect(
      run("doctor --fix --dry-run"),
      is: """
        --- a/books/dune-b0000001.yaml
        +++ b/books/dune-b0000001.yaml
        @@ -1,6 +1,6 @@
         id: b0000001-0000-4000-8000-000000000000
         title: Dune # the first one
        -status: finsihed
        +status: completed
         rating: 7
         genres:
           - e0000001-0000-4000-8000-000000000000 # Fiction
        [1]
        """)
    let before = try library.tree()
    let text = try run("doctor --fix")
    #expect(text.hasPrefix("Repaired 1 problem in 1 file; run `shelf undo` to undo this.\n"))
    #expect(text.contains("2 errors"))
    // A completed book does not need a date.
    #expect(!text.contains("[status-dates]"))
    #expect(try run("doctor --fix").hasPrefix("Nothing was repaired.\n"))
    _ = try library.run("undo")
    #expect(try library.tree() == before)
  }

  @Test func fixesWhatIsNamed() throws {
    let text = try run("doctor --fix=out-of-range:nearest,dangling-reference:take-out")
    #expect(text.hasPrefix("Repaired 3 problems in 1 file"))
    expect(
      library["books/dune-b0000001.yaml"]!,
      is: """
        id: b0000001-0000-4000-8000-000000000000
        title: Dune # the first one
        status: completed
        rating: 5
        genres:
          - e0000001-0000-4000-8000-000000000000 # Fiction
        """)
  }

  @Test func saysWhatIsToBeChosen() throws {
    let text = try run("doctor --only out-of-range --fix=out-of-range")
    #expect(text.hasPrefix("Nothing was repaired.\n"))
    #expect(
      text.contains(
        "! note: some out-of-range problems remain and need a choice: --fix=out-of-range:nearest or "
          + "--fix=out-of-range:take-out\n"))
  }

  @Test func refusesAnIndexInTheMiddleOfAMerge() throws {
    library.useGit()
    try library.git("init", "--quiet", "--initial-branch=main")
    try library.commit("Begin")
    try library.git("checkout", "--quiet", "-b", "side")
    library["genres/fiction-e0000001.yaml"] = "id: e0000001-0000-4000-8000-000000000000\nname: Novels\n"
    try library.commit("Novels")
    try library.git("checkout", "--quiet", "main")
    library["genres/fiction-e0000001.yaml"] = "id: e0000001-0000-4000-8000-000000000000\nname: Stories\n"
    try library.commit("Stories")
    #expect(throws: TestLibrary.GitFailure.self) { try library.git("merge", "--quiet", "side") }
    try expect(
      run("doctor --staged"),
      is: """
        ! error: genres/fiction-e0000001.yaml is in the middle of a merge
        ! hint: resolve the conflict, `git add` the file, and check again
        [1]
        """)
  }

  @Test func leavesOrphansUnlessToldOtherwise() throws {
    // Naming the check alone does not allow a repair that removes something.
    #expect(try run("doctor --only dangling-reference --fix=dangling-reference").hasPrefix("Nothing was repaired."))
    #expect(try run("doctor --orphans=keep").hasPrefix("Nothing was repaired."))
    #expect(try run("doctor --orphans=restore").hasPrefix("Nothing was repaired."))
    #expect(try run("doctor --orphans=detach").hasPrefix("Repaired 1 problem"))
  }

  @Test func refusesWhatMakesNoSense() throws {
    try expect(
      library.refusals([
        ["doctor --fix=unknown-choise"], ["doctor --fix=missing-field"], ["doctor --fix=out-of-range:double"],
        ["doctor --only"], ["doctor --only nonsense"], ["doctor --explain", "dangling"], ["doctor --dry-run"],
        ["doctor --fix --staged"], ["doctor --fix --watch"], ["doctor --interactive"], ["doctor --format xml"],
        ["doctor --accept out-of-range"], ["doctor dune --reason why"],
      ]),
      is: """
        $ doctor --fix=unknown-choise
        ! error: unknown check “unknown-choise”
        ! hint: did you mean unknown-choice?
        [2]
        $ doctor --fix=missing-field
        ! error: missing-field has no repair
        ! hint: `shelf doctor --explain missing-field` explains what to do
        [2]
        $ doctor --fix=out-of-range:double
        ! error: out-of-range has no repair “double” here
        ! hint: the repairs are nearest and take-out; nothing was changed
        [2]
        $ doctor --only
        ! error: missing value for '--only <check,…>'
        ! hint: see `shelf doctor --help`
        [2]
        $ doctor --only nonsense
        ! error: unknown check “nonsense”
        ! hint: `shelf doctor --list-checks` lists all checks
        [2]
        $ doctor --explain dangling
        ! error: unknown check “dangling”
        ! hint: did you mean dangling-reference?
        [2]
        $ doctor --dry-run
        ! error: --dry-run requires --fix
        ! hint: run `shelf doctor --fix --dry-run`
        [2]
        $ doctor --fix --staged
        ! error: --staged checks git's index, which shelf cannot repair
        ! hint: repair the files, and `git add` them
        [2]
        $ doctor --fix --watch
        ! error: --watch does not repair anything
        [2]
        $ doctor --interactive
        ! error: cannot ask about each repair: not a terminal
        ! hint: --fix makes the safe repairs without asking
        [2]
        $ doctor --format xml
        ! error: the value 'xml' is invalid for '--format <format>'
        ! hint: provide one of 'text', 'json', 'github' or 'sarif'
        [2]
        $ doctor --accept out-of-range
        ! error: --accept needs a record
        ! hint: use `shelf doctor TITLE --accept out-of-range --reason WHY`; to turn a check off, use shelf.yaml
        [2]
        $ doctor dune --reason why
        ! error: --reason requires --accept
        [2]
        """)
  }

  @Test func acceptsWhatIsKnown() throws {
    try expect(
      run("doctor dune --accept out-of-range --reason", ["my own scale"]),
      is: "Accepted: books/dune-b0000001.yaml: 7 is more than 5 [out-of-range]")
    expect(
      library["shelf.yaml"]!,
      is: """
        format: 1
        name: Small
        doctor:
          accept:
            - out-of-range b0000001-0000-4000-8000-000000000000 rating # my own scale
        """)
    #expect(try run("doctor").contains("2 errors"))
    _ = try run("doctor dune --accept dangling-reference")
    #expect(library["shelf.yaml"]!.hasSuffix("    - dangling-reference b0000001-0000-4000-8000-000000000000 genres\n"))
    #expect(try run("doctor --skip unknown-choice").hasPrefix("No problems"))
    #expect(try run("doctor dune --accept out-of-range").contains("the given records or files have no out-of-range"))
  }

  @Test func listensToTheManifest() throws {
    library["shelf.yaml"] = """
      format: 1
      doctor:
        severity: {out-of-range: off, unknown-choice: note, dangling-reference: warning, nonsense: error}

      """
    let text = try run("doctor")
    #expect(text.contains("1 warning and 1 note in 1 file"))
    #expect(text.contains("! warning: shelf.yaml: doctor lists an unknown check “nonsense”"))
    #expect(!text.contains("[1]"))
    library["shelf.yaml"] = "format: 1\ndoctor:\n  severity:\n    out-of-range: fatal\n"
    #expect(try run("doctor").contains("the severity of “out-of-range” must be error, warning, note or off"))
  }

  @Test func asksAboutEachProblem() throws {
    // Repairs the first problem, views the diff of the second and keeps it, and quits at the third.
    let screen = try library.runOnTerminal("doctor --interactive", typing: "1\n\n1\nn\n3\n4\n\u{4}", columns: 140)
    #expect(
      screen.contains(
        """
        books/dune-b0000001.yaml:3:9: error: “finsihed” is not one of wanted, onShelf, inProgress, paused, completed, abandoned [unknown-choice]
          3 | status: finsihed
            |         ^^^^^^^^
        What should be done?
          1  write “completed”          4  write “inProgress”       * 7  keep it as it is
          2  write “wanted”             5  write “paused”             8  skip all unknown-choice
          3  write “onShelf”            6  write “abandoned”          9  quit
        Choice [keep it as it is]: --- a/books/dune-b0000001.yaml
        """))
    #expect(screen.contains("-rating: 7\n+rating: 5\n"))
    #expect(screen.contains("Repaired 1 problem in 1 file"))
    #expect(screen.contains("2 errors in 1 file"))
    let text = try #require(library["books/dune-b0000001.yaml"])
    #expect(text.contains("status: completed\nrating: 7\n"))
  }

  @Test func arrowsAndNumbersChooseOnATerminal() throws {
    // Moves up from “keep it as it is” to the first repair, then chooses the next one by its number.
    let up = String(repeating: "\u{1B}[A", count: 6)
    _ = try library.press("doctor --interactive", typing: up + "\r\r1\r\r\u{4}", columns: 140)
    #expect(library["books/dune-b0000001.yaml"]?.contains("status: completed\nrating: 5\n") == true)
  }

  @Test func skipsAllOfAKindAndQuits() throws {
    let before = try library.tree()
    for typing in ["8\n5\n", "\u{4}", "8\n4\n3\n\u{4}"] {
      let screen = try library.runOnTerminal("doctor --interactive", typing: typing, columns: 100)
      #expect(screen.contains("Nothing was repaired."))
      #expect(try library.tree() == before)
    }
  }

  @Test func warnsAfterAnEdit() throws {
    library.environment["PATH"] = TestMachine.path
    library.environment["EDITOR"] = "sed -i.old -e s/Dune/Emma/"
    try expect(
      library.run("book edit dune"),
      is: """
        Changed books/dune-b0000001.yaml
        ! warning: books/dune-b0000001.yaml:3:9: “finsihed” is not one of wanted, onShelf, inProgress, paused, completed, abandoned
        !   3 | status: finsihed
        !     |         ^^^^^^^^
        ! warning: books/dune-b0000001.yaml:4:9: 7 is more than 5
        !   4 | rating: 7
        !     |         ^
        ! warning: books/dune-b0000001.yaml:7:5: genre e0000009 (“Fantasy”) does not exist
        !   7 |   - e0000009-0000-4000-8000-000000000000 # Fantasy
        !     |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
        ! hint: `shelf doctor books/dune-b0000001.yaml` shows what you can do
        """)
  }

  @Test func explainsEveryCheck() throws {
    let list = try library.run("doctor --list-checks")
    for check in Check.all {
      #expect(("\n" + list).contains("\n\(check.code)\t"))
      let page = try library.run("doctor --explain \(check.code)")
      #expect(page.hasPrefix("\(check.code)  \(check.severity.rawValue)\n"))
      #expect(page.contains(check.example.split(separator: "\n")[0]))
    }
  }
}

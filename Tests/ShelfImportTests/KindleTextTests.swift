import Testing

@testable import ShelfFormats
@testable import ShelfImport
@testable import ShelfModel

/// Tests header lines of clippings with words that are not in the parser's tables.
@Suite struct KindleTextTests {
  @Test(arguments: [
    ("【德】赫尔曼·黑塞, ePUBw.COM", ["【德】赫尔曼·黑塞", "ePUBw.COM"]), ("王小波，李银河", ["王小波", "李银河"]), ("村上春樹", ["村上春樹"]),
    ("Herbert, Frank", ["Frank Herbert"]), ("Unknown", []), (".", []),
    ("Pratchett, Terry;Gaiman, Neil", ["Terry Pratchett", "Neil Gaiman"]),
  ])
  func authors(_ text: String, _ names: [String]) {
    let (title, authors) = KindleTitle.divide("Zen (\(text))")
    #expect(title == "Zen" && authors == names)
  }

  @Test(arguments: [
    ("いまの <このアイテムのクリップの上限に達しました>", "いまの"),
    ("The first words <You have reached the clipping limit for this item>", "The first words"),
    ("Die Worte <Sie haben das Clipping-Limit für dieses Element erreicht>", "Die Worte"),
  ])
  func theDevicesLimitIsNoPartOfTheText(_ text: String, _ kept: String) throws {
    let file = SourceFile(
      path: "x", bytes: Array("T (A)\n- Your Highlight on Location 1-2 | Added on x\n\n\(text)\n==========\n".utf8))
    let batch = try #require(try SourceReader.read([file], as: nil, ImportOptions()).first)
    #expect(batch.drafts.last?.first(.text) == kept)
    #expect(batch.problems.contains { $0.reason.contains("clipping limit") })
  }

  @Test func aHeadingInCapitalsIsNoPartOfTheTextBelowIt() throws {
    let entries = [
      ("3808-3809", "PORTS AND ADAPTERS"), ("3809-3811", "with ports and adapters, and"),
      ("3809-3810", "ports and adapters"),
    ]
    let text = entries.map { "T (A)\n- Your Highlight on Location \($0.0) | Added on x\n\n\($0.1)\n==========\n" }
      .joined()
    let batch = try #require(
      try SourceReader.read([SourceFile(path: "x", bytes: Array(text.utf8))], as: nil, ImportOptions()).first)
    #expect(batch.drafts.compactMap { $0.first(.text) } == [entries[0].1, entries[1].1])
  }

  @Test(arguments: [
    ("Dune (Frank Herbert) (z-lib.org)", "Dune", ["Frank Herbert"]), ("Dune (z-lib.org)", "Dune", []),
    ("Dune by Frank Herbert [Herbert, Frank] (z-lib.org)", "Dune", ["Frank Herbert"]),
    ("Dune [Herbert, Frank; Ann Bee] (Z-Library)", "Dune", ["Frank Herbert", "Ann Bee"]),
    ("Dune (Herbert, Frank) (Z-Library) (1)", "Dune (Herbert, Frank) (Z-Library) (1)", []),
    ("Dune (Frank Herbert) (z-lib.org) (1)", "Dune", ["Frank Herbert"]), ("Dune (1965)", "Dune (1965)", []),
    ("Dune (1965) (Frank Herbert)", "Dune (1965)", ["Frank Herbert"]),
    ("Beloved_ A Novel (Morrison, Toni)", "Beloved: A Novel", ["Toni Morrison"]), ("a_b __ c", "a_b __ c", []),
  ])
  func sitesAreNoAuthors(_ line: String, _ title: String, _ authors: [String]) {
    let found = KindleTitle.divide(line)
    #expect(found.title == title && found.authors == authors)
  }

  @Test(arguments: [
    ("<td>$limit</td> and <td>no</td>", nil), ("<div>hello there</div>", nil), ("<see p. 4>", nil),
    ("<You have reached the clipping limit for this item>", "limit"), ("<您已达到本内容的剪贴上限>", "limit"),
    ("<Has alcanzado el límite de recortes>", "limit"),
  ])
  func onlyTheDevicesWordsAreNoText(_ text: String, _ word: String?) {
    var known = KindleMemory()
    let lines = ["T (A)", "- Your Highlight on Location 1-2 | Added on x", "", text]
    let clipping = KindleClipping(lines, line: 1, range: 0..<1, &known)
    #expect(clipping.reasonToSkip.map { $0.contains("limit") } == word.map { _ in true })
  }

  @Test(arguments: ["a < b and b > c", "see <the limits", "<You have reached the clipping limit for this item>"])
  func otherTextsStay(_ text: String) throws {
    var known = KindleMemory()
    let lines = ["T (A)", "- Your Highlight on Location 1-2 | Added on x", "", text]
    let clipping = KindleClipping(lines, line: 1, range: 0..<1, &known)
    #expect(clipping.text == text && !clipping.isShortened)
  }

  @Test(arguments: [
    ("2013年8月5日 星期一 上午09时11分28秒 GMT+08:00", "09:11:28"), ("2013年8月5日 星期一 下午09时11分28秒", "21:11:28"),
    ("2013年8月5日星期一 下午9:11:28", "21:11:28"), ("2013年8月5日 星期一 09时11分", "09:11:00"),
    ("2013年8月5日月曜日 21時11分28秒", "21:11:28"), ("2013年8月5日月曜日、13時05分", "13:05:00"),
    ("2013年8月5日月曜日 午後9:11:28", "21:11:28"), ("2013년 8월 5일 월요일 오후 9시 11분 28초", "21:11:28"),
    ("2013년 8월 5일 월요일 오전 12:01:02", "00:01:02"), ("2013年8月5日 星期一 下午9点11分28秒", "21:11:28"),
    ("2013年8月5日 星期一 下午9：11：28", "21:11:28"), ("2013年8月5日 星期一 上午12时11分28秒", "00:11:28"),
  ])
  func timesOfEastAsia(_ text: String, _ time: String) {
    #expect(KindleMemory.moment(text) == "2013-08-05T\(time)Z")
  }

  /// A time zone after the time may contain another colon.
  @Test(arguments: [
    "Thursday, 10 November 11 22:46:27 GMT+01:00", "Thursday, 10 November 2011, 10:46:27 PM GMT-08:00",
    "jueves 10 de noviembre de 2011, 22H46' GMT+01:00", "jeudi 10 novembre 2011 22 h 46 GMT+01:00",
    "giovedì 10 novembre 2011 22.46 GMT+01:00",
  ])
  func zones(_ text: String) {
    let moment = KindleMemory.moment(text)
    #expect(moment?.hasPrefix("2011-11-10T22:46:") == true, "\(moment ?? "none")")
  }

  @Test func colorsOfANotebookAreCounted() throws {
    let batch = try read(
      "<div class=\"bookTitle\">T</div><div class=\"authors\">A</div>"
        + "<div class=\"noteHeading\">Highlight (<span class=\"highlight_yellow\">yellow</span>) - Page 3 · Location 45</div>"
        + "<div class=\"noteText\">words</div>"
        + "<div class=\"noteHeading\">Note - Page 3 · Location 45</div><div class=\"noteText\">mine</div>")
    #expect(batch.leftOut == ["color": 1] && batch.drafts(.quote)[0].first(.note) == "mine")
  }
}

import Testing

@testable import ShelfImport
@testable import ShelfModel

/// Years as bibliographies and people write them.
@Suite struct YearTextTests {
  @Test(arguments: [
    ("-0384/-0322", "-384"), ("-0384/", "-384"), ("-0384", "-384"), ("-0384~", "-384"), ("-0384?", "-384"),
    ("-384", "-384"),
    ("−384", "-384"), ("-0043-03", "-43"), ("-0043-03-15", "-43"), ("-0027/0014", "-27"), ("[-384]", "-384"),
    ("-0384/..", "-384"), ("-0384-01/-0322-02", "-384"),
    ("384 BC", "-384"), ("384 BCE", "-384"), ("384 B.C.", "-384"), ("384 B.C.E.", "-384"), ("384-322 BC", "-384"),
    ("384–322 BCE", "-384"), ("384BC", "-384"), ("c. 384 BC", "-384"), ("BC 384", "-384"), ("27 BC - AD 14", "-27"),
    ("384 v. Chr.", "-384"), ("384 v.Chr.", "-384"), ("384 vor Christus", "-384"), ("384 av. J.-C.", "-384"),
    ("384 avant J.-C.", "-384"), ("384 a. C.", "-384"), ("384 a.C.", "-384"), ("384 p.n.e.", "-384"),
    ("384 f.Kr.", "-384"), ("384 до н. э.", "-384"), ("公元前384年", "-384"), ("前384年", "-384"), ("기원전 384년", "-384"),
    ("AD 79", "79"), ("79 AD", "79"), ("79 CE", "79"), ("79 n. Chr.", "79"), ("c. 800", "800"), ("ca. 800", "800"),
    ("800", "800"), ("c 0125", "125"), ("800/810", "800"),
    ("1950/1955", "1950"), ("1988/", "1988"), ("/1997", "1997"), ("1991-92", "1991"), ("1982–1983", "1982"),
    ("c2018", "2018"), ("[1888?]", "1888"), ("1750?", "1750"), ("c 1487/1490", "1487"), ("2019-05-03", "2019"),
    ("05/20/2020", "2020"), ("May 1999", "1999"), ("1999.0", "1999"), ("ABC Books 2001", "2001"),
    ("2001 CE", "2001"), ("first BCD edition 1999", "1999"),
  ])
  func years(_ text: String, _ year: String) {
    var batch = SourceBatch(format: "x")
    batch.isBibliography = true
    #expect(batch.year(text, "year", line: 1) == year)
    // The rest of a range or of an approximate year is a value that was left out.
    #expect(batch.problems.allSatisfy { $0.kind == .value && $0.reason.contains("not an exact year") })
  }

  @Test(arguments: ["forthcoming", "12019", "199X", "n.d.", "in press"])
  func noYears(_ text: String) {
    var batch = SourceBatch(format: "x")
    #expect(batch.year(text, "year", line: 1) == nil)
    #expect(batch.problems.count == 1)
  }
}

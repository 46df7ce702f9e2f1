import Testing

@testable import ShelfHistory
@testable import ShelfModel

/// Tests that the fields of a loan are merged together, so that a loan never gets another person's due date.
struct LoanMergeTests {
  private func record(_ lines: String...) -> String {
    (["id: 00000001-0000-4000-8000-000000000000", "title: Krabat"] + lines + [""]).joined(separator: "\n")
  }

  private func merge(
    _ ours: String, _ base: String, _ theirs: String, _ policy: MergePolicy = .conflict
  ) -> (text: String, conflicts: [String]) {
    let result = RecordMerge(of: .book, Schema(), policy).merge(
      ours: Array(ours.utf8), base: Array(base.utf8), theirs: Array(theirs.utf8))
    #expect(result.textReason == nil)
    return (String(decoding: result.bytes, as: UTF8.self), result.conflicts.map(\.key).sorted())
  }

  @Test func twoPeopleWhoBorrowedTheSameBook() {
    let base = record()
    let mia = record("lentTo: Mia", "lentOn: 2026-11-29", "dueOn: 2026-12-13")
    let ben = record("lentTo: Ben", "lentOn: 2026-11-29")
    #expect(merge(ben, base, mia, .ours).text == ben)
    #expect(merge(ben, base, mia, .theirs).text == mia)
    #expect(merge(mia, base, ben, .theirs).text == ben)
    let undecided = merge(ben, base, mia)
    #expect(undecided.conflicts == ["dueOn", "lentTo"])
    #expect(!undecided.text.replacing(/<<<<<<<[^>]*>>>>>>>/, with: "").contains("2026-12-13"))
  }

  /// A due date from one side and a person from the other belong to the same loan, unless one side ended that person's
  /// loan.
  @Test func datesWithoutAPerson() {
    let (base, day) = (record("rating: 4"), record("rating: 4", "dueOn: 2026-12-13"))
    for person in ["lentTo: Mia", "borrowedFrom: Mia"] {
      let lent = record("rating: 4", person)
      for merged in [merge(lent, base, day), merge(day, base, lent)] {
        #expect(merged.conflicts.isEmpty && merged.text.contains(person) && merged.text.contains("dueOn: 2026-12-13"))
      }
      #expect(merge(day, lent, record("rating: 4", person, "dueOn: 2027-01-03")).conflicts.contains("dueOn"))
    }
  }

  /// If there are enough copies, loans to two people that were entered on different computers are both kept.
  @Test func twoCopies() {
    let base = record("copies: 3", "rating: 4")
    let mia = record("copies: 3", "lentTo: Mia", "lentOn: 2026-11-29", "dueOn: 2026-12-13", "rating: 4")
    let ben = record("copies: 3", "lentTo: Ben", "lentOn: 2026-11-29", "rating: 4")
    for policy in [MergePolicy.conflict, .ours, .theirs] {
      let merged = merge(ben, base, mia, policy)
      #expect(merged.conflicts.isEmpty)
      #expect(
        merged.text.contains("lentTo: Ben\nlentOn: 2026-11-29\n") && !merged.text.contains("dueOn")
          && merged.text.contains("2026-11-29/.. Mia (due 2026-12-13)\n"))
    }
    // With a single copy, the two loans conflict.
    let one = [ben, base, mia].map { $0.replacing("copies: 3", with: "copies: 1") }
    #expect(merge(one[0], one[1], one[2]).conflicts == ["dueOn", "lentTo"])
  }

  /// Loans of copies with different numbers are both kept, even if they are lent to one person. Loans of the same copy
  /// conflict.
  @Test func numberedCopies() throws {
    let base = record("copies: 3", "rating: 4")
    func lent(_ person: String, _ copy: String) -> String {
      record("copies: 3", "lentTo: \(person)", "lentOn: 2026-11-29", "lentCopy: K\(copy)", "rating: 4")
    }
    for person in ["Ben", "Mia"] {
      let merged = merge(lent("Ben", "1"), base, lent(person, "2"))
      #expect(merged.conflicts.isEmpty)
      #expect(merged.text.contains("lentTo: Ben\nlentOn: 2026-11-29\nlentCopy: K1\n"), "\(merged.text)")
      #expect(merged.text.contains("2026-11-29/.. \(person) (copy K2)\n"), "\(merged.text)")
    }
    let same = merge(lent("Ben", "1"), base, lent("Mia", "1"))
    #expect(same.conflicts == ["lentTo"] && same.text.contains("Mia") && same.text.contains("Ben"))
    // A copy that came back on one side makes room in the fields for the copy that was lent on the other side.
    let returned = record("copies: 3", "loans: 2026-11-29/2026-11-30 Ben (copy K1)", "rating: 4")
    let further = lent("Ben", "1") + "loans: 2026-11-29/.. Mia (copy K2)\n"
    let both = merge(returned, lent("Ben", "1"), further)
    #expect(both.text.contains("lentTo: Mia\nlentOn: 2026-11-29\nlentCopy: K2\n"), "\(both.text)")
  }

  /// Two different records are merged as text, so their loans are not rewritten.
  @Test func differentRecords() {
    let mia = record("copies: 3", "lentTo: Mia", "lentOn: 2026-11-29")
    let ben = record("copies: 3", "lentTo: Ben").replacing("00000001", with: "00000002")
    let result = RecordMerge(of: .book).merge(ours: Array(ben.utf8), base: [], theirs: Array(mia.utf8))
    let text = String(decoding: result.bytes, as: UTF8.self)
    #expect(result.textReason == "the ids differ" && text.contains("lentTo: Mia\n") && !text.contains("/.."))
  }

  /// If one side returns the first copy and the other side lends a second one, the second loan takes the place of the
  /// first.
  @Test func aCopyCameBack() {
    let base = record("copies: 2", "lentTo: Mia", "lentOn: 2026-11-01")
    let returned = record("copies: 2", "loans: 2026-11-01/2026-11-14 Mia")
    let lent = record(
      "copies: 2", "lentTo: Mia", "lentOn: 2026-11-01", "loans: 2026-11-10/.. Ben (due 2026-12-01)")
    for (ours, theirs) in [(returned, lent), (lent, returned)] {
      let merged = merge(ours, base, theirs)
      #expect(merged.conflicts.isEmpty)
      #expect(
        merged.text.contains("lentTo: Ben") && merged.text.contains("lentOn: 2026-11-10")
          && merged.text.contains("dueOn: 2026-12-01") && merged.text.contains("2026-11-01/2026-11-14 Mia")
          && !merged.text.contains("/.."), "\(merged.text)")
    }
  }

  /// A class set of equal loans, of which some are back.
  private func classSet(_ copies: Int, back: Int, _ numbers: [String] = [], rating: Int = 4) -> String {
    let own = back < copies ? ["lentTo: Herr Schulz", "lentOn: 2026-03-05", "dueOn: 2026-03-19"] : []
    let past = (0..<back).map { place in
      "  - 2026-03-05/2026-03-27 Herr Schulz" + (place < numbers.count ? " (copy \(numbers[place]))" : "")
    }
    let current = Array(repeating: "  - 2026-03-05/.. Herr Schulz (due 2026-03-19)", count: max(0, copies - back - 1))
    let list = past + current
    let lines = ["copies: 30"] + own + (list.isEmpty ? [] : ["loans:"] + list) + ["rating: \(rating)"]
    return (["id: 00000001-0000-4000-8000-000000000000", "title: Krabat"] + lines + [""]).joined(separator: "\n")
  }

  private func counts(_ text: String) -> (lent: Int, past: Int) {
    let lines = text.split(separator: "\n")
    return (
      lines.count { $0.hasPrefix("lentTo:") || $0.contains("/..") }, lines.count { $0.contains("/2026-03-27 Herr") }
    )
  }

  /// Equal loans that were returned on the same day, on different computers, are different loans as long as there are
  /// enough of them.
  @Test(arguments: [
    (12, 2, 3, 7), (12, 3, 2, 7), (12, 12, 3, 0), (12, 3, 12, 0), (12, 11, 11, 0), (2, 1, 1, 0), (1, 1, 1, 0),
    (3, 0, 2, 1),
  ])
  func equalReturns(_ copies: Int, _ ours: Int, _ theirs: Int, _ lent: Int) {
    let merged = merge(
      classSet(copies, back: ours, rating: 5), classSet(copies, back: 0), classSet(copies, back: theirs))
    let (left, past) = counts(merged.text)
    #expect(merged.conflicts.isEmpty && left == lent && past == copies - lent, "\(merged.text)")
  }

  /// Past loans that the base has, too, are counted once, and so is the return of one copy with a number.
  @Test func knownReturns() {
    let known = merge(classSet(12, back: 4, rating: 5), classSet(12, back: 2), classSet(12, back: 3))
    let (lent, past) = counts(known.text)
    #expect(lent == 7 && past == 5, "\(known.text)")
    let numbered = merge(
      classSet(12, back: 2, ["01", "02"], rating: 5), classSet(12, back: 0), classSet(12, back: 2, ["02", "03"]))
    let (left, back) = counts(numbered.text)
    #expect(left == 9 && back == 3, "\(numbered.text)")
    #expect(numbered.text.ranges(of: "(copy 02)").count == 1)
  }

  /// If one of several equal loans moves to the fields, the others stay in the list.
  @Test func anEqualLoanMoves() {
    let list = Array(repeating: "  - 2026-03-05/.. Mia", count: 3)
    func version(_ own: [String], _ entries: [String]) -> String {
      (["id: 00000001-0000-4000-8000-000000000000", "title: Krabat", "copies: 5"] + own + ["loans:"] + entries + [""])
        .joined(separator: "\n")
    }
    let base = version(["lentTo: Ben"], ["  - 2026-03-01/2026-03-02 Eva"])
    let lent = version(["lentTo: Ben"], list + ["  - 2026-03-01/2026-03-02 Eva"])
    let merged = merge(version([], ["  - 2026-03-01/2026-03-02 Eva"]), base, lent)
    #expect(merged.text.contains("lentTo: Mia\nlentOn: 2026-03-05\n"), "\(merged.text)")
    #expect(merged.text.ranges(of: "2026-03-05/.. Mia").count == 2, "\(merged.text)")
  }

  @Test func aReturnAndARenewal() {
    let base = record("lentTo: Mia", "lentOn: 2026-11-01", "dueOn: 2026-11-15")
    let returned = record("loans:", "  - 2026-11-01/2026-11-14 Mia")
    let renewed = record("lentTo: Mia", "lentOn: 2026-11-01", "dueOn: 2026-12-15")
    #expect(merge(returned, base, renewed).conflicts == ["dueOn", "lentOn", "lentTo"])
    #expect(merge(returned, base, renewed, .ours).text == returned)
    let kept = merge(returned, base, renewed, .theirs).text
    #expect(kept.contains("lentTo: Mia") && kept.contains("dueOn: 2026-12-15"))
  }

  @Test func otherChangesDoNotTouchALoan() {
    let base = record("rating: 3", "lentTo: Mia", "dueOn: 2026-11-15")
    let renewed = record("rating: 3", "lentTo: Mia", "dueOn: 2026-12-15")
    let rated = record("rating: 5", "lentTo: Mia", "dueOn: 2026-11-15")
    #expect(merge(renewed, base, rated).text == record("rating: 5", "lentTo: Mia", "dueOn: 2026-12-15"))
    // The person is the same on both sides, so the dates are merged one by one.
    let since = record("rating: 3", "lentTo: Mia", "lentOn: 2026-11-01", "dueOn: 2026-11-15")
    let both = merge(renewed, base, since)
    #expect(both.conflicts.isEmpty && both.text.contains("lentOn: 2026-11-01") && both.text.contains("2026-12-15"))
  }

  @Test func bothReturnedIt() {
    let base = record("lentTo: Mia", "dueOn: 2026-11-15")
    #expect(merge(record(), base, record()).text == record())
  }
}

import ShelfTestSupport
import Testing

@testable import ShelfHistory
@testable import ShelfModel

/// Tests that the fields of a loan are merged together, so that a loan never gets another person's due date.
struct LoanMergeTests {
  private func record(_ lines: String...) -> String { record(lines) }

  private func record(_ lines: [String]) -> String {
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

  /// A loan that moved between the fields and the list is the same loan.
  @Test func movedLoans() {
    func version(_ own: String?, _ list: String...) -> String {
      let fields = own.map { own -> [String] in
        let parts = own.split(separator: " ").map(String.init)
        return ["lentTo: \(parts[0])", "lentOn: 2026-03-05"] + (parts.count > 2 ? ["dueOn: \(parts[2])"] : [])
          + ["lentCopy: \(parts[1])"]
      }
      return record(["copies: 4"] + (fields ?? []) + (list.isEmpty ? [] : ["loans:"] + list.map { "  - \($0)" }))
    }
    let (ann, back) = ("2026-03-05/.. Ann (copy B1)", "2026-03-05/2026-03-07 Ann (copy B1)")
    let (ben, returned) = ("2026-03-05/.. Ben (copy B2)", "2026-03-05/2026-03-08 Ben (copy B2)")
    let base = version("Ann B1", ben)
    let withoutAnn = version("Ben B2", back)
    // Each side returned one of the two copies.
    let none = merge(withoutAnn, base, version("Ann B1", returned))
    #expect(none.text == version(nil, back, returned) && none.conflicts.isEmpty, "\(none.text)")
    // One side returned a copy, and the other side renewed the loan of the other copy.
    let renewed = merge(withoutAnn, base, version("Ann B1", "2026-03-05/.. Ben (due 2026-04-01, copy B2)"))
    #expect(renewed.text == version("Ben B2 2026-04-01", back) && renewed.conflicts.isEmpty, "\(renewed.text)")
    // Both sides changed the same loan. Whichever is chosen, the other loan stays.
    let later = version("Ann B1 2026-04-01", ben)
    #expect(merge(withoutAnn, base, later).conflicts == ["dueOn", "lentCopy", "lentOn", "lentTo"])
    #expect(merge(withoutAnn, base, later).text.contains(ben))
    for (ours, theirs, chosen) in [(withoutAnn, later, MergePolicy.ours), (later, withoutAnn, .theirs)] {
      #expect(merge(ours, base, theirs, chosen).text == withoutAnn)
      #expect(merge(theirs, base, ours, chosen).text == later)
    }
    let further = merge(
      version("Ann B1", "2026-03-05/.. Ben (due 2026-04-01, copy B2)"), base, version("Ann B1", returned))
    #expect(further.conflicts.contains("dueOn") && further.text.contains(ann), "\(further.text)")
    // Both sides returned the same copy, on different days.
    for (ours, theirs) in [("07", "08"), ("08", "07")] {
      let days = [ours, theirs].map { version("Ann B1", returned.replacing("-08 ", with: "-\($0) ")) }
      #expect(merge(days[0], base, days[1]).text == version("Ann B1", returned.replacing("-08 ", with: "-07 ")))
    }
    // After a return on both sides, different copies can be lent, but not the same one.
    let lent = ["Cy B1", "Dee B2", "Eva B1"].map { version($0, back) }
    let only = version("Ann B1")
    #expect(merge(lent[0], only, lent[1]).text == version("Cy B1", back, "2026-03-05/.. Dee (copy B2)"))
    #expect(merge(lent[0], only, lent[2]).conflicts == ["lentTo"])
    #expect(merge(lent[0], only, lent[2], .theirs).text == lent[2])
  }

  /// While one copy is lent, the others cannot be lent twice by different sides.
  @Test func moreLoansThanCopies() {
    func lent(_ entries: [String]) -> String {
      let list = entries.map { "  - 2026-03-05/.. \($0)" }
      return record(["copies: 4", "lentTo: Ann", "lentOn: 2026-03-01"] + (list.isEmpty ? [] : ["loans:"] + list))
    }
    let (cy, dee) = (lent(["Cy", "Cy", "Cy"]), lent(["Dee", "Dee", "Dee"]))
    let conflict = merge(cy, lent([]), dee)
    #expect(conflict.conflicts.contains("lentTo") && conflict.text.contains("2026-03-01/.. Ann"), "\(conflict.text)")
    #expect(merge(cy, lent([]), dee, .ours).text == cy)
    #expect(merge(cy, lent([]), dee, .theirs).text == dee)
    let fits = merge(lent(["Cy"]), lent([]), lent(["Dee", "Dee"]))
    #expect(fits.conflicts.isEmpty && fits.text == lent(["Cy", "Dee", "Dee"]), "\(fits.text)")
    let same = merge(lent(["Cy (copy 17)"]), lent([]), lent(["Dee (copy 0017)"]))
    #expect(same.conflicts.contains("lentTo"), "\(same.text)")
  }

  /// A loan whose person, day or number one side corrected is still the same loan.
  @Test func correctedLoans() {
    let base = record("copies: 9", "lentTo: Ann", "lentOn: 2026-03-01")
    let renewed = record("copies: 9", "lentTo: Ann", "lentOn: 2026-03-01", "dueOn: 2026-04-01")
    let returned = record("copies: 9", "loans: 2026-03-01/2026-03-05 Ann")
    let corrected = record("copies: 9", "lentTo: Anna", "lentOn: 2026-03-01")
    for other in [renewed, returned] {
      #expect(!merge(corrected, base, other).conflicts.isEmpty)
      #expect(merge(corrected, base, other, .ours).text == corrected)
      #expect(merge(corrected, base, other, .theirs).text == other)
    }
    // If the person is the same, the days are merged one by one.
    let earlier = record("copies: 9", "lentTo: Ann", "lentOn: 2026-02-01")
    let clean = merge(earlier, base, renewed)
    #expect(clean.conflicts.isEmpty && clean.text.contains("lentOn: 2026-02-01\ndueOn: 2026-04-01\n"))
    #expect(!merge(earlier, base, returned).conflicts.isEmpty)
    let undated = record("copies: 9", "lentTo: Ann")
    #expect(!merge(base, undated, record("copies: 9", "loans: /2026-03-05 Ann")).conflicts.isEmpty)
    // The number became known while the loan was renewed.
    let (list, numbered) = ("loans: 2026-03-05/.. Ben", "loans: 2026-03-05/.. Ben (copy B2)")
    let both = merge(
      record("copies: 9", "lentTo: Ann", numbered), record("copies: 9", "lentTo: Ann", list),
      record("copies: 9", "lentTo: Ann", "loans: 2026-03-05/.. Ben (due 2026-04-01)"), .theirs)
    #expect(both.text.ranges(of: "Ben").count == 1, "\(both.text)")
  }

  /// A borrowed copy has the same fields for its days, so they are merged one by one.
  @Test func aBorrowedCopy() {
    let base = record("copies: 3", "lentTo: Ann", "lentOn: 2026-03-01")
    let borrowed = record(
      "copies: 3", "borrowedFrom: Bert", "lentOn: 2026-03-06", "loans: 2026-03-01/2026-03-05 Ann")
    let further = record("copies: 3", "lentTo: Ann", "lentOn: 2026-03-01", "loans: 2026-03-04/.. Cy")
    let merged = merge(further, base, borrowed)
    #expect(merged.text.contains("borrowedFrom: Bert\nlentOn: 2026-03-06\n") || !merged.conflicts.isEmpty)
  }

  /// Counts of copies come from a file, so they may be any number.
  @Test func strangeNumbersOfCopies() {
    for copies in ["-9223372036854775808", "9223372036854775807", "0", "x"] {
      func version(_ entries: String...) -> String {
        let list = entries.isEmpty ? [] : ["loans:"] + entries.map { "  - \($0)" }
        return record(["copies: \(copies)", "lentTo: Ann"] + list)
      }
      let merged = merge(version("2026-03-04/.. Cy"), version(), version("2026-03-04/.. Dee"))
      #expect(merged.text.contains("Cy") && merged.text.contains("Dee"), "\(copies): \(merged.text)")
    }
  }

  /// An undone return is no longer a return, and another copy may come back at the same time.
  @Test func undoneReturns() {
    let merged = merge(classSet(4, back: 1, rating: 5), classSet(4, back: 2), classSet(4, back: 3))
    let (lent, past) = counts(merged.text)
    #expect(lent == 2 && past == 2, "\(merged.text)")
  }

  /// A returned loan keeps the comment beside it, also if the other side returned another copy.
  @Test func comments() {
    func version(_ ben: String, _ cy: String) -> String {
      record(
        "copies: 4", "lentTo: Ann # school", "loans:", "  # further", "  - 2026-03-05/\(ben) # slow",
        "  - 2026-03-05/\(cy) # signed")
    }
    let merged = merge(
      version("2026-03-09 Ben", ".. Cy"), version(".. Ben", ".. Cy"), version(".. Ben", "2026-03-08 Cy"))
    #expect(merged.text == version("2026-03-09 Ben", "2026-03-08 Cy"), "\(merged.text)")
  }

  /// Random loans of numbered copies: each side returns, renews and lends some. A copy that only one side touched is as
  /// on that side, and a policy takes one side's state of each copy that both sides touched.
  @Test func randomLoans() {
    var random = SeededGenerator(seed: SeededGenerator.seedOfRun)
    for round in 0..<500 {
      var copies = (1...5).map { RandomCopy(number: $0, &random) }
      let base = version(of: copies.map(\.base), &random)
      for index in copies.indices { copies[index].change(&random) }
      let (ours, theirs) = (version(of: copies.map(\.ours), &random), version(of: copies.map(\.theirs), &random))
      for policy in [MergePolicy.ours, .theirs] {
        let merged = merge(ours, base, theirs, policy)
        let isClean = !copies.contains(where: \.isDisputed)
        let text = "\(round) \(policy)\nours:\n\(ours)base:\n\(base)theirs:\n\(theirs)merged:\n\(merged.text)"
        #expect(merged.conflicts.isEmpty, "\(text)")
        #expect(loans(in: merged.text) == copies.flatMap { $0.merged(policy) }.sorted(), "\(text)")
        if isClean { #expect(merge(ours, base, theirs).conflicts.isEmpty, "\(text)") }
      }
      if copies.contains(where: \.isDisputed) { #expect(!merge(ours, base, theirs).conflicts.isEmpty) }
    }
    print("loans: seed \(SeededGenerator.seedOfRun)")
  }

  /// A numbered copy, and its loans in each version as entries of a list.
  private struct RandomCopy {
    let base: [String]
    private(set) var ours: [String]
    private(set) var theirs: [String]
    private let number: Int

    init(number: Int, _ random: inout SeededGenerator) {
      self.number = number
      base = Bool.random(using: &random) ? ["2026-03-01/.. P\(number) (copy K\(number))"] : []
      (ours, theirs) = (base, base)
    }

    mutating func change(_ random: inout SeededGenerator) {
      ours = changed("Mia", &random)
      theirs = changed("Ben", &random)
    }

    private func changed(_ person: String, _ random: inout SeededGenerator) -> [String] {
      let past = "2026-03-01/2026-03-09 P\(number) (copy K\(number))"
      let lent = "2026-03-10/.. \(person)\(number) (copy K\(number))"
      return switch Int.random(in: 0..<5, using: &random) {
      case 0: base.isEmpty ? [] : [past]
      case 1: base.isEmpty ? [lent] : [past, lent]
      case 2: base.map { $0.replacing("(copy", with: "(due 2026-04-0\(person.count), copy") }
      default: base
      }
    }

    private var both: Bool { ours != base && theirs != base && ours != theirs }

    /// A copy cannot be lent to two people, nor be returned and renewed.
    var isDisputed: Bool {
      func isCurrent(_ entry: String) -> Bool { entry.contains("/..") }
      let isRenewed = [ours, theirs].contains { $0.first.map { $0.contains("due") } ?? false }
      return both && (isRenewed || [ours, theirs].allSatisfy { $0.contains(where: isCurrent) })
    }

    func merged(_ policy: MergePolicy) -> [String] {
      if ours == base { return theirs }
      if theirs == base { return ours }
      if isDisputed { return policy == .ours ? ours : theirs }
      return ours.count > theirs.count ? ours : theirs
    }
  }

  /// Returns a record with the loans of some copies, of which any current one is in the fields.
  private func version(of copies: [[String]], _ random: inout SeededGenerator) -> String {
    var entries = copies.flatMap(\.self).shuffled(using: &random)
    var fields: [String] = []
    if let place = entries.firstIndex(where: { $0.contains("/..") }), let loan = LoanEntry(entries[place]),
      case .current(let since?, let due) = loan.period
    {
      entries.remove(at: place)
      fields = ["lentTo: \(loan.person)", "lentOn: \(since)"]
      if let due { fields.append("dueOn: \(due)") }
      if let copy = loan.copy { fields.append("lentCopy: \(copy)") }
    }
    return record(["copies: 5"] + fields + (entries.isEmpty ? [] : ["loans:"] + entries.map { "  - \($0)" }))
  }

  /// Returns the loans in a record as sorted entries of a list.
  private func loans(in text: String) -> [String] {
    let lines = text.split(separator: "\n").map(String.init)
    func value(_ key: String) -> String? {
      lines.first { $0.hasPrefix(key + ": ") }.map { String($0.dropFirst(key.count + 2)) }
    }
    let own = value("lentTo").map { person in
      LoanEntry(
        .current(since: value("lentOn").flatMap { CalendarDate($0) }, due: value("dueOn").flatMap { CalendarDate($0) }),
        person, isBorrowed: false, copy: value("lentCopy"))
    }
    let list =
      lines.filter { $0.hasPrefix("  - ") }.map { String($0.dropFirst(4)) } + [value("loans")].compactMap(\.self)
    return (list + [own].compactMap { $0?.description }).sorted()
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

import Foundation
import Testing

@testable import ShelfCLI
@testable import ShelfDoctor

/// Tests that the table of checks matches the source files of the checks and the folders of their fixtures.
@Suite struct CheckTableTests {
  @Test func codesAreUniqueWordsJoinedByHyphens() {
    #expect(Set(Check.all.map(\.code)).count == Check.all.count)
    for check in Check.all {
      #expect(check.code.wholeMatch(of: /[a-z]+(-[a-z]+)+/) != nil, "\(check.code)")
      #expect(Check.named(check.code)?.code == check.code)
    }
  }

  @Test func everyCheckExplainsItself() {
    for check in Check.all {
      #expect(check.summary.first?.isLowercase == true, "\(check.code)")
      #expect(check.summary.last != ".", "\(check.code)")
      #expect(check.reason.first?.isUppercase == true || check.reason.hasPrefix("shelf"), "\(check.code)")
      #expect(check.reason.last == ".", "\(check.code)")
      #expect(!check.example.isEmpty, "\(check.code)")
      if let repair = check.repair { #expect(repair.last == ".", "\(check.code)") }
    }
  }

  @Test func everyCheckHasAFixture() {
    #expect(DoctorFixture.all.map(\.code) == Check.all.map(\.code).sorted())
  }

  @Test func everyCheckHasAFileOfItsOwn() throws {
    let folder = DoctorFixture.root.appending(path: "../../../Sources/ShelfDoctor/Checks").standardized
    var files: [String: String] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) where name.hasSuffix(".swift") {
      let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
      for match in text.matches(of: /static let \w+ = Check\(\s*"([a-z-]+)"/) {
        let code = String(match.1)
        #expect(files[code] == nil)
        files[code] = name
        var type = name.dropLast(".swift".count).lowercased()
        if type.hasSuffix("check") { type.removeLast("check".count) }
        #expect(type == code.filter { $0 != "-" })
      }
    }
    #expect(Set(files.keys) == Set(Check.all.map(\.code)))
    #expect(Set(files.values).count == files.count)
  }

  /// A check describes its repair if and only if doctor offers repairs for its fixture.
  @Test func checksWithRepairsSaySo() throws {
    for fixture in DoctorFixture.all {
      let problems = try fixture.library().problems().filter { $0.code == fixture.code }
      #expect(
        problems.contains { !$0.repairs.isEmpty } == (Check.named(fixture.code)?.repair != nil), "\(fixture.code)")
    }
  }
}

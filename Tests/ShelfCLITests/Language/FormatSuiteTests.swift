import Foundation
import ShelfTestSupport
import Testing

@testable import ShelfCLI
@testable import ShelfDoctor
@testable import ShelfModel

/// Tests that shelf reads each of the specification's example libraries as the specification defines.
///
/// Every folder in `docs/format` is a small library with an `expected.json`, which lists the records, relations and
/// findings that any conforming program must report. The tests compare the output of shelf with that file, as well as
/// the result of `read.py`, an independent implementation in Python.
struct FormatSuiteTests {
  private static let folder = URL(filePath: #filePath).appending(path: "../../../../docs/format").standardizedFileURL

  static let names: [String] =
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).filter {
      FileManager.default.fileExists(atPath: folder.appending(path: $0).appending(path: "expected.json").path)
    }.sorted()

  /// The codes of the findings that the specification defines, from the first column of its table.
  private static let codes: Set<String> = {
    let page =
      (try? String(contentsOf: folder.deletingLastPathComponent().appending(path: "format.md"), encoding: .utf8)) ?? ""
    let rows = page.components(separatedBy: "\n## Findings\n").last?.components(separatedBy: "\n## ").first ?? ""
    return Set(
      rows.split(separator: "\n").filter { $0.hasPrefix("| `") }.flatMap { row in
        row.split(separator: "|")[0].split(separator: "`").map(String.init).filter { $0.contains { $0.isLetter } }
      })
  }()

  /// Each finding that the specification defines occurs in one of the libraries, and has a check in doctor.
  @Test func everyFindingIsShown() throws {
    let shown = try FormatSuiteTests.names.flatMap { name -> [String] in
      let file = FormatSuiteTests.folder.appending(path: "\(name)/expected.json")
      let expected = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any]
      return (expected?["findings"] as? [[Any]] ?? []).compactMap { $0[1] as? String }
    }
    #expect(Set(shown) == FormatSuiteTests.codes)
    #expect(FormatSuiteTests.codes.allSatisfy { Check.named($0) != nil })
  }

  @Test("every field that was added later is in a library that uses it, and in one that declares it")
  func everyLaterFieldIsShown() throws {
    for (name, hasMeaning) in [("later-fields", true), ("later-declared", false)] {
      let folder = FormatSuiteTests.folder.appending(path: "\(name)")
      let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".yaml") }
      let text = try files.map { try String(contentsOf: folder.appending(path: $0), encoding: .utf8) }.joined()
      for field in Kind.allCases.flatMap(\.fields) where field.yieldsToDeclared {
        #expect(text.contains("\n\(field.key): "), "\(name): \(field.key)")
        #expect(text.contains("\n    \(field.key): {type: ") != hasMeaning, "\(name): \(field.key)")
      }
    }
  }

  @Test func thereAreMany() { #expect(FormatSuiteTests.names.count >= 130) }

  @Test(arguments: names) func isReadAsTheSpecificationSays(_ name: String) throws {
    let folder = FormatSuiteTests.folder.appending(path: name)
    let expected = try #require(
      JSONSerialization.jsonObject(with: Data(contentsOf: folder.appending(path: "expected.json"))) as? [String: Any])
    let library = try TestLibrary([:])
    for item in try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "library").path) {
      try FileManager.default.copyItem(
        atPath: folder.appending(path: "library").appending(path: item).path, toPath: library.absolute(item))
    }

    let records = try Kind.allCases.flatMap { kind in
      try library.run("\(kind.singular) list --format jsonl").split(separator: "\n").filter { !$0.hasPrefix("!") }.map {
        try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
      }
    }.filter { $0["kind"] != nil }.sorted { ($0["path"] as? String ?? "") < ($1["path"] as? String ?? "") }
    let wanted = try #require(expected["records"] as? [[String: Any]])
    #expect(records.count == wanted.count)
    for (record, wanted) in zip(records, wanted) {
      var fields = record
      for key in ["kind", "path", "id"] {
        #expect(fields.removeValue(forKey: key) as? String == wanted[key] as? String, "\(key)")
      }
      // shelf derives these values from other fields. They are not part of the specification.
      for key in ["seriesName", "seriesPosition", "authorSort"] { fields[key] = nil }
      if let text = fields["series"] as? String { fields["series"] = [text] }
      fields = fields.mapValues(FormatSuiteTests.ids)
      #expect(NSDictionary(dictionary: fields) == (wanted["fields"] as? NSDictionary), "\(record["path"] ?? "")")
    }

    let manifest = try Manifest.read(Array((library["shelf.yaml"] ?? "").utf8), at: "/")
    let names = Dictionary(uniqueKeysWithValues: manifest.names.entries.map { ($0.name, $0.form) })
    #expect(names == expected["names"] as? [String: String] ?? [:])

    let json = try library.run("doctor --format json").split(separator: "\n").filter { !$0.hasPrefix("[") || $0 == "[" }
    let report = try #require(
      JSONSerialization.jsonObject(with: Data(json.joined(separator: "\n").utf8)) as? [String: Any])
    let problems = try #require(report["problems"] as? [[String: Any]])
    func text(_ value: Any?) -> String { value as? String ?? "null" }
    let found = problems.map { [text($0["path"]), text($0["code"]), text($0["field"])] }.filter {
      FormatSuiteTests.codes.contains($0[1])
    }
    let findings = try #require(expected["findings"] as? [[Any]]).map { $0.map { text($0) } }
    #expect(Set(found) == Set(findings) && found.count == findings.count, "\(found)")
  }

  /// An independent implementation of the specification finds the same records and relations.
  @Test(.enabled(if: FormatSuiteTests.hasPyYAML, "PyYAML is not installed")) func anotherReaderAgrees() throws {
    let files = FormatSuiteTests.names.map { FormatSuiteTests.folder.appending(path: "\($0)/expected.json").path }
    let reader = FormatSuiteTests.folder.appending(path: "read.py").path
    let outcome = try Program.run(["python3", reader] + files, in: "/")
    #expect(outcome.status == 0 && outcome.text == "\(files.count) libraries, 0 differences\n", "\(outcome.text)")
  }

  private static let hasPyYAML = (try? Program.run(["python3", "-c", "import yaml"], in: "/").status) == 0

  /// Returns the value of a field with each reference replaced with its id.
  private static func ids(_ value: Any) -> Any {
    switch value {
    case let record as [String: Any]: record["id"] ?? value
    case let list as [Any]: list.map(ids)
    default: value
    }
  }
}

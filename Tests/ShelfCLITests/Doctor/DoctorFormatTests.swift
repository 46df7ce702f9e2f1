import Foundation
import ShelfTestSupport
import Testing

@testable import ShelfCLI

/// Tests the report formats for other programs.
@Suite struct DoctorFormatTests {
  @Test(arguments: DoctorFixture.all)
  func jsonHasTheDocumentedShape(_ fixture: DoctorFixture) throws {
    let report = try object(DoctorFormatTests.report("json", of: fixture))
    #expect(Set(report.keys) == ["library", "records", "problems"])
    #expect(report["library"] is String)
    let problems = try #require(report["problems"] as? [[String: Any]])
    for problem in problems {
      #expect(
        Set(problem.keys) == [
          "code", "severity", "path", "line", "column", "endLine", "endColumn", "message", "record", "field", "repairs",
        ])
      #expect(["error", "warning", "note"].contains(problem["severity"] as? String))
      let places = ["line", "column", "endLine", "endColumn"].map { problem[$0] }
      #expect(places.allSatisfy { ($0 as? Int ?? 0) > 0 } || places.allSatisfy { $0 is NSNull })
      for repair in try #require(problem["repairs"] as? [[String: Any]]) {
        #expect(Set(repair.keys) == ["name", "safe", "description", "command"])
        #expect((repair["command"] as? String)?.hasPrefix("shelf doctor ") == true)
      }
    }
  }

  @Test(arguments: DoctorFixture.all)
  func githubHasOneLineForEachProblem(_ fixture: DoctorFixture) throws {
    let problems = try fixture.library().problems()
    let lines = try DoctorFormatTests.report("github", of: fixture).split(separator: "\n")
    #expect(lines.count == problems.count)
    for (line, problem) in zip(lines, problems) {
      #expect(
        line.wholeMatch(
          of: /::(error|warning|notice) file=[^,:]+(,(line|col|endLine|endColumn)=\d+)*,title=[a-z-]+::.+/) != nil)
      #expect(line.contains(",title=\(problem.code)::"))
    }
  }

  /// Checks the properties that SARIF 2.1.0 requires, and those that GitHub reads.
  @Test(arguments: DoctorFixture.all)
  func sarifHasWhatIsRequired(_ fixture: DoctorFixture) throws {
    let text = try DoctorFormatTests.report("sarif", of: fixture)
    let log = try object(text)
    #expect(log["version"] as? String == "2.1.0")
    let run = try #require((log["runs"] as? [[String: Any]])?.first)
    let driver = try #require((run["tool"] as? [String: [String: Any]])?["driver"])
    #expect(driver["name"] as? String == "shelf doctor")
    let rules = try #require(driver["rules"] as? [[String: Any]])
    for rule in rules {
      #expect(rule["id"] is String)
      for key in ["shortDescription", "fullDescription", "help"] {
        #expect((rule[key] as? [String: String])?["text"] != nil)
      }
    }
    let results = try #require(run["results"] as? [[String: Any]])
    #expect(try results.count == fixture.library().problems().count)
    for result in results {
      let index = try #require(result["ruleIndex"] as? Int)
      #expect(rules[index]["id"] as? String == result["ruleId"] as? String)
      #expect(["error", "warning", "note"].contains(result["level"] as? String))
      #expect((result["message"] as? [String: String])?["text"]?.isEmpty == false)
      let location = try #require((result["locations"] as? [[String: [String: Any]]])?.first?["physicalLocation"])
      let uri = try #require((location["artifactLocation"] as? [String: String])?["uri"])
      #expect(URL(string: uri) != nil && uri.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
      let region = location["region"] as? [String: Int]
      #expect(region == nil || Set(region?.keys ?? [:].keys) == ["startLine", "startColumn", "endLine", "endColumn"])
    }
  }

  @Test(.enabled(if: schema != nil, "The schema of SARIF or Python's jsonschema is missing"))
  func sarifFollowsItsSchema() throws {
    let folder = try TemporaryFolder()
    for fixture in DoctorFixture.all {
      try folder.write(fixture.code + ".sarif", Array(DoctorFormatTests.report("sarif", of: fixture).utf8))
    }
    let script = """
      import glob, json, sys, jsonschema
      schema = json.load(open(sys.argv[1]))
      validator = jsonschema.validators.validator_for(schema)(schema)
      for path in glob.glob(sys.argv[2] + "/*.sarif"):
          validator.validate(json.load(open(path)))
      """
    #expect(try DoctorFormatTests.python(script, [try #require(DoctorFormatTests.schema), folder.path]) == 0)
  }

  // MARK: - Helpers

  private static func report(_ format: String, of fixture: DoctorFixture) throws -> String {
    var text = try fixture.library().run("doctor --format \(format)")
    if text.hasSuffix("[1]\n") { text.removeLast(4) }
    return text
  }

  private func object(_ text: String) throws -> [String: Any] {
    try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  /// The path of the official SARIF schema, or nil if the file or Python's `jsonschema` is missing.
  private static let schema: String? = {
    guard let root = ProcessInfo.processInfo.environment["SHELF_DATA"] else { return nil }
    let path = root + "/sarif-schema-2.1.0.json"
    let isThere = FileManager.default.fileExists(atPath: path)
    return isThere && (try? python("import jsonschema", [])) == 0 ? path : nil
  }()

  private static func python(_ script: String, _ arguments: [String]) throws -> Int32 {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3", "-c", script] + arguments
    process.environment = TestMachine.environment
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }
}

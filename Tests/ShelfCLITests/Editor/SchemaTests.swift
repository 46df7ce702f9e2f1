import Foundation
import ShelfKit
import ShelfTestSupport
import Testing

@testable import ShelfCLI
@testable import ShelfModel

@Suite struct SchemaTests {
  @Test func namesWhatThereIs() throws {
    let library = try TestLibrary()
    #expect(try library.refused("schema bok").contains("did you mean book?"))
    #expect(try library.refused("schema").contains("specify a schema"))
    for name in ["book", "quote", "genre", "tag", "issue", "library"] {
      #expect(try library.run("schema \(name)").contains("\"$schema\": \"http://json-schema.org/draft-07/schema#\""))
    }
  }

  @Test func holdsTheLibrarysOwnFields() throws {
    let library = try TestLibrary([
      "shelf.yaml":
        "format: 1\nfields:\n  book:\n    shelfmark: {type: choice, choices: [A1, B2], help: Where it stands}\n"
    ])
    let schema = try library.run("schema book")
    #expect(schema.contains("Where it stands") && schema.contains("\"A1\""))
  }

  /// The schema contains every setting, so that editors can complete it in `shelf.yaml`.
  @Test(arguments: LibrarySetting.all.map(\.keys)) func holdsEachSettingOfALibrary(_ keys: [String]) throws {
    let text = try TestLibrary().run("schema library")
    var node = try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    for key in keys {
      let named = node["properties"] as? [String: Any] ?? [:]
      // A key in capital letters is a placeholder for any key.
      let others = key.allSatisfy(\.isUppercase) ? [node["additionalProperties"], named.values.first] : []
      node = try #require(([named[key]] + others).compactMap { $0 as? [String: Any] }.first, "\(keys)")
    }
  }

  @Test func writesSettingsOnlyWhereThereAreNone() throws {
    let library = try TestLibrary()
    let folder = library.absolute(".vscode/shelf")
    #expect(try library.run("schema", ["--write", folder]).contains("wrote LIBRARY/.vscode/settings.json"))
    #expect(library[".vscode/settings.json"]?.contains("\".vscode/shelf/book.json\": [") == true)
    #expect(library[".vscode/shelf/issue.json"] != nil)
    library[".vscode/settings.json"] = "{}"
    let again = try library.run("schema", ["--write", folder])
    #expect(again.contains("was not changed") && again.contains("yaml.schemas"))
    #expect(library[".vscode/settings.json"] == "{}")
  }

  @Test func writesThroughNoLink() throws {
    let library = try TestLibrary()
    let other = try TemporaryFolder()
    try FileManager.default.createSymbolicLink(atPath: library.absolute(".vscode"), withDestinationPath: other.path)
    #expect(try library.run("schema", ["--write", library.absolute(".vscode/shelf")]).contains("this is a link"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: other.path).isEmpty)
  }

  // MARK: - With a validator

  /// Validates YAML with the core schema of YAML 1.2, as editors do.
  private static let script = """
    import json, re, sys, yaml, jsonschema
    class Core(yaml.SafeLoader): pass
    Core.yaml_implicit_resolvers = {}
    for tag, pattern, first in [
      ('bool', r'^(true|True|TRUE|false|False|FALSE)$', 'tTfF'), ('null', r'^(~|null|Null|NULL|)$', '~nN\\0'),
      ('int', r'^([-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+)$', '-+0123456789'),
      ('float', r'^([-+]?(\\.[0-9]+|[0-9]+(\\.[0-9]*)?)([eE][-+]?[0-9]+)?|[-+]?\\.(inf|Inf|INF)|\\.(nan|NaN|NAN))$', '-+0123456789.')]:
      Core.add_implicit_resolver('tag:yaml.org,2002:' + tag, re.compile(pattern), list(first) + ([''] if tag == 'null' else []))
    Core.add_constructor('tag:yaml.org,2002:int', lambda l, n: int(n.value, 0) if n.value[:2] in ('0o', '0x') else int(n.value))
    Core.add_multi_constructor('!', lambda l, tag, n: n.value)
    checked = {}
    def validator(schema):
      text = json.dumps(schema, sort_keys=True)
      if text not in checked:
        jsonschema.Draft7Validator.check_schema(schema)
        checked[text] = jsonschema.Draft7Validator(schema)
      return checked[text]
    def answers(job):
      validators = {name: validator(schema) for name, schema in job['schemas'].items()}
      answers = {}
      for path, kind, text in job['files']:
        try: value = yaml.load(text, Core)
        except Exception as error: answers[path] = 'unreadable: %s' % error; continue
        answers[path] = '; '.join('/'.join(map(str, e.path)) + ': ' + e.message[:200] for e in validators[kind].iter_errors(value))
      return answers
    json.dump([answers(job) for job in json.load(sys.stdin)], sys.stdout)
    """

  /// Returns the validator's message for each file of each library. The message is empty if the file is valid.
  ///
  /// The validator takes a long time to start, so one call checks all libraries.
  private func validate(_ libraries: [(library: TestLibrary, files: [String: String])]) throws -> [[String: String]] {
    var schemas: [String?: [String: Any]] = [:]
    let jobs = try libraries.map { library, files in
      let known = try schemas[library["shelf.yaml"]] ?? self.schemas(of: library)
      schemas[library["shelf.yaml"]] = known
      let list = files.compactMap { path, text in Kind.of(path: path).map { [path, $0.singular, text] } }
      return ["schemas": known, "files": list]
    }
    let input = Array(try JSONSerialization.data(withJSONObject: jobs))
    let (status, text) = try Program.run(["python3", "-c", Self.script], in: "/", input: input)
    try #require(status == 0, "\(text)")
    return try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: String]])
  }

  private func schemas(of library: TestLibrary) throws -> [String: Any] {
    var schemas: [String: Any] = [:]
    for kind in Kind.allCases {
      // Messages on standard error are not part of the schema.
      let lines = try library.run("schema \(kind.singular)").split(separator: "\n").filter { !$0.hasPrefix("! ") }
      schemas[kind.singular] = try JSONSerialization.jsonObject(with: Data(lines.joined(separator: "\n").utf8))
    }
    return schemas
  }

  /// Problems that a schema can detect.
  private static let wrong: Set = [
    "wrong-type", "out-of-range", "unknown-choice", "missing-field", "invalid-id", "missing-id",
  ]
  /// Problems that a schema may or may not detect.
  private static let odd: Set = [
    "reference-by-name", "duplicate-reference", "not-a-record", "duplicate-key", "unreadable-yaml", "unusable-text",
    "conflict-markers", "swallowed-text", "unreadable-file", "unsafe-path",
  ]

  @Test(.enabled(if: Validator.isThere, "Python's jsonschema and PyYAML are not installed"))
  func theFixturesAreJudgedAsDoctorDoes() throws {
    let libraries = try DoctorFixture.all.map { fixture in
      let library = try fixture.library()
      // Leaves out files that are too large for doctor to examine.
      let files = library.files().filter { $0.value.count < 1 << 20 }
      return (library: library, files: files.compactMapValues { String(validating: $0, as: UTF8.self) })
    }
    let answers = try validate(libraries)
    for (fixture, ((library, files), answers)) in zip(DoctorFixture.all, zip(libraries, answers)) {
      try check(answers, of: fixture, library, files)
    }
  }

  private func check(
    _ answers: [String: String], of fixture: DoctorFixture, _ library: TestLibrary, _ files: [String: String]
  ) throws {
    let codes = Dictionary(grouping: try library.problems(), by: \.path).mapValues { Set($0.map(\.code)) }
    for (path, answer) in answers {
      let found = codes[path] ?? []
      // Doctor does not report a reference to a damaged id, because the reference is repaired together with the id.
      // PyYAML cannot read some valid files, because it does not support collections as keys.
      let isOdd = fixture.code == "invalid-id" || answer.hasPrefix("unreadable")
      if found.isDisjoint(with: Self.wrong), found.isDisjoint(with: Self.odd), !isOdd {
        #expect(answer == "", "\(fixture.code): \(path)")
      }
      if ["wrong-type", "out-of-range", "unknown-choice", "missing-field"].contains(fixture.code),
        found.contains(fixture.code)
      {
        #expect(answer != "", "\(fixture.code): \(path): \(files[path] ?? "")")
      }
    }
  }

  /// Values that are valid for some types and invalid for others.
  private static let values = [
    "", "~", "[]", "x", "\"\"", "\"5\"", "5", "-3", "+5", "4.5", "4.3", "7", "5.0", "017", "1e10", "123456", "0o17",
    "~x", "true", "no", "Yes",
    "2026", "2026-11", "2026-11-21", "2026-11-21T10:00:00Z", "2026-11-21 10:00", "2019-06-02/2019-06-30", "2019/",
    "/2019",
    "8E44AD", "\"#8e44ad\"", "Completed", "inProgress", "low", "HIGH", "2", "{a: 1}", "[a]", "[a, b]", "[[a]]",
    "[5, true]", "three",
    "三体", "00000000-0000-4000-8000-000000000001", "[00000000-0000-4000-8000-000000000001]", "9".repeated(30), "!x",
    "'no'",
  ]

  @Test(.enabled(if: Validator.isThere, "Python's jsonschema and PyYAML are not installed"))
  func whatDoctorTakesIsValid() throws {
    var files = [
      "shelf.yaml": """
      format: 1
      fields:
        book:
          shelf: {type: choice, choices: [A1, "2", "true", b-c]}
          lent: {type: boolean}
          seen: {type: timestamp}
          shade: {type: color}
          count: {type: integer}
          trips: {type: interval list}
          extra: {type: text list}
          lender: {type: reference, to: tag}
      """
    ]
    var number = 0
    let own = ["shelf", "lent", "seen", "shade", "count", "trips", "extra", "lender"]
    for kind in Kind.allCases {
      for key in kind.fields.dropFirst().map(\.key) + (kind == .book ? own : []) {
        for value in Self.values {
          number += 1
          let title = key == kind.titleKey ? "" : "\(kind.titleKey): t\(number)\n"
          let id = "id: \(ShelfTestSupport.TestLibrary.id(1_000_000 + number))\n"
          files["\(kind.folder)/n\(number).yaml"] = "\(id)\(title)\(key): \(value)\n"
        }
      }
    }
    let library = try TestLibrary(files)
    let codes = Dictionary(grouping: try library.problems(), by: \.path).mapValues { Set($0.map(\.code)) }
    var refused = 0
    for (path, answer) in try validate([(library, files)])[0] {
      let found = codes[path] ?? []
      if found.isDisjoint(with: Self.wrong), found.isDisjoint(with: Self.odd) {
        #expect(answer == "", "\(found) \(files[path] ?? "")")
      }
      if answer != "" { refused += 1 }
    }
    #expect(refused > 500)
  }
}

extension String {
  fileprivate func repeated(_ count: Int) -> String { String(repeating: self, count: count) }
}

private enum Validator {
  /// Whether Python's jsonschema and PyYAML are installed. `.ci/run` installs them.
  static let isThere = (try? Program.run(["python3", "-c", "import jsonschema, yaml"], in: "/"))?.status == 0
}

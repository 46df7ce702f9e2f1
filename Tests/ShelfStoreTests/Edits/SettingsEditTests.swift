import Testing
import YAMLEdit

@testable import ShelfStore

@Suite struct SettingsEditTests {
  /// Setting a value by its path creates the missing mappings, in the style of their surroundings.
  @Test(arguments: [
    ("", "a:\n  b:\n    c: x\n"), ("# mine\n", "# mine\na:\n  b:\n    c: x\n"),
    ("z: 1\n", "z: 1\na:\n  b:\n    c: x\n"), ("z: 1", "z: 1\na:\n  b:\n    c: x"),
    ("z: 1\r\n", "z: 1\r\na:\r\n  b:\r\n    c: x\r\n"), ("{z: 1}\n", "{z: 1, a: {b: {c: x}}}\n"),
    ("{}\n", "a:\n  b:\n    c: x\n"), ("# mine\n{} # none\n", "# mine\n # none\na:\n  b:\n    c: x\n"),
    ("a:\n", "a:\n  b:\n    c: x\n"), ("a: # none yet\nz: 1\n", "a: # none yet\n  b:\n    c: x\nz: 1\n"),
    ("a: ~\n", "a:\n  b:\n    c: x\n"), ("a: {}\n", "a: {b: {c: x}}\n"), ("a: {d: 1}\n", "a: {d: 1, b: {c: x}}\n"),
    ("a:\n    d: 1\nz: 1\n", "a:\n    d: 1\n    b:\n        c: x\nz: 1\n"),
    ("a:\n  b: {d: 1} # short\n", "a:\n  b: {d: 1, c: x} # short\n"), ("a: {b: {c: 'old'}}\n", "a: {b: {c: 'x'}}\n"),
  ])
  func sets(_ source: String, _ expected: String) throws {
    var edit = try SettingsEdit(Array(source.utf8), path: "settings.yaml")
    try edit.set(["a", "b", "c"], to: .scalar(Scalar("x")))
    #expect(String(decoding: edit.document.bytes, as: UTF8.self) == expected)
  }

  @Test(arguments: ["a: text\n", "a: [x]\n", "a: {b: text}\n", "- x\n", "a: *b\n", "a: &b {b: 1}\nc: *b\n"])
  func refusesWhatWouldLoseAValue(_ source: String) {
    #expect(throws: EditError.self) {
      var edit = try SettingsEdit(Array(source.utf8), path: "settings.yaml")
      try edit.set(["a", "b", "c"], to: .scalar(Scalar("x")))
    }
  }

  @Test func removesWhatIsEmptyAfterwards() throws {
    var edit = try SettingsEdit(Array("z: 1\na:\n  b:\n    c: x\n".utf8), path: "settings.yaml")
    try edit.remove(["a", "b", "c"])
    #expect(String(decoding: edit.document.bytes, as: UTF8.self) == "z: 1\n")
    try edit.remove(["z"])
    #expect(edit.document.bytes.isEmpty)
  }
}

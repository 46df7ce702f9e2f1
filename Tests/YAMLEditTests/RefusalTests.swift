import Testing

@testable import YAMLEdit

/// Tests the reason for refusing an edit, and the position that it reports.
@Suite struct RefusalTests {
  private static func set(_ path: [Step]) -> Edit { .set(path, .scalar(Scalar("v"))) }
  private static func insert(_ key: String, into path: [Step], after sibling: String? = nil) -> Edit {
    .insert(key: key, .scalar(Scalar("v")), into: path, after: sibling)
  }

  @Test(
    arguments: [
      ("a: 1\n", set(["b"]), "nothing exists at this path", nil),
      ("a: 1\n", .renameKey([], to: "b"), "nothing exists at this path", nil),
      ("- a\n", .renameKey([0], to: "b"), "nothing exists at this path", nil),
      ("a: 1\n", .renameKey(["b"], to: "c"), "nothing exists at this path", nil),
      ("a: 1\n", insert("c", into: [], after: "b"), "nothing exists at this path", nil),
      ("a: &x {k: 1}\nb: *x\n", set(["b", "k"]), "the path leads through an alias", "*x"),
      ("a: &x {k: 1}\nb: *x\n", set(["a", "l", "m"]), "nothing exists at this path", nil),
      ("a: &x {k: 1}\nb: *x\n", .renameKey(["b", "k"], to: "l"), "the path leads through an alias", "*x"),
      ("a: &x [1]\nb: *x\n", .append(Scalar("v"), to: ["b"]), "the path leads through an alias", "*x"),
      ("a: 1\nb: {k: 1}\n", .append(Scalar("v"), to: ["b"]), "the value at this path is not a list", "{k"),
      ("a: 1\nb: [k]\n", insert("l", into: ["b"]), "the value at this path is not a mapping", "[k"),
      ("a: 1\nb: 2\n", insert("b", into: []), "the mapping already has this key", "b:"),
      ("a: 1\nb: 2\n", .renameKey(["a"], to: "b"), "the mapping already has this key", "b:"),
      ("- 1\n- [b: c]\n", insert("d", into: [1, 0]), "a pair in a list without braces can hold only one entry", "b:"),
      ("a: [x, y]\n", .setComment(["a", 0], "c"), "there is no room for a comment on the line", ", y"),
      ("a: 1\n", .remove([]), "the whole document cannot be removed", nil),
      ("a: 1\nb: &x 1\nc: *x\n", .remove(["b"]), "an alias refers to the anchor that would be removed", "b:"),
      ("a: 1\nb: {c: 1}\n", set(["b", "c", "d"]), "nothing exists at this path", nil),
      (
        "a: 1\nb: 1\n", .set(["b"], .sequence([.sequence([.sequence([])])])), "the document would be nested too deeply",
        "1\n"
      ),
      (
        "a: 1\nb: 1\n", .set(["b"], .scalar(Scalar(String(repeating: "long", count: 30)))),
        "the document would become too large", "1\n"
      ),
    ] as [(String, Edit, String, String?)])
  func tells(_ text: String, _ edit: Edit, _ reason: String, _ place: String?) throws {
    let bytes = Array(text.utf8)
    let document = try Document(bytes, limits: Limits(depth: 3, bytes: 100))
    let offset = place.flatMap { place in
      bytes.indices.last { bytes[$0...].starts(with: place.utf8) }
    }
    #expect(throws: EditRefusal(reason: reason, offset: offset)) { try document.applying(edit) }
    // Removing a comment that does not exist is allowed.
    if case .setComment(let path, _) = edit {
      #expect(try document.applying(.setComment(path, nil)).bytes == bytes)
    }
  }

  @Test func tellsOfNewDocuments() {
    let value = Value.scalar(Scalar("v"))
    #expect(throws: EditRefusal(reason: "the mapping already has this key", offset: 0)) {
      try Document.bytes(of: [("a", value), ("a", value)])
    }
    #expect(throws: EditRefusal(reason: "the document would become too large", offset: 0)) {
      try Document.bytes(of: [("a", value)], limits: Limits(depth: 3, bytes: 3))
    }
  }
}

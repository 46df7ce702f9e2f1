import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A file system object in a kind's folder that is not an ordinary record, and the expected result of loading it.
package struct HostileFile: Sendable, CustomTestStringConvertible {
  /// What to create in the folder.
  package enum Content: Sendable {
    case text(String)
    case bytes([UInt8])
    /// A sparse file of this size in bytes.
    case sparse(Int)
    case fifo
    case link(to: String)
    /// A folder that contains a valid record.
    case folder
  }

  package enum Outcome: Sendable {
    /// The file is read as a record with this path, which may be inside a folder.
    case record(at: String)
    /// The file is reported with a reason that contains this text and, unless `place` is nil, with this position.
    case unreadable(String, place: String?)
    case passedOver
  }

  package var name: String
  package var content: Content
  package var outcome: Outcome

  package var testDescription: String { name.debugDescription }

  /// Creates the object in the parent folder.
  package func make(in folder: TemporaryFolder, _ parent: String) throws {
    let path = "\(folder.path)/\(parent)/\(name)"
    switch content {
    case .text(let text): try folder.write("\(parent)/\(name)", text)
    case .bytes(let bytes): try folder.write("\(parent)/\(name)", bytes)
    case .sparse(let size):
      try folder.write("\(parent)/\(name)", "id: 1\n")
      try #require(truncate(path, off_t(size)) == 0)
    case .fifo:
      try folder.makeFolder(parent)
      try #require(mkfifo(path, 0o644) == 0)
    case .link(let target):
      try folder.makeFolder(parent)
      try #require(symlink(target, path) == 0)
    case .folder: try folder.write("\(parent)/\(name)/inner.yaml", HostileFile.good(name))
    }
  }

  /// Returns a valid record, whose id depends on the name.
  package static func good(_ name: String) -> String {
    let number = name.utf8.reduce(7) { ($0 &* 31 &+ Int($1)) & 0xFFFF_FFFF }
    return "id: \(TestLibrary.id(number))\ntitle: \(number)\nname: n\(number)\ntext: t\n"
  }
}

extension HostileFile {
  private static let id = "id: 3f2b8c1e-1b1f-4a63-8a94-0f8f4d1f2f10\n"

  private static func broken(_ name: String, _ text: String, _ reason: String, at place: String? = nil) -> HostileFile {
    HostileFile(name: name, content: .text(text), outcome: .unreadable(reason, place: place))
  }

  private static func broken(_ name: String, _ bytes: [UInt8], _ reason: String, at place: String? = nil) -> HostileFile
  {
    HostileFile(name: name, content: .bytes(bytes), outcome: .unreadable(reason, place: place))
  }

  private static func good(named name: String) -> HostileFile {
    HostileFile(name: name, content: .text(good(name)), outcome: .record(at: name))
  }

  private static func passedOver(_ name: String) -> HostileFile {
    HostileFile(name: name, content: .text("no: [record"), outcome: .passedOver)
  }

  /// Files with invalid contents.
  package static let contents: [HostileFile] = [
    broken("empty.yaml", "", "is empty"),
    broken("comment.yaml", "# nothing\n", "is empty"),
    broken("spaces.yaml", " \n\n", "is empty"),
    broken("mark.yaml", "\u{FEFF}", "is empty"),
    broken("list.yaml", "- a\n- b\n", "is not a record"),
    broken("scalar.yaml", "just text\n", "is not a record"),
    broken("unclosed.yaml", "title: \"open\nid: x\n", "quoted", at: "1:8"),
    broken("brackets.yaml", id + "genres: [a, b\ntitle: x\n", "the bracket that opens here is not closed", at: "2:9"),
    broken("colon.yaml", id + "title: a: b\n", "a colon is not allowed", at: "2:9"),
    broken("tab.yaml", id + "\ttitle: x\n", "tab", at: "2:1"),
    broken("indent.yaml", id + "  title: x\n title: y\n", "not allowed"),
    broken("two.yaml", id + "---\n" + id, "more than one document", at: "2:1"),
    broken("again.yaml", id + "title: a\ntitle: b\n", "the key “title” occurs twice", at: "3:1"),
    broken("alias.yaml", id + "title: *nobody\n", "alias", at: "2:8"),
    broken(
      "conflict.yaml", id + "<<<<<<< ours\ntitle: a\n=======\ntitle: b\n>>>>>>> theirs\n", "unresolved merge conflict",
      at: "2:1"),
    broken("noid.yaml", "title: x\n", "has no id"),
    broken("badid.yaml", "title: x\nid: 12\n", "the id is not a UUID", at: "2:5"),
    broken("nul.yaml", Array((id + "title: a\0b\n").utf8), "the control character U+", at: "2:9"),
    broken("bell.yaml", Array((id + "title: a\u{7}b\n").utf8), "the control character U+", at: "2:9"),
    broken("latin1.yaml", Array((id + "title: a").utf8) + [0xE9, 0x0A], "UTF-8", at: "2:9"),
    broken("cut.yaml", Array((id + "title: a").utf8) + [0xE4, 0xB8], "UTF-8", at: "2:9"),
    broken("surrogate.yaml", Array((id + "title: ").utf8) + [0xED, 0xA0, 0x80, 0x0A], "not UTF-8", at: "2:8"),
    broken("overlong.yaml", Array((id + "title: ").utf8) + [0xC0, 0xAF, 0x0A], "UTF-8", at: "2:8"),
    broken("utf16le.yaml", [0xFF, 0xFE] + Array(id.utf16).flatMap { [UInt8($0 & 0xFF), 0] }, "UTF-16"),
    broken("utf16be.yaml", [0xFE, 0xFF] + Array(id.utf16).flatMap { [0, UInt8($0 & 0xFF)] }, "UTF-16"),
    broken("utf16.yaml", Array(id.utf16).flatMap { [UInt8($0 & 0xFF), 0] }, "control character", at: "1:2"),
    broken("binary.yaml", (0...255).map { UInt8($0) }, "control character"),
    broken("deepflow.yaml", id + "title: " + String(repeating: "[", count: 10_000), "nested deeper"),
    broken("deepmap.yaml", id + "title: " + String(repeating: "{a: ", count: 10_000), "nested deeper"),
    broken("deeplist.yaml", String(repeating: "- ", count: 10_000) + "\n", "nested deeper"),
    broken("deepkey.yaml", id + String(repeating: "? ", count: 10_000) + "\n", "nested deeper"),
    broken("brackets200k.yaml", id + "title: " + String(repeating: "[", count: 200_000), "nested deeper"),
    broken(
      "longkey.yaml", id + String(repeating: "k", count: 5000) + ": v\n", "this line has no key with a colon",
      at: "2:1"),
    HostileFile(
      name: "gigabyte.yaml", content: .sparse(1 << 30), outcome: .unreadable("is larger than 16 MiB", place: nil)),
    HostileFile(
      name: "limit.yaml", content: .sparse((16 << 20) + 1), outcome: .unreadable("is larger than 16 MiB", place: nil)),
  ]

  /// Files that look suspicious but are valid.
  package static let odd: [HostileFile] = [
    HostileFile(
      name: "bomb.yaml", content: .text(good("bomb") + bomb), outcome: .record(at: "bomb.yaml")),
    HostileFile(name: "bom.yaml", content: .text("\u{FEFF}" + good("bom")), outcome: .record(at: "bom.yaml")),
    HostileFile(
      name: "crlf.yaml", content: .text(good("crlf").replacing("\n", with: "\r\n")), outcome: .record(at: "crlf.yaml")),
    HostileFile(
      name: "cr.yaml", content: .text(good("cr").replacing("\n", with: "\r")), outcome: .record(at: "cr.yaml")),
    HostileFile(
      name: "flow.yaml", content: .text("{" + good("flow").dropLast().replacing("\n", with: ", ") + "}"),
      outcome: .record(at: "flow.yaml")),
    HostileFile(
      name: "marked.yaml", content: .text("%YAML 1.1\n---\n" + good("marked") + "...\n"),
      outcome: .record(at: "marked.yaml")),
    HostileFile(
      name: "long.yaml", content: .text(good("long") + "review: " + String(repeating: "x ", count: 1 << 20) + "\n"),
      outcome: .record(at: "long.yaml")),
    HostileFile(
      name: "wide.yaml", content: .text(good("wide") + (0..<20_000).map { "key\($0): v\n" }.joined()),
      outcome: .record(at: "wide.yaml")),
    HostileFile(
      name: "depth.yaml",
      content: .text(good("depth") + "x: " + String(repeating: "[", count: 120) + String(repeating: "]", count: 120)),
      outcome: .record(at: "depth.yaml")),
  ]

  /// An alias bomb. Each level refers nine times to the previous level, so expanding the aliases would produce hundreds
  /// of millions of texts.
  private static let bomb: String = {
    let levels = (1...9).map { level in
      "x\(level): &x\(level) [" + Array(repeating: "*x\(level - 1)", count: 9).joined(separator: ", ") + "]\n"
    }
    return "x0: &x0 lol\n" + levels.joined()
  }()

  /// Names that are unusual, and names that records cannot have.
  package static let names: [HostileFile] = [
    good(named: "a\nb.yaml"), good(named: "a\r\n.yaml"), good(named: "\u{1B}[31m.yaml"), good(named: "-rf.yaml"),
    good(named: " .yaml"), good(named: "ä.yaml"), good(named: "三体.yml"), good(named: "x.y.yaml"),
    good(named: "\u{600}.yaml"), good(named: "e\u{301}.yaml"),
    good(named: String(repeating: "n", count: 250) + ".yaml"),
    good(named: "a\\b.yaml"), good(named: "\"q\".yaml"), good(named: "shelf.yaml"),
    passedOver(".hidden.yaml"), passedOver(".yaml"), passedOver("x.yaml~"), passedOver("x.yaml.orig"),
    passedOver("#x.yaml#"), passedOver("x.json"), passedOver("yaml"), passedOver("cover.jpg"),
    passedOver("x.yaml\u{301}"),
    HostileFile(
      name: "x.YAML", content: .text("no: [record"), outcome: .unreadable("its ending has capitals", place: nil)),
    HostileFile(name: "folder.yaml", content: .folder, outcome: .record(at: "folder.yaml/inner.yaml")),
    HostileFile(name: "folder", content: .folder, outcome: .record(at: "folder/inner.yaml")),
    HostileFile(name: ".git", content: .folder, outcome: .passedOver),
    HostileFile(name: "pipe.yaml", content: .fifo, outcome: .unreadable("is not a regular file", place: nil)),
    HostileFile(name: "pipe", content: .fifo, outcome: .passedOver),
    HostileFile(
      name: "file-link.yaml", content: .link(to: "good.yaml"), outcome: .unreadable("symbolic link", place: nil)),
    HostileFile(name: "loop", content: .link(to: "."), outcome: .unreadable("symbolic link", place: nil)),
    HostileFile(name: "self.yaml", content: .link(to: "self.yaml"), outcome: .unreadable("symbolic link", place: nil)),
    HostileFile(name: "up", content: .link(to: "../.."), outcome: .unreadable("symbolic link", place: nil)),
    HostileFile(
      name: "outside.yaml", content: .link(to: "/etc/passwd"), outcome: .unreadable("symbolic link", place: nil)),
    HostileFile(
      name: "dangling.yaml", content: .link(to: "nowhere"), outcome: .unreadable("symbolic link", place: nil)),
    HostileFile(name: "zero.yaml", content: .link(to: "/dev/zero"), outcome: .unreadable("symbolic link", place: nil)),
    HostileFile(name: ".link.yaml", content: .link(to: "good.yaml"), outcome: .passedOver),
  ]
}

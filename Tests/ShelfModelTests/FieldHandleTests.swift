import Foundation
import Testing

@testable import ShelfModel

/// Handles are made when they are first used; each of them has to name a field, even one that no test uses.
@Suite struct FieldHandleTests {
  /// The handles in the source: the name in code, the key and the kind of each.
  private static let handles: [(name: String, key: String, kind: String)] = {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let file = tests.deletingLastPathComponent().appending(path: "Sources/ShelfModel/Kinds/FieldHandle.swift")
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    return text.matches(of: /static let (\w+) = FieldHandle\("(\w+)", of: \.(\w+)\)/).map {
      (String($0.1), String($0.2), String($0.3))
    }
  }()

  @Test func everyHandleNamesAField() throws {
    #expect(Self.handles.count > 20)
    for (name, key, kind) in Self.handles {
      let kind = try #require(Kind(singular: kind))
      #expect(kind.fields.contains { $0.key == key }, "\(kind.plural) have no field \(key)")
      #expect(name == key)
    }
  }

  @Test func aNameFromOutsideIsTheHandleOfItsField() {
    #expect(FieldHandle(named: "pages") == .pages)
    #expect(Kind.book.fields.contains { FieldHandle($0) == .pages })
    #expect(FieldHandle(named: "pagse") != .pages)
  }
}

import Foundation
import Testing

@testable import ShelfModel

/// Tests that every handle names a field. Handles are created on first use, so other tests would miss some.
@Suite struct FieldHandleTests {
  /// The handles in the source, each with its name, its key and its kind.
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

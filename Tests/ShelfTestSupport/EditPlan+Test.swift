import ShelfModel
import ShelfStore
import Testing
import YAMLEdit

/// Helpers for tests of edit plans.
extension EditPlan {
  package static let testNow = Timestamp(secondsSince1970: 1_795_255_200)

  /// Creates a plan for a library that consists of these files.
  package static func test(_ files: [(path: String, text: String)], own: [Kind: [Field]] = [:]) throws -> EditPlan {
    EditPlan(try TestLibrary.make(files, own: own), now: testNow)
  }

  /// Returns the record with the number that tests use for it.
  package func record(_ number: Int) throws -> Record { try #require(library.record(recordID(number))) }

  package func assignment(
    _ key: String, _ operation: Assignment.Operation, _ values: [Assignment.Value], _ kind: Kind
  ) throws -> Assignment {
    Assignment(try #require(library.schema.field(key, of: kind)), operation, values)
  }

  /// Returns an assignment of texts to a field.
  package func set(_ key: String, _ texts: String..., of kind: Kind) throws -> Assignment {
    try assignment(key, .set, texts.map { Assignment.Value(text: $0) }, kind)
  }

  /// Returns the new text of a file, or nil if it is unchanged or deleted.
  package func text(_ path: String) -> String? {
    changes.first { $0.path == path }?.new.map { String(decoding: $0, as: UTF8.self) }
  }
}

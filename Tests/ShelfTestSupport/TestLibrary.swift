import ShelfModel
import ShelfStore
import Testing
import YAMLEdit

/// Libraries whose files are in the test, read without a disk.
package enum TestLibrary {
  /// Returns a library that consists of these files, which must all be valid records.
  package static func make(_ files: [(path: String, text: String)], own: [Kind: [Field]] = [:]) throws -> Library {
    let schema = Schema(customFields: own)
    let records = try files.map { try record($0.path, Array($0.text.utf8), schema) }
    let manifest = Manifest(
      name: "Test", customFields: own, mergePolicy: .conflict, undoLimits: UndoLimits(), doctor: DoctorSettings())
    return Library(root: "/library", manifest: manifest, schema: schema, records: records, unreadable: [])
  }

  /// Reads one file, whose folder determines the kind.
  package static func record(_ path: String, _ bytes: [UInt8], _ schema: Schema = Schema()) throws -> Record {
    let kind = try #require(Kind.allCases.first { path.hasPrefix($0.folder + "/") })
    var reader = RecordReader(schema: schema, limits: Limits())
    return try reader.read(bytes, of: RecordFile(kind: kind, path: path))
  }

  /// Returns the text of the id that tests use for the record with this number.
  package static func id(_ number: Int) -> String {
    let digits = String(number, radix: 16)
    return "00000000-0000-4000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits
  }
}

/// Returns the id that tests use for the record with this number.
package func recordID(_ number: Int) -> RecordID { RecordID(high: 0x4000, low: 0x8000_0000_0000_0000 | UInt64(number)) }

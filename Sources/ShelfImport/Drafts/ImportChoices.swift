import ShelfFormats
import ShelfModel
import ShelfStore
import ShelfText

/// The user's choices that later imports of similar files repeat: the order of day and month for ambiguous dates, by
/// format, and the fields of columns that `--map` assigned, by the columns of the table.
///
/// The choices are stored in a file next to the import bases, which git ignores. A later import of the same format uses
/// the stored order for files whose dates are all ambiguous. So the user has to choose only once, and ambiguous dates
/// are not reduced to their years. A table with the same columns uses the stored fields, unless the user maps columns.
package struct ImportChoices: Sendable {
  /// The path of the file, relative to the library. Its name is from a time when it contained only the orders of dates.
  package static let path = ".shelf/imports/dates.json"
  /// The maximum size of the file, in bytes.
  package static let maxSize = 1 << 20

  /// The columns and the fields that they are mapped to.
  package typealias Maps = [(column: String, field: FieldHandle)]

  package private(set) var orders: [String: DateStyle] = [:]
  /// The maps of tables, by their columns (see `columns(_:)`).
  package private(set) var maps: [String: Maps] = [:]
  /// The contents of the file as they were read, or nil if there was no file.
  private let old: [UInt8]?

  private static let mapsKey = "maps"

  /// Parses the file. Anything that cannot be parsed is dropped.
  package init(_ contents: [UInt8]?) {
    old = contents
    var parser = JSONParser(contents ?? [])
    for member in (try? parser.value())?.members ?? [] {
      if member.key == ImportChoices.mapsKey {
        for table in member.value.members {
          maps[table.key] = table.value.members.compactMap { map in
            map.value.text.map { (column: map.key, field: FieldHandle(named: $0)) }
          }
        }
      } else {
        orders[member.key] = member.value.text.flatMap { DateStyle(rawValue: $0) }
      }
    }
  }

  /// Returns the columns of a table in the form that identifies them in the file.
  static func columns(_ header: [String]) -> String { header.map(ColumnName.fold).joined(separator: " ") }

  /// Returns the change to the file for the choices of an import, or nil if it does not change.
  package mutating func remember(_ chosen: [String: DateStyle], _ chosenMaps: [String: Maps]) -> FileChange? {
    if chosen.isEmpty && chosenMaps.isEmpty { return nil }
    orders.merge(chosen) { $1 }
    maps.merge(chosenMaps) { $1 }
    var json = JSONWriter(.pretty)
    json.object { json in
      for (format, style) in orders.sorted(by: { $0.key < $1.key }) { json.member(format, style.rawValue) }
      if maps.isEmpty { return }
      json.key(ImportChoices.mapsKey)
      json.object { json in
        for (table, maps) in maps.sorted(by: { $0.key < $1.key }) {
          json.key(table)
          json.object { json in for (column, field) in maps { json.member(column, field.key) } }
        }
      }
    }
    json.endLine()
    let new = json.take()
    // A larger file could not be read again.
    return new == old || new.count > ImportChoices.maxSize
      ? nil : FileChange(path: ImportChoices.path, old: old, new: new)
  }
}

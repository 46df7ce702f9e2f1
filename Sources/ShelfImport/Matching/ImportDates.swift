import ShelfStore
import ShelfText

/// The order of day and month that the user chose for ambiguous dates in each format.
///
/// The choices are stored in a file next to the import bases, which git ignores. A later import of the same format uses
/// the stored order for files whose dates are all ambiguous. So the user has to choose only once, and ambiguous dates
/// are not reduced to their years.
package struct ImportDates: Sendable {
  /// The path of the file, relative to the library.
  package static let path = ".shelf/imports/dates.json"
  /// The maximum size of the file, in bytes.
  package static let maxSize = 1 << 16

  package private(set) var orders: [String: DateStyle] = [:]
  /// The contents of the file as they were read, or nil if there was no file.
  private let old: [UInt8]?

  /// Parses the file. Anything that cannot be parsed is dropped.
  package init(_ contents: [UInt8]?) {
    old = contents
    var parser = JSONParser(contents ?? [])
    for member in (try? parser.value())?.members ?? [] {
      orders[member.key] = member.value.text.flatMap { DateStyle(rawValue: $0) }
    }
  }

  /// Returns the change to the file for the orders that the user has chosen, or nil if it does not change.
  package mutating func remember(_ chosen: [String: DateStyle]) -> FileChange? {
    let known = orders
    orders.merge(chosen) { $1 }
    if orders == known { return nil }
    var json = JSONWriter(.pretty)
    json.object { json in
      for (format, style) in orders.sorted(by: { $0.key < $1.key }) { json.member(format, style.rawValue) }
    }
    json.endLine()
    return FileChange(path: ImportDates.path, old: old, new: json.take())
  }
}

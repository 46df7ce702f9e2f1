/// The location of a record's file; the folder determines the kind.
package struct RecordFile: Sendable {
  package let kind: Kind
  /// The folder relative to the library, which all its files share.
  package let folder: String
  package let name: String

  /// The path relative to the library, with `/` between its parts.
  package var path: String { folder + "/" + name }

  package init(kind: Kind, folder: String, name: String) {
    self.kind = kind
    self.folder = folder
    self.name = name
  }

  package init(kind: Kind, path: String) {
    let slash = path.lastIndex(of: "/")
    self.init(
      kind: kind, folder: String(path[..<(slash ?? path.startIndex)]),
      name: String(path[(slash.map { path.index(after: $0) } ?? path.startIndex)...]))
  }

  /// Returns whether a file of this name would be a record if its ending had no capitals.
  package static func isNameInCapitals(_ name: String) -> Bool {
    name.last.map { "lL".contains($0) } ?? false && !isName(name) && isName(withPlainEnding(name))
  }

  /// Returns a name or a path with its ending in lower case.
  package static func withPlainEnding(_ name: String) -> String {
    guard let dot = name.lastIndex(of: ".") else { return name }
    return name[..<dot] + name[dot...].lowercased()
  }

  /// Returns whether a file of this name in a kind's folder is a record.
  package static func isName(_ name: String) -> Bool {
    var name = name
    return name.withUTF8(isName)
  }

  package static func isName(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    func ends(with suffix: StaticString) -> Bool {
      let start = name.count - suffix.utf8CodeUnitCount
      guard start >= 0 else { return false }
      return (0..<suffix.utf8CodeUnitCount).allSatisfy { name[start + $0] == suffix.utf8Start[$0] }
    }
    return name.first != UInt8(ascii: ".") && (ends(with: ".yaml") || ends(with: ".yml"))
  }
}

extension Kind {
  /// Returns the kind of the records in a file; nil if it would not be read as a record.
  package static func of(path: String) -> Kind? {
    let parts = path.split(separator: "/")
    guard parts.count > 1, let name = parts.last, RecordFile.isName(String(name)),
      !parts.contains(where: { $0.first == "." })
    else { return nil }
    return allCases.first { $0.folder == parts[0] }
  }
}

/// The location of a record's file. The folder determines the record's kind.
package struct RecordFile: Sendable {
  package let kind: Kind
  /// The path of the folder, relative to the library. All records in the folder share the string.
  package let folder: String
  package let name: String

  /// The path of the file, relative to the library, with `/` as the separator.
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

  /// Returns whether a file with this name would be a record if its extension were written in lower case.
  package static func isNameInCapitals(_ name: String) -> Bool {
    name.last.map { "lL".contains($0) } ?? false && !isName(name) && isName(withPlainEnding(name))
  }

  /// Returns a name or path with its extension in lower case.
  package static func withPlainEnding(_ name: String) -> String {
    guard let dot = name.lastIndex(of: ".") else { return name }
    return name[..<dot] + name[dot...].lowercased()
  }

  /// Returns whether a file with this name in a kind's folder is a record.
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
  /// Returns the kind of the record in the file at a path, or nil if no record can have this path.
  package static func of(path: String) -> Kind? {
    let parts = path.split(separator: "/")
    guard parts.count > 1, let name = parts.last, RecordFile.isName(String(name)),
      !parts.contains(where: { $0.first == "." })
    else { return nil }
    return allCases.first { $0.folder == parts[0] }
  }
}

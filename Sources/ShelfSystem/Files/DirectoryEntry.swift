/// One entry of a folder. The name is nil if it is not UTF-8, and the type is nil if the disk does not report it.
package struct DirectoryEntry: Hashable, Sendable {
  package var name: String?
  package var type: FileType?

  init(_ name: some Collection<UInt8>, _ type: FileType?) {
    self.name = String(validating: name, as: UTF8.self)
    self.type = type
  }
}

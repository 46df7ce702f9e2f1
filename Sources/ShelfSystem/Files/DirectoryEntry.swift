/// One entry of a folder: its name, nil if that is not UTF-8, and its type, nil if the disk does not report it.
package struct DirectoryEntry: Hashable, Sendable {
  package var name: String?
  package var type: FileType?
}

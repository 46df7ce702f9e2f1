/// One name in a folder. The name is nil where it is not UTF-8; the type where the disk does not tell.
package struct DirectoryEntry: Hashable, Sendable {
  package var name: String?
  package var type: FileType?
}

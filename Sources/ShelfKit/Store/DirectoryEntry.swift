/// One name in a folder. The name is nil where it is not UTF-8; the type where the disk does not tell.
public struct DirectoryEntry: Hashable, Sendable {
  public var name: String?
  public var type: FileType?
}

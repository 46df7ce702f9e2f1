import ShelfModel
import ShelfSystem
import YAMLEdit

/// The facts that the merge driver needs about a file: its kind, and its library's schema and merge policy.
///
/// git passes the driver a path from the top of the repository. The nearest folder above the file that contains a
/// `shelf.yaml` is its library, and the first folder inside that library determines the kind. During a merge the
/// library may be inconsistent, so only `shelf.yaml` is read, and never the records. If it is unreadable or missing,
/// the built-in fields are used; if its format is newer than this program, the file is merged as text.
package struct MergeTarget: Sendable {
  /// The type of the file, or nil if it is neither a record nor a library's `shelf.yaml`.
  package var subject: MergeSubject? { isManifest ? .manifest : kind.map { .record(schema.fields(of: $0)) } }
  private var kind: Kind?
  private var isManifest = false
  /// The path of the file's library relative to the current folder, which is empty or ends with a slash, or nil if
  /// there is no library.
  private var folder: String?
  private var schema = Schema()
  package private(set) var policy = MergePolicy.conflict
  /// The reason why the file is merged as text although it is a record.
  package private(set) var textReason: String?

  /// Looks for the library of a file.
  ///
  /// - Parameter path: the path of the file from the current folder, which git sets to the top of the repository.
  package init(_ path: String, fileSystem: any FileSystem) {
    let parts = path.split(separator: "/").map(String.init)
    guard let name = parts.last, RecordFile.isName(name), !parts.contains(where: { $0.hasPrefix(".") && $0 != ".." })
    else { return }
    let start = path.hasPrefix("/") ? "/" : ""
    for depth in (0..<parts.count).reversed() {
      let manifest = start + (parts[..<depth] + [Manifest.fileName]).joined(separator: "/")
      guard (try? fileSystem.status(manifest)) != nil else { continue }
      folder = start + parts[..<depth].map { $0 + "/" }.joined()
      kind = MergeTarget.kind(parts[depth])
      isManifest = depth + 1 == parts.count && name == Manifest.fileName
      if let bytes = try? fileSystem.contents(of: manifest, limit: Limits().bytes) { read(bytes) }
      return
    }
    kind = parts.dropLast().lazy.compactMap { MergeTarget.kind($0) }.first
    isManifest = kind == nil && name == Manifest.fileName
  }

  /// Returns whether the file may belong to a library.
  ///
  /// - Parameter library: the path of the library relative to the current folder, either empty or ending with a slash,
  ///   or nil for any library.
  package func isOf(_ library: String?) -> Bool { library == nil || folder == nil || folder == library }

  /// The path of the library's manifest from the current folder, or nil if there is no library.
  package var manifest: String? { folder.map { $0 + Manifest.fileName } }

  private static func kind(_ folder: String) -> Kind? { Kind.allCases.first { $0.folder == folder } }

  private mutating func read(_ bytes: [UInt8]) {
    guard let reader = try? ManifestReader.reading(bytes, limits: Limits()).reader else { return }
    guard reader.format <= Manifest.format else {
      textReason = "the library has format \(reader.format), but only formats up to \(Manifest.format) are supported"
      return
    }
    if let declared = try? reader.declaredFields() { schema = Schema(customFields: declared.byKind) }
    policy = (try? reader.mergePolicy()) ?? .conflict
  }
}

import ShelfSystem
import YAMLEdit

/// The settings in a library's `shelf.yaml`.
///
/// shelf reads the manifest before any record, because it declares the custom fields of the `Schema`. A mistake in the
/// manifest is therefore an error that names the line, with three exceptions: invalid filters are only collected,
/// unknown settings and languages are left to `doctor`, and the settings for publishing are not parsed with the others.
/// If the file has an unresolved merge conflict, our side is read, so that the library remains usable.
package struct Manifest: Sendable {
  package static let fileName = "shelf.yaml"
  /// The newest format that this program supports.
  package static let format = 1

  package let name: String
  package internal(set) var customFields: [Kind: [Field]] = [:]
  /// The declarations of these fields, including those that have no effect.
  package internal(set) var declaredFields: [DeclaredField] = []
  /// The file's bytes, for reporting problems with declarations and unknown settings. The array is empty if there are
  /// none of either.
  package internal(set) var declarations: [UInt8] = []
  /// The unknown keys of the manifest, with their positions.
  package internal(set) var unknownSettings: [(key: String, range: Range<Int>)] = []
  /// The policy for resolving fields that two branches changed differently.
  package internal(set) var mergePolicy = MergePolicy.conflict
  /// The limits of the history that is kept for `undo`.
  package internal(set) var undoLimits = UndoLimits()
  /// The severities of checks, and the accepted problems.
  package internal(set) var doctor = DoctorSettings()
  /// Whether shelf commits every change with git.
  package internal(set) var commits = false
  /// The reading goals: the number of books to finish, by year.
  package internal(set) var goals: [Int: Int] = [:]
  /// The books to read next, in order.
  package internal(set) var queue: [QueueEntry] = []
  /// The sort forms of people's names.
  package internal(set) var names = PersonNames()
  /// The library's settings for imports, by format.
  package internal(set) var imports: [ImportSettings] = []
  /// The language of published pages, or nil if the manifest does not state it.
  package internal(set) var language: LanguageSetting?
  /// Whether setting the progress of a book also adds an entry to its reading log.
  package internal(set) var logsProgress = true
  /// The file's bytes, for displaying or repairing the file. The array is empty if the file has an unresolved merge
  /// conflict.
  package internal(set) var source: [UInt8] = []
  /// The saved filters, in the order of the manifest.
  package internal(set) var filters: [SavedFilter] = []
  /// The unresolved merge conflict in the file, whose “ours” side was read, or nil if there is none.
  package internal(set) var conflict: UnreadableFile?
  /// Invalid entries among the saved filters.
  package internal(set) var unreadableFilters: [UnreadableFile] = []

  package init(
    name: String, customFields: [Kind: [Field]] = [:], mergePolicy: MergePolicy = .conflict,
    undoLimits: UndoLimits = UndoLimits(), doctor: DoctorSettings = DoctorSettings(), commits: Bool = false,
    filters: [SavedFilter] = [], unreadableFilters: [UnreadableFile] = []
  ) {
    self.name = name
    self.customFields = customFields
    self.mergePolicy = mergePolicy
    self.undoLimits = undoLimits
    self.doctor = doctor
    self.commits = commits
    self.filters = filters
    self.unreadableFilters = unreadableFilters
  }

  /// Returns the manifest with the queue, the names and the language from other contents of the file, or the unchanged
  /// manifest if the contents cannot be read.
  package func replacing(_ bytes: [UInt8]) -> Manifest {
    guard let reader = try? ManifestReader(bytes, limits: Limits()), let queue = try? reader.queue(),
      let names = try? reader.names()
    else { return self }
    var manifest = self
    (manifest.queue, manifest.names, manifest.source) = (queue, names, bytes)
    manifest.language = reader.language()
    return manifest
  }

  /// Returns the public part of the manifest: the library's name and language, the given custom fields, people's names,
  /// which only decide the order of authors, and the goals if the settings publish them.
  package func forPages(_ customFields: [Kind: [Field]], _ settings: PublishSettings) -> Manifest {
    var manifest = Manifest(name: name, customFields: customFields)
    manifest.names = names.forOrderOnly
    manifest.language = language
    if settings.showsGoals { manifest.goals = goals }
    return manifest
  }

  /// Parses the settings for published pages strictly: anything unknown or invalid is an error.
  ///
  /// They are not parsed when the library is read, so that a mistake in them does not affect other commands.
  package func publishSettings() throws(UnreadableFile) -> PublishSettings {
    if let conflict { throw conflict }
    if source.isEmpty { return PublishSettings() }
    return try ManifestReader(source, limits: Limits()).publishSettings(schema: Schema(customFields: customFields))
  }

  /// Returns whether a path is that of the manifest, or of another file, with another extension or sign after it, as in
  /// `shelf.yaml.orig` and `shelf.yaml~`.
  package static func isBackup(_ path: String, of original: String = fileName) -> Bool {
    guard path.hasPrefix(original) else { return false }
    let rest = path.dropFirst(original.count)
    return !rest.contains("/") && rest.first.map { !$0.isLetter } ?? false
  }

  /// The maximum size of the file in bytes. Every command reads it.
  private static let sizeLimit = 2 << 20

  /// Reads the manifest of the library at a path.
  package static func load(at root: String, fileSystem: any FileSystem, limits: Limits) throws(LibraryError) -> Manifest
  {
    let path = root + "/" + fileName
    let bytes: [UInt8]?
    do throws(FileError) {
      let limit = min(limits.bytes, sizeLimit)
      bytes = try fileSystem.status(path) == nil ? nil : fileSystem.contents(of: path, limit: limit)
    } catch {
      throw .file(error)
    }
    guard let bytes else { throw .notALibrary(path: root) }
    return try read(bytes, at: root, limits: limits)
  }

  /// Parses the manifest of the library at a path from the bytes of its file.
  package static func read(_ bytes: [UInt8], at root: String, limits: Limits = Limits()) throws(LibraryError)
    -> Manifest
  {
    let path = root + "/" + fileName
    let (reader, conflict): (ManifestReader, UnreadableFile?)
    do throws(UnreadableFile) {
      (reader, conflict) = try ManifestReader.reading(bytes, limits: limits)
    } catch {
      throw .manifest(error)
    }
    guard reader.format <= Manifest.format else {
      throw .newerFormat(found: reader.format, known: Manifest.format, path: path)
    }
    let filters = reader.filters()
    do throws(UnreadableFile) {
      let declared = try reader.declaredFields()
      var manifest = Manifest(
        name: reader.name, customFields: declared.byKind, mergePolicy: try reader.mergePolicy(),
        undoLimits: try reader.undoLimits(), doctor: try reader.doctorSettings(), commits: try reader.commits(),
        filters: filters.read, unreadableFilters: filters.unreadable)
      manifest.goals = try reader.goals()
      manifest.queue = try reader.queue()
      manifest.names = try reader.names()
      manifest.imports = try reader.imports()
      manifest.language = reader.language()
      manifest.logsProgress = try reader.logsProgress()
      manifest.source = conflict == nil ? bytes : []
      manifest.declaredFields = declared
      manifest.unknownSettings = reader.unknownSettings()
      if !declared.isEmpty || !manifest.unknownSettings.isEmpty { manifest.declarations = bytes }
      manifest.conflict = conflict
      return manifest
    } catch {
      throw .manifest(error)
    }
  }
}

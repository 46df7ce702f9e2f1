import ShelfSystem
import YAMLEdit

/// The library's `shelf.yaml`.
package struct Manifest: Sendable {
  /// The manifest's file name.
  package static let fileName = "shelf.yaml"
  /// The newest format that this program reads and writes.
  package static let format = 1

  package let name: String
  /// The fields that the library declares in addition to those of each kind.
  package internal(set) var ownFields: [Kind: [Field]] = [:]
  /// The declarations of these fields, and those that are ignored.
  package internal(set) var declaredFields: [DeclaredField] = []
  /// The file as it was read, for findings in it; empty if it declares no field and has no unknown setting.
  package internal(set) var declarations: [UInt8] = []
  /// The keys of the manifest that set nothing, with where they are.
  package internal(set) var unknownSettings: [(key: String, range: Range<Int>)] = []
  /// What happens to fields that two branches changed.
  package internal(set) var mergePolicy = MergePolicy.conflict
  /// How much of the history is kept for `undo`.
  package internal(set) var undoLimits = UndoLimits()
  /// How severe problems are here, and which are accepted.
  package internal(set) var doctor = DoctorSettings()
  /// Whether every command that changes the library commits the change.
  package internal(set) var commits = false
  /// How many books to finish in a year, by year.
  package internal(set) var goals: [Int: Int] = [:]
  /// What is meant to be read, in its order.
  package internal(set) var queue: [QueueEntry] = []
  /// Whether saying how far a reading is also notes that for the day.
  package internal(set) var logsProgress = true
  /// The file as it was read, where something in it may have to be shown or mended.
  package internal(set) var source: [UInt8] = []
  /// The saved filters, in the order of the manifest.
  package internal(set) var filters: [SavedFilter] = []
  /// The unresolved merge in the file, of which our side is read; nil if there is none.
  package internal(set) var conflict: UnreadableFile?
  /// Entries among the saved filters that are not valid.
  package internal(set) var unreadableFilters: [UnreadableFile] = []

  package init(
    name: String, ownFields: [Kind: [Field]] = [:], mergePolicy: MergePolicy = .conflict,
    undoLimits: UndoLimits = UndoLimits(), doctor: DoctorSettings = DoctorSettings(), commits: Bool = false,
    filters: [SavedFilter] = [], unreadableFilters: [UnreadableFile] = []
  ) {
    self.name = name
    self.ownFields = ownFields
    self.mergePolicy = mergePolicy
    self.undoLimits = undoLimits
    self.doctor = doctor
    self.commits = commits
    self.filters = filters
    self.unreadableFilters = unreadableFilters
  }

  /// Returns the manifest with the queue of another state of the file.
  package func replacing(_ bytes: [UInt8]) -> Manifest {
    guard let reader = try? ManifestReader(bytes, limits: Limits()), let queue = try? reader.queue() else {
      return self
    }
    var manifest = self
    (manifest.queue, manifest.source) = (queue, bytes)
    return manifest
  }

  /// Returns the public part of the manifest: the library's name, some of its own fields, and its goals if the settings
  /// name them.
  package func forPages(_ ownFields: [Kind: [Field]], _ settings: PublishSettings) -> Manifest {
    var manifest = Manifest(name: name, ownFields: ownFields)
    if settings.showsGoals { manifest.goals = goals }
    return manifest
  }

  /// Reads what the manifest says about published pages, strictly: whatever is not understood is an error.
  ///
  /// Only publishing reads it, so that a mistake there stops nothing else.
  package func publishSettings() throws(UnreadableFile) -> PublishSettings {
    if let conflict { throw conflict }
    if source.isEmpty { return PublishSettings() }
    return try ManifestReader(source, limits: Limits()).publishSettings(schema: Schema(ownFields: ownFields))
  }

  /// The maximum size of the file in bytes: every command reads it.
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

  /// Reads the manifest of the library at a path from the bytes of its file.
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
        name: reader.name, ownFields: declared.byKind, mergePolicy: try reader.mergePolicy(),
        undoLimits: try reader.undoLimits(), doctor: try reader.doctorSettings(), commits: try reader.commits(),
        filters: filters.read, unreadableFilters: filters.unreadable)
      manifest.goals = try reader.goals()
      manifest.queue = try reader.queue()
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

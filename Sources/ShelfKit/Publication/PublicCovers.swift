import ShelfFormats
import ShelfModel
import ShelfStore
import ShelfSystem
import Synchronization

/// Finds the covers that may be published, and rewrites them without metadata.
struct PublicCovers {
  private(set) var covers: [RecordID: PublicCover] = [:]
  /// The number of covers that were omitted because they were fetched from a catalogue.
  private(set) var fetched = 0
  /// The files that are not valid images.
  private(set) var invalid: [String] = []

  /// - Parameter leftOut: the paths of the files that a sparse checkout omits from the work tree.
  /// - Throws: `PublicationRefusal.coverSources` if the covers, or the file that lists the fetched covers or a copy of
  ///   it, cannot be read, or `PublicationRefusal.leftOut` if a sparse checkout omits one of the files.
  init(
    of books: [Record], in library: Library, _ settings: PublishSettings, leftOut: Set<String>,
    _ fileSystem: any FileSystem
  ) throws {
    if settings.hidesCovers { return }
    let all: Covers
    do throws(FileError) { all = try Covers(at: library.root, fileSystem: fileSystem, leftOut: leftOut) } catch {
      throw PublicationRefusal.coverSources(path: CoverPath.folder)
    }
    if all.files.isEmpty { return }
    var owned: [RecordID: [Covers.File]] = [:]
    for book in books {
      let files = all.files(of: book, library.schema)
      if !files.isEmpty { owned[book.id] = files }
    }
    if owned.isEmpty { return }
    if let path = leftOut.filter(CoverPath.isSources).min() { throw PublicationRefusal.leftOut(path: path) }
    var listed: [Covers.File] = []
    for path in [CoverPath.sources] + all.sourcesCopies {
      do {
        listed += try CoverSources(at: library.root, path, fileSystem: fileSystem).covers.files
      } catch {
        throw PublicationRefusal.coverSources(path: path)
      }
    }
    let known = Covers(listed)
    var shown: [(book: RecordID, path: String)] = []
    for book in books {
      // If there are several covers, it is unknown which of them is correct.
      guard let files = owned[book.id], files.count == 1, let file = files.first, file.isRegular else { continue }
      if !settings.showsFetchedCovers, !known.files(of: book, library.schema).isEmpty {
        fetched += 1
      } else if file.isLeftOut {
        throw PublicationRefusal.leftOut(path: file.path)
      } else {
        shown.append((book.id, file.path))
      }
    }
    let pictures = PublicCovers.pictures(shown.map { library.root + "/" + $0.path }, library.threads, fileSystem)
    for ((book, path), picture) in zip(shown, pictures) {
      if let picture { covers[book] = picture } else { invalid.append(path) }
    }
  }

  /// Rewrites images on several threads. The result contains nil for each file that is not a valid image.
  private static func pictures(_ paths: [String], _ threads: Int, _ fileSystem: any FileSystem) -> [PublicCover?] {
    let next = Atomic(0)
    let made = Parallel.run(threads: max(1, min(threads, paths.count))) {
      var mine: [(place: Int, picture: PublicCover?)] = []
      while true {
        let place = next.wrappingAdd(1, ordering: .relaxed).oldValue
        guard place < paths.count else { return mine }
        let image = try? fileSystem.contents(of: paths[place], limit: CoverPicture.maxInput)
        mine.append((place, image.flatMap { try? PublicCover($0) }))
      }
    }
    return made.joined().sorted { $0.place < $1.place }.map(\.picture)
  }
}

import ShelfImages
import ShelfModel
import ShelfStore
import ShelfSystem

/// Finds the covers that may be shown.
struct PublicCovers {
  private(set) var covers: [RecordID: PublicCover] = [:]
  /// How many were left out because they were fetched from a catalogue.
  private(set) var fetched = 0
  /// The files that are not valid images.
  private(set) var invalid: [String] = []

  /// - Throws: `PublicationRefusal.coverSources` if nothing tells which covers were fetched.
  init(
    of books: [Record], in library: Library, _ settings: PublishSettings, _ fileSystem: any FileSystem
  ) throws {
    if settings.hidesCovers { return }
    let all = Covers(at: library.root, fileSystem: fileSystem)
    if all.files.isEmpty { return }
    var owned: [RecordID: [Covers.File]] = [:]
    for book in books {
      let files = all.files(of: book, library.schema)
      if !files.isEmpty { owned[book.id] = files }
    }
    if owned.isEmpty { return }
    let sources: Set<String>
    do {
      sources = Set(try CoverSources(at: library.root, fileSystem: fileSystem).names)
    } catch {
      throw PublicationRefusal.coverSources(path: CoverPath.sources)
    }
    for book in books {
      // Of several, none can be told to be the right one.
      guard let files = owned[book.id], files.count == 1, let file = files.first, file.isRegular else { continue }
      let name = String(file.path.dropFirst(CoverPath.folder.count + 1))
      if sources.contains(name), !settings.showsFetchedCovers {
        fetched += 1
        continue
      }
      do {
        let image = try fileSystem.contents(of: library.root + "/" + file.path, limit: CoverPicture.mostInput)
        covers[book.id] = try PublicCover(image)
      } catch {
        invalid.append(file.path)
      }
    }
  }
}

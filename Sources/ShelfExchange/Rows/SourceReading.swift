/// Reads files into one batch.
package enum SourceReading {
  /// Why files cannot be imported together.
  package enum Failure: Error, Sendable {
    case source(SourceError)
    /// The contents are of no format.
    ///
    /// The reason says what the file is, if that is known.
    case unknown(path: String, reason: String?)
    /// The files are of several formats.
    case several([(path: String, format: String)])
    /// A folder holds nothing that can be imported.
    case empty(path: String)
  }

  /// Reads files, whose formats their contents tell.
  ///
  /// - Parameters:
  ///   - format: the format, if somebody named it.
  ///   - isFolder: whether the files were found in a folder, in which others may lie.
  package static func read(
    _ files: [SourceFile], as format: ImportFormat?, isFolder: Bool = false, _ options: ImportOptions,
    progress: (Int, Int) -> Void = { _, _ in }
  ) throws(Failure) -> SourceBatch {
    var chosen: [(file: SourceFile, format: ImportFormat)] = []
    for file in files {
      if let format {
        if !isFolder { try check(file, format) }
        if !isFolder || format.recognizes(SourceProbe(file)) { chosen.append((file, format)) }
      } else if let found = ImportFormat.of(file) {
        if !isFolder || found.isInFolders || found.isOwn(SourceProbe(file)) { chosen.append((file, found)) }
      } else if !isFolder {
        throw .unknown(path: file.path, reason: UnknownFile.reason(file))
      }
    }
    guard let first = chosen.first else { throw .empty(path: files.first?.path ?? "") }
    if chosen.contains(where: { $0.format.name != first.format.name }) {
      throw .several(chosen.map { ($0.file.path, $0.format.name) })
    }
    var batch = SourceBatch(format: first.format.name)
    for (position, (file, format)) in chosen.enumerated() {
      progress(position, chosen.count)
      batch.file = file.path
      do throws(SourceError) {
        try format.read(file, options, &batch)
      } catch {
        // One file of a folder that does not read is no reason to leave the others.
        guard isFolder, chosen.count > 1 else { throw .source(error) }
        batch.begin()
        batch.reject(error.reason, line: error.line)
      }
    }
    if batch.read == 0, format != nil, !first.format.recognizes(SourceProbe(first.file)) {
      throw .source(SourceError("there is nothing in it that \(first.format.title) hold", in: first.file.path))
    }
    return batch
  }

  /// Refuses a file that is clearly of another format than the one that was named.
  private static func check(_ file: SourceFile, _ format: ImportFormat) throws(Failure) {
    let probe = SourceProbe(file)
    guard !format.isGeneric, !format.recognizes(probe),
      let found = ImportFormat.all.first(where: { $0.recognizes(probe) }),
      !found.isGeneric
    else { return }
    throw .source(
      SourceError("this is not what \(format.name) takes, but \(found.name): \(found.title)", in: file.path))
  }
}

import ShelfFormats

/// Reads files into batches, one for each format.
///
/// The user may name the format; otherwise, shelf detects the format of each file. If no format recognizes a file, this
/// is an error if the user named the file, whereas in a folder the file is skipped. Files of generic formats may be in
/// a folder for any purpose, so they are also skipped there, with a note for the user. A file that cannot be parsed
/// stops the import, except in a folder with other files, where it only counts as a rejected row.
///
/// After the last file, the batches report ambiguous dates and names. Then each format's `finish` processes its whole
/// batch, because some values depend on several files.
package enum SourceReader {
  /// The reason why the files cannot be imported together.
  package enum Failure: Error, Sendable {
    case source(SourceError)
    /// No format recognizes the contents.
    ///
    /// The reason describes the file, or is nil if nothing is known about it.
    case unknown(path: String, reason: String?)
    /// The folder contains no files to import, or only files of generic formats. `named` is the format of the first
    /// such file.
    case empty(path: String, named: String?)
  }

  /// Reads files in the format that the user named or in the formats that recognize them.
  ///
  /// - Parameters:
  ///   - format: the format, if the user named one.
  ///   - isFolder: whether the files were found in a folder, which may also contain other files.
  package static func read(
    _ files: [SourceFile], as format: ImportFormat?, isFolder: Bool = false, _ options: ImportOptions,
    progress: (Int, Int) -> Void = { _, _ in }
  ) throws(Failure) -> [SourceBatch] {
    var chosen: [(file: SourceFile, format: ImportFormat)] = []
    var passed: [(path: String, format: String)] = []
    for file in files {
      if let format {
        if !isFolder { try check(file, format, options) }
        if !isFolder || format.recognizes(SourceProbe(file, maps: options.maps)) { chosen.append((file, format)) }
      } else if let found = ImportFormat.of(file, maps: options.maps)
        ?? (options.rows == .loans || options.rows != nil && UnknownFile.reason(file) == nil ? ImportFormat.csv : nil)
      {
        if !isFolder || found.isInFolders || found.isOwn(SourceProbe(file)) {
          chosen.append((file, found))
        } else {
          passed.append((file.path, found.name))
        }
      } else if !isFolder {
        throw .unknown(path: file.path, reason: UnknownFile.reason(file))
      }
    }
    if chosen.isEmpty { throw .empty(path: files.first?.path ?? "", named: passed.first?.format) }
    var batches: [SourceBatch] = []
    for (position, (file, format)) in chosen.enumerated() {
      progress(position, chosen.count)
      let options = options.decided(for: format.name)
      let place = batches.firstIndex { $0.format == format.name } ?? batches.count
      if place == batches.count { batches.append(SourceBatch(format: format.name)) }
      batches[place].isBibliography = format.namesFields
      batches[place].localTime = options.localTime
      batches[place].file = file.path
      batches[place].checksums[file.path] = SourceChecksums(file, options)
      batches[place].takeShelves(options, asKeywords: format.namesFields)
      batches[place].saidStyle = options.datesOfFiles[file.path] ?? options.dates
      batches[place].rememberedStyle = options.rememberedDates[format.name]
      do throws(SourceError) {
        try format.read(file, options, &batches[place])
        try batches[place].checkCount()
      } catch {
        // One broken file in a folder should not keep the others from being imported.
        guard isFolder, chosen.count > 1, batches[place].read <= SourceBatch.maxRows else { throw .source(error) }
        batches[place].begin()
        batches[place].reject(error.reason, line: error.line)
      }
    }
    if let first = passed.first {
      let files = passed.count == 1 ? "\(first.path) was" : "\(passed.count.grouped) files such as \(first.path) were"
      batches[0].notes.append(
        "\(files) skipped: to import a list or table in a general format, specify the file itself, or put the format "
          + "(\(first.format)) before the folder")
    }
    for place in batches.indices {
      if ImportFormat.named(batches[place].format)?.namesFields ?? false {
        for (column, field) in options.maps where !batches[place].usedMaps.contains(column) {
          batches[place].notes.append("no book has a value for “\(column)”, which --map assigns to \(field.key)")
        }
      }
      batches[place].reportAmbiguousDates()
      batches[place].reportAmbiguousNames()
      batches[place].reportEditions()
    }
    for place in batches.indices { ImportFormat.named(batches[place].format)?.finish(&batches[place]) }
    if let format, batches.allSatisfy({ $0.read == 0 }), !format.recognizes(SourceProbe(chosen[0].file)) {
      throw .source(SourceError("it contains nothing that the format \(format.name) can read", in: chosen[0].file.path))
    }
    return batches
  }

  /// Throws an error if a file is clearly not in the format that the user named.
  private static func check(
    _ file: SourceFile, _ format: ImportFormat, _ options: ImportOptions
  ) throws(Failure) {
    let probe = SourceProbe(file, maps: options.maps)
    if !format.recognizes(probe), let unread = UnreadFormat.of(probe) {
      throw .unknown(path: file.path, reason: unread.reason)
    }
    if probe.isBinary { throw .unknown(path: file.path, reason: UnknownFile.reason(file) ?? "this is not a text file") }
    if format.isGeneric, UnknownFile.isPage(probe) {
      throw .unknown(path: file.path, reason: UnknownFile.reason(file))
    }
    if format.isGeneric, probe.isDatabase {
      throw .source(SourceError("this is a database, not a \(format.name) file", in: file.path))
    }
    guard !format.isGeneric, !format.recognizes(probe),
      let found = ImportFormat.all.first(where: { $0.recognizes(probe) }),
      !found.isGeneric
    else { return }
    throw .source(
      SourceError("this is not in the format \(format.name), but \(found.name): \(found.title)", in: file.path))
  }
}

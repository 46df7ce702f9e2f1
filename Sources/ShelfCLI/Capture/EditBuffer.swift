import ShelfKit
import ShelfModel
import ShelfStore
import ShelfText
import ShelfWording

/// The text that an editor opens for one file, or for several files at once.
///
/// A single file is edited unchanged. Several files become the documents of one YAML stream: each document follows a
/// line such as `--- # books/dune.yaml`, which separates it from the previous document and names its file. After
/// editing, the text is split at these lines again. Only documents that changed are saved. If the document of a file
/// was deleted, the file does not change.
///
/// The lines of the stream end in LF and each document ends with a line break, so files with other line breaks are
/// converted, and converted back when the text is split.
struct EditBuffer {
  /// A file to edit.
  struct File {
    let path: String
    let source: [UInt8]
    /// The id that the record must keep, or nil if it may have any.
    let id: RecordID?
  }

  private let files: [File]
  private let library: Library
  /// Whether a line with the path precedes the text of each file, as in a draft of several files.
  private let isStream: Bool

  init(_ files: [File], _ library: Library) {
    self.init(files, library, isStream: files.count > 1)
  }

  private init(_ files: [File], _ library: Library, isStream: Bool) {
    (self.files, self.library, self.isStream) = (files, library, isStream)
  }

  /// The path of the only file, or nil if there are several.
  private var path: String? { isStream ? nil : files[0].path }

  /// The name of the draft: the path of the only file, or a name for several files.
  var name: String { path ?? EditBuffer.several }

  private static let several = "records.yaml"
  private static let separator = Array("--- # ".utf8)
  private static let header =
    "# Several records. The lines that begin with --- name their files: keep them as they are.\n"
    + "# To leave a record as it is, do not change its text, or delete it.\n"

  var text: [UInt8] {
    if path != nil { return files[0].source }
    return files.reduce(into: Array(EditBuffer.header.utf8)) { text, file in
      text += EditBuffer.separator + Array(file.path.utf8) + [0x0A]
      var source = file.source
      if EditBuffer.usesCRLF(source) { source.removeAll { $0 == 0x0D } }
      text += source + (source.last == 0x0A ? [] : [0x0A])
    }
  }

  /// Returns whether a draft contains the text of one of the files.
  ///
  /// A record is recognized by its id, because its file may have been moved, and the record may have been merged into
  /// another one.
  ///
  /// - Parameters:
  ///   - name: the name of the draft.
  ///   - base: the text of the draft before it was edited.
  func concerns(_ name: String, _ base: [UInt8]) -> Bool {
    EditBuffer.parts(of: name, base).contains { file(of: $0) != nil }
  }

  /// Returns the buffer for a draft of one or several of the files.
  func continuing(_ name: String, _ base: [UInt8]) -> EditBuffer {
    if name == EditBuffer.several { return EditBuffer(files, library, isStream: true) }
    let own = EditBuffer.parts(of: name, base).lazy.compactMap { file(of: $0) }.first
    return EditBuffer(own.map { [$0] } ?? files, library)
  }

  private static func parts(of name: String, _ base: [UInt8]) -> [(path: String, text: [UInt8])] {
    name == several ? (try? documents(in: base)) ?? [] : [(name, base)]
  }

  /// Returns the file of the buffer that now contains a record from a draft, or nil if there is none.
  private func file(of part: (path: String, text: [UInt8])) -> File? {
    let id = UnreadableFile.statedID(in: part.text)
    return files.first { file in
      if let own = file.id, let id { return library.record(id)?.id == own }
      return file.path == part.path
    }
  }

  /// Returns the files whose text has changed.
  ///
  /// - Parameter base: the text before it was edited, which may be the original of an earlier draft.
  /// - Returns: the changed files, and the paths of the files whose text was deleted.
  /// - Throws: `CommandError` if the text cannot be split into the documents of the files.
  func changes(to typed: [UInt8], from base: [UInt8]) throws(CommandError) -> (changed: [EditedFile], left: [String]) {
    if path != nil {
      let texts = [typed, base].map { identified($0, like: base, files[0].id) }
      return ([EditedFile(path: files[0].path, text: texts[0], base: texts[1], id: files[0].id)], [])
    }
    let old = try EditBuffer.documents(in: base)
    let new = try EditBuffer.documents(in: typed)
    if let unknown = new.first(where: { document in !old.contains { $0.path == document.path } }) {
      throw CommandError(
        .no, "“\(Wording.short(unknown.path))” is not one of the edited files",
        hint: "keep the lines that begin with `--- #` as they are")
    }
    let changed = new.compactMap { document -> EditedFile? in
      guard let before = old.first(where: { $0.path == document.path }), before.text != document.text else {
        return nil
      }
      let file = file(at: document.path, before.text)
      let texts = [document.text, before.text].map {
        EditBuffer.restored(identified($0, like: before.text, file.id), like: file.source)
      }
      return EditedFile(path: file.path, text: texts[0], base: texts[1], id: file.id)
    }
    return (changed, old.map(\.path).filter { path in !new.contains { $0.path == path } })
  }

  /// Returns a file of the buffer, or of an earlier draft.
  private func file(at path: String, _ base: [UInt8]) -> File {
    if let file = file(of: (path, base)) { return file }
    let record = UnreadableFile.statedID(in: base).flatMap { library.record($0) } ?? library.record(at: path)
    return File(path: record?.path ?? path, source: record?.source ?? [], id: record?.id)
  }

  /// Splits the edited text into the documents of the files.
  private static func documents(in text: [UInt8]) throws(CommandError) -> [(path: String, text: [UInt8])] {
    var documents: [(path: String, text: [UInt8])] = []
    for line in text.split(separator: 0x0A, omittingEmptySubsequences: false) {
      if let path = path(in: line) {
        if documents.contains(where: { $0.path == path }) {
          throw CommandError(
            .no, "“\(Wording.short(path))” has two texts", hint: "keep the lines that begin with `--- #` as they are")
        }
        documents.append((path, []))
      } else if documents.isEmpty {
        let first = line.first { ![0x20, 0x09, 0x0D].contains($0) }
        guard first == nil || first == UInt8(ascii: "#") else {
          throw CommandError(
            .no, "there is text before the first file", hint: "keep the lines that begin with `--- #` as they are")
        }
      } else {
        documents[documents.count - 1].text += line + [0x0A]
      }
    }
    // A line break at the end of the text does not begin another line, so the last document has one line break too
    // many.
    if text.last == 0x0A, !documents.isEmpty { documents[documents.count - 1].text.removeLast() }
    return documents
  }

  /// Returns the path in a line that separates documents, or nil for any other line, such as a file's own `--- # note`.
  private static func path(in line: ArraySlice<UInt8>) -> String? {
    guard line.starts(with: separator) else { return nil }
    let path = String(decoding: line.dropFirst(separator.count), as: UTF8.self).trimmed
    return RecordFile.isName(path.split(separator: "/").last.map(String.init) ?? "") ? path : nil
  }

  /// If a draft's record was merged into another record, returns the text with the id of that record, so that the
  /// changes to the text can be merged into it. Otherwise, returns the text unchanged.
  ///
  /// - Parameter base: the text before it was edited.
  private func identified(_ text: [UInt8], like base: [UInt8], _ id: RecordID?) -> [UInt8] {
    guard let id, let old = UnreadableFile.statedID(in: base), old != id, library.record(old)?.id == id else {
      return text
    }
    return text.replacing(Array(old.description.utf8), with: Array(id.description.utf8), maxReplacements: 1)
  }

  /// Returns a document with its file's line breaks.
  private static func restored(_ text: [UInt8], like source: [UInt8]) -> [UInt8] {
    var text = text
    if !source.isEmpty, source.last != 0x0A, text.last == 0x0A { text.removeLast() }
    return usesCRLF(source) ? Array(text.map { $0 == 0x0A ? [0x0D, 0x0A] : [$0] }.joined()) : text
  }

  /// Returns whether every line ends in CR LF.
  private static func usesCRLF(_ text: [UInt8]) -> Bool {
    var previous: UInt8 = 0
    var count = 0
    for byte in text {
      if byte == 0x0A {
        if previous != 0x0D { return false }
        count += 1
      } else if previous == 0x0D {
        return false
      }
      previous = byte
    }
    return count > 0 && previous != 0x0D
  }
}

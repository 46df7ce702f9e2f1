import ShelfImport
import ShelfText

/// The formats that can be imported, for `import --list`.
package enum ImportFormatList {
  /// The formats as tab-separated lines, for a pipe.
  package static var tsv: [UInt8] {
    var tsv = TSVWriter()
    for format in ImportFormat.all { tsv.row([format.name, format.summary, format.origin]) }
    return tsv.take()
  }

  package static var text: String {
    let width = ImportFormat.all.map { $0.name.count }.max() ?? 0
    return ImportFormat.all.map { format in
      let name = format.name + String(repeating: " ", count: width - format.name.count)
      let margin = String(repeating: " ", count: width)
      return "\(name)  \(format.summary)\n\(margin)  from: \(format.origin)"
    }.joined(separator: "\n") + "\n\n" + removal
  }

  /// Instructions for removing everything that an import added.
  package static let removal = """
    To remove everything that an import brought:
      shelf undo                                          while the import is the last change
      shelf book delete --where source:goodreads          later, books by their source; see them with shelf books first
      shelf quote delete --where source:kindle            and quotes
      shelf guide remove everything of an import          more about it
    """
}

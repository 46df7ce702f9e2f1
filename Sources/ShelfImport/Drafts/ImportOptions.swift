import ShelfFormats
import ShelfModel
import ShelfText

/// The kind of record that each row of a list describes.
package enum ImportedRows: String, CaseIterable, Sendable {
  case books, quotes, loans
}

/// The user's choices for an import.
package struct ImportOptions: Sendable {
  /// The columns and the fields that they are mapped to, from `--map`.
  package var maps: [(column: String, field: FieldHandle)] = []
  /// How to import the source's shelves. If this is nil, the library's setting for the format applies; without a
  /// setting, shelves become genres.
  package var shelves: ShelvesChoice?
  /// Whether to import the source's shelves and tags.
  var takesShelves: Bool { shelves != ShelvesChoice.none }
  /// Whether the source's values replace values that the user has edited.
  package var updates = false
  /// The keys of fields whose values in the source replace values that the user has edited.
  package var overwrittenFields: Set<String> = []
  /// Whether to recreate records that were deleted from the library.
  package var revives = false
  /// The order of day and month in ambiguous dates, if the user specified it, either for all files or for individual
  /// files by path.
  package var dates: DateStyle?
  package var datesOfFiles: [String: DateStyle] = [:]
  /// The orders of day and month that the user chose at earlier imports, by format. They are used for files whose dates
  /// do not show their order.
  package var rememberedDates: [String: DateStyle] = [:]
  /// The fields of columns that the user assigned at earlier imports, by the columns of the table.
  package var rememberedMaps: [String: ImportChoices.Maps] = [:]
  /// The user's time zone, for converting UTC timestamps to dates.
  package var localTime = LocalTime.utc
  /// The permission bits that all imported files have, or nil if they are unknown.
  package var mode: UInt32?
  /// The number of threads that an import may use.
  package var threads = 1

  /// The kind of record that the rows of lists describe, if the user chose one, either for all files or for individual
  /// files by path.
  package var rows: ImportedRows?
  package var rowsOfFiles: [String: ImportedRows] = [:]
  /// Returns the library's record whose id is the given text or starts with it, in the form that lists show. Returns
  /// nil if there is none.
  package var listed: @Sendable (String) -> ListedRecord? = { _ in nil }
  /// The library's settings for imports, by format.
  package var settings: [ImportSettings] = []
  /// The fields that this import declares for columns without a field.
  package var declarations: [FieldSuggestion] = []
  /// The fields that the library declares, by kind, with those that this import declares.
  package var customFields: [Kind: [Field]] = [:] { didSet { schema = Schema(customFields: customFields) } }
  /// The schema of the library, including custom fields.
  private(set) var schema = Schema()

  /// The maps that the user chose, and those of declared fields whose names differ from their columns.
  var allMaps: ImportChoices.Maps {
    maps + declarations.filter(\.isRenamed).map { (column: $0.column, field: FieldHandle(named: $0.key)) }
  }

  package init() {}

  /// Returns what the rows of a file are, if the user has specified it.
  func rows(of path: String) -> ImportedRows? { rowsOfFiles[path] ?? rows }

  /// Returns the options for a format. The library's settings for the format supply any options that the user did not
  /// specify.
  func decided(for format: String) -> ImportOptions {
    var options = self
    if options.shelves == nil { options.shelves = settings.last { $0.format == format }?.shelves }
    return options
  }

  /// Throws an error if the user specified `--map` for a file in whose format nothing can be mapped, instead of
  /// ignoring the option.
  func refuseMaps(_ file: SourceFile, _ contents: String = "its entries have no named columns") throws(SourceError) {
    guard let map = maps.first else { return }
    throw SourceError(
      "--map \(map.column)=\(map.field.key) cannot be used here, because \(contents); import the file without it",
      in: file.path)
  }

  /// Returns the declared field with the same name as a column, or nil if there is none.
  func declaredField(named column: String, of kind: Kind) -> FieldHandle? {
    let letters = Folding.letters(column)
    return customFields[kind]?.first { Folding.letters($0.key) == letters }.map { FieldHandle($0) }
  }

  func declaredType(of field: FieldHandle, _ kind: Kind) -> FieldType? {
    customFields[kind]?.first { $0.key == field.key }?.type
  }
}

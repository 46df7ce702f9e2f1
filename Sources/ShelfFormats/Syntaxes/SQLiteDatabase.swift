import CSQLite

/// Another program's database. Only certain tables can be read.
///
/// SQLite opens the database from its image in memory, so nothing is written to the disk, and file names in the
/// database have no effect. The database is not trusted: an authorizer denies everything except reading the named
/// tables, so no view, trigger or function runs, and a query is aborted after a number of steps.
package final class SQLiteDatabase {
  private let path: String
  private let tables: TableNames
  private var handle: OpaquePointer?
  /// The memory that SQLite reads, which must exist as long as the handle.
  private let image: DatabaseImage

  /// The names of the tables that may be read. This is a class so that SQLite's callback can access the names.
  private final class TableNames {
    let names: Set<String>

    init(_ names: Set<String>) { self.names = names }
  }

  /// The maximum number of steps of a query. Without this limit, a malicious database could keep a query running
  /// forever.
  private static let maxSteps: Int32 = 2_000_000_000

  /// - Parameter tables: the names of the only tables that may be read, in lowercase.
  package init(_ file: SourceFile, tables: Set<String>) throws(SourceError) {
    path = file.path
    self.tables = TableNames(tables)
    guard let image = file.database else { throw SourceError("it is not a SQLite database", in: path) }
    self.image = image
    guard sqlite3_open_v2(":memory:", &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_MEMORY, nil) == SQLITE_OK else {
      throw SourceError("SQLite cannot be opened", in: path)
    }
    let size = sqlite3_int64(image.count)
    let flags = UInt32(SQLITE_DESERIALIZE_READONLY)
    guard sqlite3_deserialize(handle, "main", image.baseAddress, size, size, flags) == SQLITE_OK else {
      throw failure()
    }
    for pragma in ["trusted_schema=OFF", "cell_size_check=ON", "mmap_size=0", "query_only=ON"] {
      _ = sqlite3_exec(handle, "PRAGMA \(pragma)", nil, nil, nil)
    }
    sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, 64 << 20)
    sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, 0)
    sqlite3_set_authorizer(
      handle, { context, action, first, second, _, _ in SQLiteDatabase.judge(context, action, first, second) },
      Unmanaged.passUnretained(self.tables).toOpaque())
    sqlite3_progress_handler(handle, SQLiteDatabase.maxSteps, { _ in 1 }, nil)
  }

  deinit { sqlite3_close_v2(handle) }

  /// Denies everything except reading the named tables and Calibre's custom columns.
  private static func judge(
    _ context: UnsafeMutableRawPointer?, _ action: Int32, _ first: UnsafePointer<CChar>?,
    _ second: UnsafePointer<CChar>?
  ) -> Int32 {
    guard let context else { return SQLITE_DENY }
    let names = Unmanaged<TableNames>.fromOpaque(context).takeUnretainedValue().names
    let name = first.map { String(cString: $0).lowercased() } ?? ""
    switch action {
    case SQLITE_SELECT: return SQLITE_OK
    case SQLITE_READ:
      let isOwn =
        names.contains(name) || name == "sqlite_master" || name.hasPrefix("custom_column_")
        || name.hasPrefix("books_custom_column_")
      return isOwn ? SQLITE_OK : SQLITE_DENY
    case SQLITE_PRAGMA: return name == "table_info" || name == "user_version" ? SQLITE_OK : SQLITE_DENY
    default: return SQLITE_DENY
    }
  }

  private func failure() -> SourceError {
    let reason = handle.map { String(cString: sqlite3_errmsg($0)) } ?? "out of memory"
    return SourceError("the database cannot be read: \(reason)", in: path)
  }

  /// Returns the columns of a table, or an empty set if there is no such table.
  package func columns(of table: String) throws(SourceError) -> Set<String> {
    var columns: Set<String> = []
    try forEachRow("PRAGMA table_info(\"\(table)\")") { row in if let name = row[1] { columns.insert(name) } }
    return columns
  }

  /// Calls a function for each row of the result, with the text of each column, which is nil for NULL.
  package func forEachRow(_ query: String, _ body: ([String?]) -> Void) throws(SourceError) {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(handle, query, -1, &statement, nil) == SQLITE_OK else { throw failure() }
    defer { sqlite3_finalize(statement) }
    let count = sqlite3_column_count(statement)
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW: body((0..<count).map { SQLiteDatabase.text(statement, $0) })
      case SQLITE_DONE: return
      default: throw failure()
      }
    }
  }

  /// Calls a function for each row of a table in the given sort order, with the values of the wanted columns. Columns
  /// that do not exist are ignored, and NULLs are omitted from the values.
  package func forEachRow(
    of table: String, _ wanted: [String], where condition: String = "", orderedBy order: String = "",
    _ body: ([String: String]) -> Void
  ) throws(SourceError) {
    let known = try columns(of: table)
    let columns = wanted.filter(known.contains)
    guard !columns.isEmpty else { return }
    let names = columns.map { "\"\($0)\"" }.joined(separator: ", ")
    let order = order.split(separator: ", ").filter { known.contains(String($0)) }.joined(separator: ", ")
    let tail = (condition.isEmpty ? "" : " WHERE " + condition) + (order.isEmpty ? "" : " ORDER BY " + order)
    try forEachRow("SELECT \(names) FROM \"\(table)\"\(tail)") { row in
      var values: [String: String] = [:]
      for (column, value) in zip(columns, row) { if let value { values[column] = value } }
      body(values)
    }
  }

  /// Returns the rows of a table, like `forEachRow`.
  package func rows(
    of table: String, _ wanted: [String], where condition: String = "", orderedBy order: String = ""
  ) throws(SourceError) -> [[String: String]] {
    var rows: [[String: String]] = []
    try forEachRow(of: table, wanted, where: condition, orderedBy: order) { rows.append($0) }
    return rows
  }

  private static func text(_ statement: OpaquePointer?, _ column: Int32) -> String? {
    guard sqlite3_column_type(statement, column) != SQLITE_NULL, let text = sqlite3_column_text(statement, column)
    else {
      return nil
    }
    let count = Int(sqlite3_column_bytes(statement, column))
    return String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self)
  }
}

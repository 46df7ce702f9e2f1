import Foundation

/// The folders of a target and their dependencies, determined from the names of the types that they declare.
///
/// The compiler does not distinguish folders, so this scans the source for names. It does not notice uses of members of
/// a type from another folder if the type's name does not appear.
struct RoomPlan {
  /// A use of a name from another folder, and the file where it occurs.
  struct Use: Hashable {
    let name: String
    let file: String
  }

  /// The names that each folder uses from every other folder; "" is the folder of the target itself.
  private(set) var uses: [String: [String: Set<Use>]] = [:]
  private let rooms: [String]

  /// - Parameters:
  ///   - folder: the folder of the target.
  ///   - files: its source files.
  init(_ folder: URL, _ files: [URL]) throws {
    let depth = folder.pathComponents.count
    var sources: [(room: String, file: String, source: SourceNames)] = []
    for file in files {
      let parts = file.pathComponents.dropFirst(depth)
      let room = parts.count > 1 ? parts[parts.startIndex] : ""
      sources.append((room, file.lastPathComponent, SourceNames(try Data(contentsOf: file))))
    }
    rooms = Set(sources.map(\.room)).sorted()
    var owners: [String: Set<String>] = [:]
    for (room, _, source) in sources { for name in source.declared { owners[name, default: []].insert(room) } }
    for (room, file, source) in sources {
      for name in source.used {
        guard let found = owners[name], !found.contains(room) else { continue }
        for owner in found { uses[room, default: [:]][owner, default: []].insert(Use(name: name, file: file)) }
      }
    }
  }

  /// The dependency cycles: lists of folders that use one another, directly or indirectly.
  var circles: [[String]] {
    var reached = Dictionary(uniqueKeysWithValues: rooms.map { ($0, Set(uses[$0, default: [:]].keys)) })
    for middle in rooms {
      let further = reached[middle, default: []]
      for room in rooms where reached[room, default: []].contains(middle) { reached[room]?.formUnion(further) }
    }
    var circles: [[String]] = []
    for room in rooms where !circles.contains(where: { $0.contains(room) }) {
      guard let others = reached[room], others.contains(room) else { continue }
      circles.append(rooms.filter { $0 == room || others.contains($0) && reached[$0]?.contains(room) ?? false })
    }
    return circles
  }

  /// Returns the uses that form a cycle. The rarest uses come first, because they are the easiest to remove.
  func explanation(of circle: [String]) -> String {
    var arrows: [(count: Int, text: String)] = []
    for room in circle {
      for (other, uses) in uses[room, default: [:]] where circle.contains(other) {
        let shown = uses.map { "\($0.name) in \($0.file)" }.sorted().prefix(5).joined(separator: ", ")
        let names = [room, other].map { $0.isEmpty ? "(the folder itself)" : $0 }
        arrows.append((uses.count, "  \(names[0]) uses \(names[1]) \(uses.count) times: \(shown)"))
      }
    }
    return arrows.sorted { ($0.count, $0.text) < ($1.count, $1.text) }.map(\.text).joined(separator: "\n")
  }
}

/// The names of types in a file: those that it declares for other files, and those that it uses.
struct SourceNames {
  let declared: Set<String>
  let used: Set<String>

  init(_ source: Data) {
    (declared, used) = Array(source).withUnsafeBufferPointer { bytes in
      var scanner = SourceScanner(bytes)
      scanner.scan()
      return (scanner.declared, scanner.used.subtracting(scanner.own))
    }
  }
}

/// A scanner for the names of types. It skips comments and string literals, but not interpolations in them.
private struct SourceScanner {
  /// The types that other files can use. `own` contains the types that are nested or private to the file.
  private(set) var declared: Set<String> = []
  private(set) var own: Set<String> = []
  private(set) var used: Set<String> = []

  private let bytes: UnsafeBufferPointer<UInt8>
  private var index = 0
  private var lineStart = 0
  /// Whether the next name is the one being declared.
  private var isDeclaring = false

  private static let keywords: Set<String> = ["struct", "class", "enum", "protocol", "actor", "typealias"]

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  mutating func scan() { while index < bytes.count { code(isInserted: false) } }

  private func starts(_ text: StaticString) -> Bool {
    guard index + text.utf8CodeUnitCount <= bytes.count else { return false }
    for offset in 0..<text.utf8CodeUnitCount where bytes[index + offset] != text.utf8Start[offset] { return false }
    return true
  }

  /// Scans code. Within an interpolation, it stops at the closing parenthesis.
  private mutating func code(isInserted: Bool) {
    var depth = 0
    while index < bytes.count {
      let byte = bytes[index]
      switch byte {
      case 0x0A:
        index += 1
        lineStart = index
      case UInt8(ascii: "/") where starts("//"): skipLine()
      case UInt8(ascii: "/") where starts("/*"): while index < bytes.count, !starts("*/") { index += 1 }
      case UInt8(ascii: "#") where starts("#\""): rawText()
      case UInt8(ascii: "\""): text()
      case UInt8(ascii: "("):
        depth += 1
        index += 1
      case UInt8(ascii: ")"):
        index += 1
        if isInserted, depth == 0 { return }
        depth -= 1
      case _ where isLetter(byte): word()
      default: index += 1
      }
    }
  }

  private func isLetter(_ byte: UInt8) -> Bool {
    byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A || byte == UInt8(ascii: "_") || 0x30...0x39 ~= byte
  }

  private mutating func word() {
    let start = index
    while index < bytes.count, isLetter(bytes[index]) { index += 1 }
    let length = index - start
    if isDeclaring {
      isDeclaring = false
      return declare(String(decoding: bytes[start..<index], as: UTF8.self), isOutermost: bytes[lineStart] != 0x20)
    }
    if 0x41...0x5A ~= bytes[start] {
      // A name that follows a period is a nested type.
      if start == 0 || bytes[start - 1] != UInt8(ascii: ".") {
        used.insert(String(decoding: bytes[start..<index], as: UTF8.self))
      }
    } else if 4...9 ~= length, index < bytes.count, bytes[index] == 0x20 {
      let word = String(decoding: bytes[start..<index], as: UTF8.self)
      if word == "import" { return skipLine() }
      isDeclaring = SourceScanner.keywords.contains(word)
    }
  }

  private mutating func declare(_ name: String, isOutermost: Bool) {
    let line = String(decoding: bytes[lineStart..<index], as: UTF8.self)
    // `class func` and `class var` declare members, not classes.
    if line.contains("class func") || line.contains("class var") { return }
    if isOutermost, !line.contains("private ") { declared.insert(name) } else { own.insert(name) }
  }

  private mutating func skipLine() { while index < bytes.count, bytes[index] != 0x0A { index += 1 } }

  /// Skips a raw string literal, where backslashes are ordinary characters.
  private mutating func rawText() {
    let isLong = starts("#\"\"\"")
    index += 2
    while index < bytes.count, isLong ? !starts("\"\"\"#") : !starts("\"#") { index += 1 }
  }

  /// Skips a string literal.
  ///
  /// A single-line literal also ends at the end of the line, in case a quotation mark in a regular expression was
  /// mistaken for its start.
  private mutating func text() {
    let isLong = starts("\"\"\"")
    index += isLong ? 3 : 1
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "\\") {
        let isInsertion = starts("\\(")
        index += 2
        if isInsertion { code(isInserted: true) }
      } else if isLong ? starts("\"\"\"") : bytes[index] == UInt8(ascii: "\"") {
        index += isLong ? 3 : 1
        return
      } else if !isLong, bytes[index] == 0x0A {
        return
      } else {
        index += 1
      }
    }
  }
}

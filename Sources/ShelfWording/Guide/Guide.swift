/// Where to read the guide.
package enum Guide {
  /// Where to find out about the program; servers that are asked are told it.
  package static let address = "https://github.com/shelf-library/shelf"

  /// Returns the address of a page, by its name in `docs`.
  package static func page(_ name: String) -> String { "\(address)/blob/main/docs/\(name).md" }

  /// Returns the command that shows a page, by its name in `docs`.
  package static func command(_ name: String) -> String { "`shelf guide \(name)`" }
}

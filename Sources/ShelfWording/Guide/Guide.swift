/// The home page, and the commands that show pages of the guide.
package enum Guide {
  /// The home page of the program.
  ///
  /// Requests to catalogues contain this address in their user agent.
  package static let address = "https://github.com/shelf-library/shelf"

  /// Returns the command that shows the page with the given name in `docs`.
  package static func command(_ name: String) -> String { "`shelf guide \(name)`" }
}

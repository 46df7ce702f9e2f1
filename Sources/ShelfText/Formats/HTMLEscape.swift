package enum HTMLEscape {
  /// Returns the text with the special characters of HTML escaped, except quotation marks.
  package static func text(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}

/// Styles for the parts of widgets.
package enum Ink {
  package static let title = TextStyle.bold
  package static let focus = TextStyle(bold: true, foreground: .named(.cyan))
  package static let hint = TextStyle.dim
  package static let complaint = TextStyle.color(.red)
  package static let action = TextStyle.color(.cyan)
}

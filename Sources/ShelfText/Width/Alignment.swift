/// The alignment of text in its cell.
package enum Alignment: Sendable {
  case left, right
}

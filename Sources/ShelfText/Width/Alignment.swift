/// The side of its cell to which text is aligned.
package enum Alignment: Sendable {
  case left, right
}

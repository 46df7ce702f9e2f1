/// The side of its cell that text is aligned to.
package enum Alignment: Sendable {
  case left, right
}

/// The side of its cell that text stands on.
package enum Alignment: Sendable {
  case left, right
}

/// The side of its cell that text stands on.
enum Alignment: Sendable {
  case left, right
}

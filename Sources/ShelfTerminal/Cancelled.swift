/// The error thrown if the user ends the input instead of answering.
package struct Cancelled: Error, Hashable, Sendable {
  package init() {}
}

/// Means that the user ended the input instead of answering.
package struct Cancelled: Error, Hashable, Sendable {
  package init() {}
}

/// The error that is thrown if the user cancels instead of answering.
package struct Cancelled: Error, Hashable, Sendable {
  package init() {}
}

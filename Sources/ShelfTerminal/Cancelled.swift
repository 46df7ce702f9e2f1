/// Says that somebody ended the input instead of answering.
package struct Cancelled: Error, Hashable, Sendable {}

/// Says that somebody ended the input instead of answering.
struct Cancelled: Error, Hashable, Sendable {}

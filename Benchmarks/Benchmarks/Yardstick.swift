/// A command that does as little as possible of what the measured ones do, or another program on the same files.
struct Yardstick {
  let subject: Subject
  /// Whether the bars for reading are multiples of it; the others are there for orientation.
  var isBarred = false
}

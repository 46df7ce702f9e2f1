/// A command that does as little as possible with the same files, or another program on the same files.
struct Yardstick {
  let subject: Subject
  /// Whether the time limits for reading are defined as multiples of this yardstick. Other yardsticks are only
  /// reported.
  var isBarred = false
}

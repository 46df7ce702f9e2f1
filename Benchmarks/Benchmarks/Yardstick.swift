/// A command that does as little as possible with the same files, or another program on the same files.
struct Yardstick {
  let subject: Subject
  /// Whether the limits on reading are multiples of this yardstick. Other yardsticks are for information only.
  var isBarred = false
}

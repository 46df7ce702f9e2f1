/// A command on a page, with the output shown for it.
struct Command {
  let script: String
  let output: [String]
  /// The number of the command's first line on the page, starting at 1.
  let line: Int
  /// The lines of the page that contain the output.
  let outputLines: Range<Int>
}

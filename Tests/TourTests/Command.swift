/// A command on a page, with the output that the page shows for it.
struct Command {
  let script: String
  let output: [String]
  /// Its first line's number on the page, from 1.
  let line: Int
  /// Where the output is among the page's lines.
  let outputLines: Range<Int>
}

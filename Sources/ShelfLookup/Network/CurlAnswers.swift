/// Splits the output of one `curl` process into the responses to its requests.
///
/// curl writes a mark after each response.
struct CurlAnswers {
  /// The mark contains a random number, so that no server can forge it.
  private let mark: [UInt8]
  private let maxBytes: Int
  /// The output since the last mark.
  private var bytes: [UInt8] = []
  /// No mark starts before this offset.
  private var searched = 0
  private var isOver = false
  /// The number of responses so far.
  private(set) var count = 0
  /// The reason why the next request has no response.
  private(set) var failure: NetworkFailure?

  /// - Parameter maxBytes: the maximum size of one response.
  init(maxBytes: Int) {
    self.maxBytes = maxBytes
    let number = (0..<2).map { _ in String(UInt64.random(in: .min ... .max), radix: 36) }.joined()
    mark = Array("\nshelf-\(number) ".utf8)
  }

  /// The value of curl's `write-out` option: the mark, curl's exit status for the request, and its error message
  /// (https://curl.se/docs/manpage.html#-w).
  ///
  /// It goes to standard error, which curl does not buffer.
  var format: String {
    "%{stderr}\\n" + String(decoding: mark.dropFirst(), as: UTF8.self) + "%{exitcode} %{errormsg}\\n"
  }

  /// Adds output, and passes on the responses that are now complete.
  ///
  /// - Returns: false if no more output is needed.
  mutating func add(_ piece: UnsafeRawBufferPointer, _ take: (WebResponse) -> Bool) -> Bool {
    bytes.append(contentsOf: piece)
    while !isOver, let (end, line, next) = nextMark() {
      let answer = Array(bytes[..<end])
      bytes.removeSubrange(..<next)
      searched = 0
      hand(answer, line, take)
    }
    if !isOver, searched > maxBytes {
      failure = .tooLarge(bytes: maxBytes)
      isOver = true
    }
    return !isOver
  }

  /// Returns the offset of the first mark, the text of its line, and the offset of the next response.
  private mutating func nextMark() -> (end: Int, line: String, next: Int)? {
    while let start = bytes[searched...].firstIndex(of: mark[0]) {
      searched = start
      if bytes.count - start < mark.count { return nil }
      if bytes[start..<start + mark.count].elementsEqual(mark) {
        let rest = bytes[(start + mark.count)...]
        guard let end = rest.firstIndex(of: 0x0A) else { return nil }
        return (start, String(decoding: rest[..<end], as: UTF8.self), end + 1)
      }
      searched = start + 1
    }
    searched = bytes.count
    return nil
  }

  /// - Parameter line: the text of the mark's line: curl's exit status and its error message.
  private mutating func hand(_ answer: [UInt8], _ line: String, _ take: (WebResponse) -> Bool) {
    let words = line.split(separator: " ", maxSplits: 1).map(String.init)
    switch words.first {
    case _ where answer.count > maxBytes: failure = .tooLarge(bytes: maxBytes)
    case "0", CurlAnswers.refused:
      // Output that is not HTTP may be an error from the system. It ends the run without a failure. The requests are
      // then sent one by one, with standard error separate from the responses.
      guard let response = WebResponse(answer) else { break }
      count += 1
      if take(response), words.first == "0" { return }
    case let status?: failure = .failed(words.count > 1 ? words[1] : "curl exited with status \(status)")
    case nil: break
    }
    isOver = true
  }

  /// curl's exit status for an HTTP error if `--fail-with-body` is used.
  private static let refused = "22"
}

/// The answers to several requests of one `curl`, told apart by a mark that it writes after each.
struct CurlAnswers {
  /// Begins with a number that no server can know, so that no answer holds the mark.
  private let mark: [UInt8]
  private let mostBytes: Int
  /// What has come since the last mark.
  private var bytes: [UInt8] = []
  /// Before this there is no mark.
  private var searched = 0
  private var isOver = false
  /// How many answers there are.
  private(set) var count = 0
  /// Why there is no answer to the request after those.
  private(set) var failure: NetworkFailure?

  /// - Parameter mostBytes: the maximum size of one answer.
  init(mostBytes: Int) {
    self.mostBytes = mostBytes
    let number = (0..<2).map { _ in String(UInt64.random(in: .min ... .max), radix: 36) }.joined()
    mark = Array("\nshelf-\(number) ".utf8)
  }

  /// What curl is told to write after each answer, to standard error, which it does not keep back: the mark, its status,
  /// and why it failed (https://curl.se/docs/manpage.html#-w).
  var format: String {
    "%{stderr}\\n" + String(decoding: mark.dropFirst(), as: UTF8.self) + "%{exitcode} %{errormsg}\\n"
  }

  /// Adds what curl has written, and hands over the answers that are whole by now.
  ///
  /// - Returns: false if no more is wanted.
  mutating func add(_ piece: UnsafeRawBufferPointer, _ take: (WebResponse) -> Bool) -> Bool {
    bytes.append(contentsOf: piece)
    while !isOver, let (end, line, next) = nextMark() {
      let answer = Array(bytes[..<end])
      bytes.removeSubrange(..<next)
      searched = 0
      hand(answer, line, take)
    }
    if !isOver, searched > mostBytes {
      failure = .tooLarge(bytes: mostBytes)
      isOver = true
    }
    return !isOver
  }

  /// Returns where the first answer ends, what the line of its mark says, and where the next one begins.
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

  /// - Parameter line: curl's status, and what it says of a failure.
  private mutating func hand(_ answer: [UInt8], _ line: String, _ take: (WebResponse) -> Bool) {
    let words = line.split(separator: " ", maxSplits: 1).map(String.init)
    switch words.first {
    case _ where answer.count > mostBytes: failure = .tooLarge(bytes: mostBytes)
    case "0", CurlAnswers.refused:
      // What is not HTTP may be something that the system has to say; alone, that does not come among the answers.
      guard let response = WebResponse(answer) else { break }
      count += 1
      if take(response), words.first == "0" { return }
    case let status?: failure = .failed(words.count > 1 ? words[1] : "curl ended with status \(status)")
    case nil: break
    }
    isOver = true
  }

  /// curl's status for an answer that is a failure of HTTP.
  private static let refused = "22"
}

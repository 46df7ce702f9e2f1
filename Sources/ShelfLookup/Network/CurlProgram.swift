import ShelfSystem

/// The `curl` program, which is told what to ask on its standard input, so that no address shows among the processes.
///
/// It reads no configuration of its own, follows no redirect, and speaks HTTP over TLS, or HTTP alone where an address
/// says so. Proxies are those of the environment.
package struct CurlProgram: Network {
  private let environment: [String: String]
  /// What the program calls itself: its version, and where to find out about it.
  private let userAgent: String

  /// The maximum size of an answer.
  package static let mostBytes = 5 << 20
  /// Seconds for one answer.
  private let timeLimit: Int

  package init(environment: [String: String], userAgent: String, timeLimit: Int = 20) {
    self.environment = environment
    self.userAgent = userAgent
    self.timeLimit = timeLimit
  }

  package func get(_ address: WebAddress) throws(NetworkFailure) -> WebResponse {
    var answer: [UInt8] = []
    var isTooLarge = false
    let curl = ExternalProgram("curl", ["-q", "--config", "-"], environment: environment)
    let ending: ExternalProgram.Ending
    do throws(FileError) {
      ending = try curl.run(input: configuration(address)) { piece in
        answer.append(contentsOf: piece)
        // What curl counts is what it was told, which an answer in pieces is not.
        isTooLarge = answer.count > CurlProgram.mostBytes
        return !isTooLarge
      }
    } catch {
      if error.code == FileError.notFound { throw .notInstalled(program: "curl") }
      throw .failed(error.description)
    }
    if isTooLarge { throw .tooLarge(bytes: CurlProgram.mostBytes) }
    if ending.status != 0 { throw .failed(CurlProgram.reason(ending)) }
    guard let response = WebResponse(answer) else { throw .failed("the answer is not HTTP") }
    return response
  }

  /// What curl reads, an option on a line (https://curl.se/docs/manpage.html#-K).
  private func configuration(_ address: WebAddress) -> [UInt8] {
    let (url, scheme) = CurlProgram.destination(of: address, environment)
    let lines = [
      "url = \"\(url)\"", "proto = \"=\(scheme)\"", "user-agent = \"\(CurlProgram.quotable(userAgent))\"",
      "max-time = \(timeLimit)", "silent", "show-error", "include", "suppress-connect-headers", "globoff",
      "compressed", "max-redirs = 0", "header = \"Accept: */*\"",
    ]
    return Array((lines.joined(separator: "\n") + "\n").utf8)
  }

  /// Returns the text without what would end it in a line of the configuration.
  private static func quotable(_ text: String) -> String {
    String(text.unicodeScalars.filter { (0x20..<0x7F).contains($0.value) && $0 != "\"" && $0 != "\\" })
  }

  #if DEBUG
    /// The variable that names a server of a test, `127.0.0.1:8000`, which plays all catalogues; only in debug builds.
    package static let playingServer = "SHELF_PLAYING_SERVER"
  #endif

  private static func destination(
    of address: WebAddress, _ environment: [String: String]
  ) -> (url: String, scheme: String) {
    #if DEBUG
      if let server = environment[playingServer] {
        return ("http://\(server)/" + address.sent.replacing("://", with: "/", maxReplacements: 1), "http")
      }
    #endif
    return (address.sent, address.scheme)
  }

  /// Returns what curl says of its failure: `(6) Could not resolve host: example.org`.
  private static func reason(_ ending: ExternalProgram.Ending) -> String {
    let line = String(decoding: ending.errors, as: UTF8.self).split(whereSeparator: \.isNewline).last.map(String.init)
    guard var line, !line.isEmpty else { return "curl ended with status \(ending.status)" }
    if line.hasPrefix("curl: ") { line.removeFirst(6) }
    if line.hasPrefix("("), let end = line.firstRange(of: ") ") { line.removeSubrange(..<end.upperBound) }
    return line
  }
}

import ShelfSystem

/// The network, which is accessed through the `curl` program.
///
/// shelf never opens a connection itself. It starts `curl` and passes the request on standard input as a configuration
/// file, so that no address or key appears in the process list. curl is instructed to ignore the user's own
/// configuration, to follow no redirects (the caller checks their targets), and to use HTTPS, or HTTP only for an
/// address that specifies it. curl reads proxy settings from the environment.
///
/// The size and time of a response are limited, since a server could send data forever.
package struct CurlProgram: Network {
  private let environment: [String: String]
  /// The value of the User-Agent header: shelf's version and address.
  private let userAgent: String

  /// The maximum size of a response, in bytes.
  package static let maxBytes = 5 << 20
  /// The time limit for one response, in seconds.
  private let timeLimit: Int

  package init(environment: [String: String], userAgent: String, timeLimit: Int = 20) {
    self.environment = environment
    self.userAgent = userAgent
    self.timeLimit = timeLimit
  }

  package func get(_ address: WebAddress) throws(NetworkFailure) -> WebResponse {
    let curl = ExternalProgram("curl", ["-q", "--config", "-"], environment: environment)
    var answer: [UInt8] = []
    var isTooLarge = false
    let ending: ExternalProgram.Ending
    do throws(FileError) {
      ending = try curl.run(input: configuration(address)) { piece in
        answer.append(contentsOf: piece)
        // curl's own limit relies on the announced length, which a chunked response does not include.
        isTooLarge = answer.count > CurlProgram.maxBytes
        return !isTooLarge
      }
    } catch {
      throw CurlProgram.failure(error)
    }
    if isTooLarge { throw .tooLarge(bytes: CurlProgram.maxBytes) }
    if ending.status != 0 { throw .failed(CurlProgram.reason(ending)) }
    guard let response = WebResponse(answer) else { throw .failed("the response is not HTTP") }
    return response
  }

  /// Returns a curl configuration, one option per line (https://curl.se/docs/manpage.html#-K).
  private func configuration(_ address: WebAddress) -> [UInt8] {
    let (url, scheme) = CurlProgram.destination(of: address, environment)
    let lines = [
      "url = \"\(url)\"", "proto = \"=\(scheme)\"", "user-agent = \"\(CurlProgram.quotable(userAgent))\"",
      "max-time = \(timeLimit)", "silent", "show-error", "include", "suppress-connect-headers", "globoff", "compressed",
      "max-redirs = 0", "header = \"Accept: */*\"",
    ]
    return Array((lines.joined(separator: "\n") + "\n").utf8)
  }

  /// Returns the printable ASCII characters of the text, without those that would end a quoted value in the
  /// configuration.
  private static func quotable(_ text: String) -> String {
    String(text.unicodeScalars.filter { (0x20..<0x7F).contains($0.value) && $0 != "\"" && $0 != "\\" })
  }

  #if DEBUG
    /// The environment variable that names a test server, such as `127.0.0.1:8000`, which replaces all catalogues. It
    /// is used only in debug builds.
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

  private static func failure(_ error: FileError) -> NetworkFailure {
    error.code == FileError.notFound ? .notInstalled(program: "curl") : .failed(error.description)
  }

  /// Returns curl's error message without its prefix `curl: (6)`, such as "Could not resolve host: example.org". curl
  /// may print advice after that line, for example after a TLS error.
  private static func reason(_ ending: ExternalProgram.Ending) -> String {
    let lines = String(decoding: ending.errors, as: UTF8.self).split(whereSeparator: \.isNewline).map(String.init)
    let own = lines.first { $0.hasPrefix("curl: (") }
    guard var line = own ?? lines.last, !line.isEmpty else { return "curl exited with status \(ending.status)" }
    if line.hasPrefix("curl: ") { line.removeFirst(6) }
    if line.hasPrefix("("), let end = line.firstRange(of: ") ") { line.removeSubrange(..<end.upperBound) }
    return line
  }
}

import ShelfSystem

/// The network, which is accessed through the `curl` program.
///
/// shelf never opens a connection itself. It starts `curl` and passes the requests on standard input as a configuration
/// file, so that no address or key appears in the process list. curl is instructed to ignore the user's own
/// configuration, to follow no redirects (the caller checks their targets), and to use HTTPS, or HTTP only for an
/// address that specifies it. It finds proxies in the environment.
///
/// Several requests to one server share a process and a connection. `--rate` makes curl keep the pace, and
/// `--fail-early` ends the run at the first failure; `CurlAnswers` splits the output. A version of curl before 7.84
/// rejects `--rate` and exits before it sends anything. The caller then falls back to single requests. The size and
/// time of a response are limited, since a server could send data forever.
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
      ending = try curl.run(input: configuration([address], ["show-error"])) { piece in
        answer.append(contentsOf: piece)
        // curl's own limit relies on the announced length, which a chunked response does not have.
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

  package func get(
    _ addresses: [WebAddress], pause: Int, _ take: (WebResponse) -> Bool
  ) throws(NetworkFailure) -> Bool {
    // These are command-line arguments because curl ignores unknown options in a configuration file, so a version
    // before 7.84 would send requests without a pause.
    let rate = pause > 0 ? ["--rate", "\(3_600_000 / pause)/h"] : []
    let curl = ExternalProgram(
      "curl", ["-q"] + rate + ["--fail-with-body", "--fail-early", "--config", "-"], environment: environment)
    var answers = CurlAnswers(maxBytes: CurlProgram.maxBytes)
    let ending: ExternalProgram.Ending
    do throws(FileError) {
      // curl buffers standard output by default, while the marks go to standard error. Without `no-buffer`, the marks
      // would arrive before the responses.
      ending = try curl.run(
        input: configuration(addresses, ["no-buffer", "write-out = \"\(answers.format)\""]), mixesErrors: true,
        holdsSignals: true
      ) { answers.add($0, take) }
    } catch {
      throw CurlProgram.failure(error)
    }
    if let failure = answers.failure { throw failure }
    return answers.count > 0 || ending.status != CurlProgram.optionUnknown
  }

  /// curl's exit status for an unknown option, in which case it has sent nothing.
  private static let optionUnknown: Int32 = 2

  /// Returns a curl configuration, one option per line (https://curl.se/docs/manpage.html#-K).
  ///
  /// - Parameter addresses: addresses on one server.
  private func configuration(_ addresses: [WebAddress], _ others: [String]) -> [UInt8] {
    let destinations = addresses.map { CurlProgram.destination(of: $0, environment) }
    let schemes = Set(destinations.map(\.scheme)).sorted().joined(separator: ",")
    let lines =
      destinations.map { "url = \"\($0.url)\"" } + [
        "proto = \"=\(schemes)\"", "user-agent = \"\(CurlProgram.quotable(userAgent))\"", "max-time = \(timeLimit)",
        "silent", "include", "suppress-connect-headers", "globoff", "compressed", "max-redirs = 0",
        "header = \"Accept: */*\"",
      ] + others
    return Array((lines.joined(separator: "\n") + "\n").utf8)
  }

  /// Returns the text without characters that would end a quoted value in the configuration.
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

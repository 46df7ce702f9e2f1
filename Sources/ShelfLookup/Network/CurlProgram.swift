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
    let curl = ExternalProgram("curl", ["-q", "--config", "-"], environment: environment)
    var answer: [UInt8] = []
    var isTooLarge = false
    let ending: ExternalProgram.Ending
    do throws(FileError) {
      ending = try curl.run(input: configuration([address], ["show-error"])) { piece in
        answer.append(contentsOf: piece)
        // What curl counts is what it was told, which an answer in pieces is not.
        isTooLarge = answer.count > CurlProgram.mostBytes
        return !isTooLarge
      }
    } catch {
      throw CurlProgram.failure(error)
    }
    if isTooLarge { throw .tooLarge(bytes: CurlProgram.mostBytes) }
    if ending.status != 0 { throw .failed(CurlProgram.reason(ending)) }
    guard let response = WebResponse(answer) else { throw .failed("the answer is not HTTP") }
    return response
  }

  package func get(
    _ addresses: [WebAddress], pause: Int, _ take: (WebResponse) -> Bool
  ) throws(NetworkFailure) -> Bool {
    // Arguments, since curl passes over an option in its configuration that it is too old for: one before 7.84 would
    // keep no pace.
    let rate = pause > 0 ? ["--rate", "\(3_600_000 / pause)/h"] : []
    let curl = ExternalProgram(
      "curl", ["-q"] + rate + ["--fail-with-body", "--fail-early", "--config", "-"], environment: environment)
    var answers = CurlAnswers(mostBytes: CurlProgram.mostBytes)
    let ending: ExternalProgram.Ending
    do throws(FileError) {
      // What curl writes to its standard output comes late, unless told otherwise; its mark goes to standard error.
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

  /// curl's exit status if it does not know an option, and asks nothing.
  private static let optionUnknown: Int32 = 2

  /// What curl reads, an option on a line (https://curl.se/docs/manpage.html#-K).
  ///
  /// - Parameter addresses: those of one server.
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

  private static func failure(_ error: FileError) -> NetworkFailure {
    error.code == FileError.notFound ? .notInstalled(program: "curl") : .failed(error.description)
  }

  /// Returns curl's own words for its failure, `(6) Could not resolve host: example.org`. Advice may follow that line, for
  /// example after a failure of TLS.
  private static func reason(_ ending: ExternalProgram.Ending) -> String {
    let lines = String(decoding: ending.errors, as: UTF8.self).split(whereSeparator: \.isNewline).map(String.init)
    let own = lines.first { $0.hasPrefix("curl: (") }
    guard var line = own ?? lines.last, !line.isEmpty else { return "curl ended with status \(ending.status)" }
    if line.hasPrefix("curl: ") { line.removeFirst(6) }
    if line.hasPrefix("("), let end = line.firstRange(of: ") ") { line.removeSubrange(..<end.upperBound) }
    return line
  }
}

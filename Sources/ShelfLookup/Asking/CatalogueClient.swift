import ShelfFormats
import ShelfImport
import ShelfText

/// The client for one catalogue, which handles caching, batching, pacing, redirects and errors.
///
/// `ask` first answers as many questions as possible from the cache. It splits the remaining questions into batches,
/// each as large as the catalogue allows in one request, and sends one batch after another at the catalogue's pace.
/// Redirects are followed, and a `Retry-After` of at most 30 seconds is honored once.
///
/// A response to a batch is split into one answer per question, and each answer is cached separately. After a refusal
/// (403, or 429 and 503 if waiting is not possible) or a network failure, the client stops. All further questions fail
/// without a request, because otherwise the requests for a thousand books would fail a thousand times.
///
/// Some catalogues need an API key. It is sent as a secret parameter of the address, which no cache entry or message
/// contains. Servers can echo a key in errors and links, so the client replaces it in all data that it receives, and
/// does not cache an answer that still contains it.
final class CatalogueClient {
  private let catalogue: Catalogue
  private let policy: LookupPolicy
  private let network: any Network
  private let cache: AnswerCache?
  private let clock: LookupClock
  private let progress: (LookupProgress) -> Void
  /// The time when the last request started, in milliseconds of `clock`.
  private var lastRequest: Int?
  /// Whether the client has stopped sending requests, after a refusal or a network failure.
  private var isStopped = false

  private static let maxRedirects = 3
  /// The longest `Retry-After` that is honored, in seconds.
  private static let longestWait = 30

  init(
    _ catalogue: Catalogue, _ policy: LookupPolicy, _ network: any Network, _ cache: AnswerCache?, _ clock: LookupClock,
    progress: @escaping (LookupProgress) -> Void
  ) {
    self.catalogue = catalogue
    self.policy = policy
    self.network = network
    self.cache = cache
    self.clock = clock
    self.progress = progress
  }

  typealias Answer = Result<[CatalogueBook], CatalogueFailure>

  /// Answers questions, which must all be of the same kind. Combines several in one request if the catalogue allows it.
  ///
  /// - Parameter told: called with the number of questions answered so far.
  func ask(_ questions: [CatalogueQuestion], told: (Int) -> Void = { _ in }) -> [CatalogueQuestion: Answer] {
    var answers: [CatalogueQuestion: Answer] = [:]
    var open: [CatalogueQuestion] = []
    for question in questions {
      if let known = kept(question) { answers[question] = known } else { open.append(question) }
    }
    told(answers.count)
    let size = open.first?.isWork ?? false ? catalogue.maxWorksPerRequest : catalogue.maxISBNsPerRequest
    for start in stride(from: 0, to: open.count, by: size) {
      let batch = Array(open[start..<min(start + size, open.count)])
      for (question, answer) in zip(batch, askNow(batch)) { answers[question] = answer }
      told(answers.count)
    }
    return answers
  }

  private typealias Part = Result<CatalogueAnswer, CatalogueFailure>

  /// Returns the cached answer to a question, or nil if the catalogue has to be asked.
  private func kept(_ question: CatalogueQuestion) -> Answer? {
    guard !policy.ignoresCache, let address = catalogue.address([question], key), let bytes = cache?.answer(to: address)
    else { return nil }
    // The cache stores responses rather than books, so that a newer version of shelf can extract more data from them.
    guard case .success(let answer) = read(bytes) else { return nil }
    return books(answer, question, redirects: 0)
  }

  private var key: String? { policy.keys[catalogue.name] }

  /// Answers questions with a single request, or by running the user's program once for each question.
  private func askNow(_ questions: [CatalogueQuestion]) -> [Answer] {
    func all(_ failure: CatalogueFailure) -> [Answer] { questions.map { _ in .failure(failure) } }
    if let program = catalogue.program { return questions.map { run(program, $0) } }
    if catalogue.needsKey, key == nil { return all(.keyMissing) }
    guard let address = catalogue.address(questions, key) else { return all(.cannotBeAsked) }
    do throws(CatalogueFailure) {
      return zip(questions, parts(of: try fetch(address), questions)).map { question, part in
        part.flatMap { books($0, question, redirects: 0) }
      }
    } catch {
      return all(error)
    }
  }

  /// Splits a response into one answer per question, and caches each of them.
  private func parts(of body: [UInt8], _ questions: [CatalogueQuestion]) -> [Part] {
    guard let parts = catalogue.split(body, questions), parts.count == questions.count else {
      // A response that cannot be split is usually an error message, and applies to all questions.
      return questions.map { _ in read(body).flatMap { _ in .failure(.unreadable("it does not match the request")) } }
    }
    let answers = parts.map(read)
    for ((question, part), answer) in zip(zip(questions, parts), answers) {
      guard case .success(let answer) = answer, !repeatsKey(part), let address = catalogue.address([question], key)
      else { continue }
      let isKnown = if case .books(let books) = answer { !books.isEmpty } else { true }
      cache?.keep(part, to: address, isKnown: isKnown)
    }
    return answers
  }

  private func read(_ bytes: [UInt8]) -> Result<CatalogueAnswer, CatalogueFailure> {
    do throws(CatalogueProblem) {
      return .success(try catalogue.reader.read(bytes))
    } catch {
      switch error {
      case .refusal(let text): return .failure(.refusal(hidden(text)))
      case .unreadable(let text): return .failure(.unreadable(hidden(text)))
      }
    }
  }

  /// Returns the books in an answer. If the record has moved, fetches it under its new key.
  private func books(_ answer: CatalogueAnswer, _ question: CatalogueQuestion, redirects: Int) -> Answer {
    switch answer {
    case .books(let books): return .success(books)
    case .moved(let key):
      if redirects == CatalogueClient.maxRedirects { return .failure(.tooManyRedirects) }
      guard let address = catalogue.address([.record(key)], self.key) else { return .failure(.cannotBeAsked) }
      var bytes = policy.ignoresCache ? nil : cache?.answer(to: address)
      if bytes == nil {
        do throws(CatalogueFailure) { bytes = try fetch(address) } catch { return .failure(error) }
        if let bytes, !repeatsKey(bytes) { cache?.keep(bytes, to: address, isKnown: true) }
      }
      return read(bytes ?? []).flatMap { books($0, question, redirects: redirects + 1) }
    }
  }

  func cover(_ number: Int) throws(CatalogueFailure) -> (bytes: [UInt8], address: WebAddress) {
    guard let address = catalogue.cover(number) else { throw .cannotBeAsked }
    return (try fetch(address, hosts: catalogue.coverHosts), address)
  }

  // MARK: - One request

  /// Runs the user's own program. Its answers are not cached here, because the program can cache them itself.
  private func run(_ program: UserProgram, _ question: CatalogueQuestion) -> Answer {
    // The program may access the network.
    if policy.isOffline { return .failure(.offline) }
    if isStopped { return .failure(.stopped) }
    progress(.asking(catalogue.title))
    do throws(CatalogueFailure) {
      return read(try program.ask(question)).flatMap { books($0, question, redirects: 0) }
    } catch {
      // A missing or slow program would fail for every book of a long list, so it is not run again.
      if case .programFailed = error {} else { isStopped = true }
      return .failure(error)
    }
  }

  /// Returns the body of a successful response.
  ///
  /// - Parameter hosts: the permitted targets of redirects; an entry that starts with a period includes all subdomains.
  private func fetch(_ address: WebAddress, hosts: [String]? = nil) throws(CatalogueFailure) -> [UInt8] {
    let hosts = hosts ?? catalogue.hosts
    var address = address
    var (redirects, waits) = (0, 0)
    while true {
      let response = try send(address)
      switch response.status {
      case 200..<300: return hidden(response.body)
      case 301, 302, 303, 307, 308:
        redirects += 1
        if redirects > CatalogueClient.maxRedirects { throw .tooManyRedirects }
        let location = response.headers["location"] ?? ""
        guard let next = WebAddress(location: location, from: address), next.scheme == address.scheme,
          hosts.contains(where: { $0 == next.host || $0.hasPrefix(".") && next.host.hasSuffix($0) }),
          next.port == address.port
        else { throw .elsewhere(hidden(location)) }
        address = next
      case 404 where isReadable(response.body): return hidden(response.body)
      case 429, 503:
        let seconds = response.headers["retry-after"].flatMap { Int($0) }
        guard let seconds, (0...CatalogueClient.longestWait).contains(seconds), waits == 0 else {
          isStopped = true
          throw failure(response)
        }
        waits += 1
        progress(.waiting(catalogue.title, seconds: seconds))
        clock.wait(seconds * 1000)
      case 403:
        isStopped = true
        throw failure(response)
      default: throw failure(response)
      }
    }
  }

  /// Returns whether the body of a 404 response is the catalogue's normal answer for an unknown book.
  private func isReadable(_ body: [UInt8]) -> Bool {
    if case .success(.books(let books)) = read(body) { books.isEmpty } else { false }
  }

  private func failure(_ response: WebResponse) -> CatalogueFailure {
    .status(
      response.status, CatalogueClient.firstLine(hidden(String(decoding: response.body.prefix(4096), as: UTF8.self))))
  }

  /// The forms in which a response may contain the API key: verbatim, or escaped for a URL, JSON or HTML.
  private lazy var spellings: [String] = {
    guard let key, !key.isEmpty else { return [] }
    let percent = key.map { PercentEncoding.encode(String($0)) }
    let small = percent.map { $0.count > 1 ? $0.lowercased() : $0 }
    let json = key.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    let html = HTMLEscape.text(key)
    let all = [key, percent.joined(), small.joined(), json, json.replacing("/", with: "\\/"), html]
    return Set(all + [html.replacing("\"", with: "&quot;")]).sorted { $0.count > $1.count }
  }()

  /// Returns the text with the API key replaced with "…", in case the catalogue echoed the key.
  private func hidden(_ text: String) -> String { spellings.reduce(text) { $0.replacing($1, with: "…") } }

  /// Returns a response with the API key removed, so that the key reaches neither the cache nor a record.
  ///
  /// A key shorter than `leastKey` is not removed, because it could be an ordinary word. A response that contains such
  /// a key is not cached.
  private func hidden(_ body: [UInt8]) -> [UInt8] {
    guard let key, key.utf8.count >= CatalogueClient.leastKey, repeatsKey(body) else { return body }
    return Array(hidden(String(decoding: body, as: UTF8.self)).utf8)
  }

  private func repeatsKey(_ body: [UInt8]) -> Bool { spellings.contains { body.firstRange(of: Array($0.utf8)) != nil } }

  /// The minimum length of an API key that is removed from responses, in bytes.
  private static let leastKey = 8

  /// Returns the first line of a response that contains text, without HTML tags and truncated to 160 characters.
  private static func firstLine(_ body: String) -> String {
    var text = ""
    var isTag = false
    for character in body {
      if character == "<" { isTag = true }
      if !isTag { text.append(character) }
      if character == ">" { (isTag, text) = (false, text + "\n") }
    }
    let line = text.split(whereSeparator: \.isNewline).map(\.trimmed).first { !$0.isEmpty } ?? ""
    return line.count > 160 ? line.prefix(159) + "…" : line
  }

  private func send(_ address: WebAddress) throws(CatalogueFailure) -> WebResponse {
    if policy.isOffline { throw .offline }
    if isStopped { throw .stopped }
    awaitTurn()
    do throws(NetworkFailure) {
      return try network.get(address)
    } catch {
      // If curl is missing or there is no connection, later requests would also fail.
      isStopped = true
      if case .failed(let reason) = error { throw .network(.failed(hidden(reason))) }
      throw .network(error)
    }
  }

  /// Waits until the catalogue's minimum interval has passed, and records the start of a request.
  private func awaitTurn() {
    if let lastRequest, policy.keepsPace {
      let rest = lastRequest + catalogue.pause - clock.now()
      if rest > 0 { clock.wait(min(rest, catalogue.pause)) }
    }
    lastRequest = clock.now()
    progress(.asking(catalogue.title))
  }
}

import ShelfImport
import ShelfModel
import ShelfText

/// Asks one catalogue, at its pace, and keeps what it answers.
final class CatalogueClient {
  private let catalogue: Catalogue
  private let policy: LookupPolicy
  private let network: any Network
  private let cache: AnswerCache?
  private let clock: LookupClock
  private let progress: (LookupProgress) -> Void
  /// When the last request began, in the clock's milliseconds.
  private var lastRequest: Int?
  /// Whether it refuses to answer for now.
  private var isStopped = false

  private static let mostRedirects = 3
  /// Seconds that are waited for if a server asks for it.
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

  /// Asks questions of one sort; several go in one request where the catalogue takes that.
  ///
  /// - Parameter told: is called with how many have been answered.
  func ask(_ questions: [CatalogueQuestion], told: (Int) -> Void = { _ in }) -> [CatalogueQuestion: Answer] {
    var answers: [CatalogueQuestion: Answer] = [:]
    var open: [CatalogueQuestion] = []
    for question in questions {
      if let known = kept(question) { answers[question] = known } else { open.append(question) }
    }
    told(answers.count)
    while !open.isEmpty {
      let batch = Array(open.prefix(open[0].isWork ? catalogue.mostWorks : catalogue.most))
      open.removeFirst(batch.count)
      for (question, answer) in zip(batch, askNow(batch)) { answers[question] = answer }
      told(answers.count)
    }
    return answers
  }

  /// Returns what is in the cache.
  private func kept(_ question: CatalogueQuestion) -> Answer? {
    guard !policy.isFresh, let address = catalogue.address([question], key), let bytes = cache?.answer(to: address)
    else { return nil }
    // What a newer version reads of it may be more, so the answer itself is kept.
    guard case .success(let answer) = read(bytes) else { return nil }
    return books(answer, question, redirects: 0)
  }

  private var key: String? { policy.keys[catalogue.name] }

  private func askNow(_ questions: [CatalogueQuestion]) -> [Answer] {
    func all(_ failure: CatalogueFailure) -> [Answer] { questions.map { _ in .failure(failure) } }
    if let program = catalogue.program { return questions.map { run(program, $0) } }
    if catalogue.needsKey, key == nil { return all(.keyMissing) }
    guard let address = catalogue.address(questions, key) else { return all(.cannotBeAsked) }
    do throws(CatalogueFailure) {
      let body = try fetch(address)
      guard let parts = catalogue.split(body, questions), parts.count == questions.count else {
        // One for all: the answer says what is wrong.
        return questions.map { _ in read(body).flatMap { _ in .failure(.unreadable("it is not about what was asked")) }
        }
      }
      let answers = parts.map(read)
      var kept: [(bytes: [UInt8], address: WebAddress, isKnown: Bool)] = []
      for ((question, part), answer) in zip(zip(questions, parts), answers) {
        guard case .success(let answer) = answer, let address = catalogue.address([question], key) else { continue }
        let isKnown = if case .books(let books) = answer { !books.isEmpty } else { true }
        kept.append((part, address, isKnown))
      }
      cache?.keep(kept)
      return zip(questions, answers).map { question, answer in
        answer.flatMap { books($0, question, redirects: 0) }
      }
    } catch {
      return all(error)
    }
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

  /// Returns the books of an answer; a record that moved is asked for where it is.
  private func books(_ answer: CatalogueAnswer, _ question: CatalogueQuestion, redirects: Int) -> Answer {
    switch answer {
    case .books(let books): return .success(books)
    case .moved(let key):
      if redirects == CatalogueClient.mostRedirects { return .failure(.tooManyRedirects) }
      guard let address = catalogue.address([.record(key)], self.key) else { return .failure(.cannotBeAsked) }
      var bytes = policy.isFresh ? nil : cache?.answer(to: address)
      if bytes == nil {
        do throws(CatalogueFailure) { bytes = try fetch(address) } catch { return .failure(error) }
        if let bytes { cache?.keep([(bytes, address, true)]) }
      }
      return read(bytes ?? []).flatMap { books($0, question, redirects: redirects + 1) }
    }
  }

  /// Fetches a cover by its number.
  func cover(_ number: Int) throws(CatalogueFailure) -> (bytes: [UInt8], address: WebAddress) {
    guard let address = catalogue.cover(number) else { throw .cannotBeAsked }
    return (try fetch(address, hosts: catalogue.coverHosts), address)
  }

  // MARK: - One request

  /// Asks a program of the reader's own, which keeps what it wants to keep: its answers are not in the cache.
  private func run(_ program: OwnProgram, _ question: CatalogueQuestion) -> Answer {
    // It may well ask someone else.
    if policy.isOffline { return .failure(.offline) }
    if isStopped { return .failure(.stopped) }
    progress(.asking(catalogue.title))
    do throws(CatalogueFailure) {
      return read(try program.ask(question)).flatMap { books($0, question, redirects: 0) }
    } catch {
      // One that is missing, or that is too slow once, would be so for each of a long list.
      if case .programFailed = error {} else { isStopped = true }
      return .failure(error)
    }
  }

  /// Returns the body of a good answer.
  ///
  /// - Parameter hosts: where a redirect may lead; one that begins with a period stands for all below it.
  private func fetch(_ address: WebAddress, hosts: [String]? = nil) throws(CatalogueFailure) -> [UInt8] {
    let hosts = hosts ?? catalogue.hosts
    var address = address
    var (redirects, waits) = (0, 0)
    while true {
      let response = try send(address)
      switch response.status {
      case 200..<300: return response.body
      case 301, 302, 303, 307, 308:
        redirects += 1
        if redirects > CatalogueClient.mostRedirects { throw .tooManyRedirects }
        let location = response.headers["location"] ?? ""
        guard let next = WebAddress(location: location, from: address), next.scheme == address.scheme,
          hosts.contains(where: { $0 == next.host || $0.hasPrefix(".") && next.host.hasSuffix($0) }),
          next.port == address.port
        else { throw .elsewhere(hidden(location)) }
        address = next
      case 404 where isReadable(response.body): return response.body
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

  /// Returns whether an answer with a status of failure says in the catalogue's own form that it does not know the book.
  private func isReadable(_ body: [UInt8]) -> Bool {
    if case .success(.books(let books)) = read(body) { books.isEmpty } else { false }
  }

  private func failure(_ response: WebResponse) -> CatalogueFailure {
    .status(
      response.status, CatalogueClient.firstLine(hidden(String(decoding: response.body.prefix(4096), as: UTF8.self))))
  }

  /// Returns what a catalogue says without the key, which it may repeat.
  private func hidden(_ text: String) -> String {
    guard let key, !key.isEmpty else { return text }
    return text.replacing(key, with: "…")
  }

  /// Returns the first words of an answer, without the marks of HTML.
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
    if let lastRequest, policy.keepsPace {
      let rest = lastRequest + catalogue.pause - clock.now()
      if rest > 0 { clock.wait(min(rest, catalogue.pause)) }
    }
    lastRequest = clock.now()
    progress(.asking(catalogue.title))
    do throws(NetworkFailure) {
      return try network.get(address)
    } catch {
      // Without the program, or the network, nothing else would be answered either.
      isStopped = true
      throw .network(error)
    }
  }
}

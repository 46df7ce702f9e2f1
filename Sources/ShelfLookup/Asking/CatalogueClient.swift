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
  /// Whether the network asks for several things at once.
  private var asksTogether = true

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
    let size = open.first?.isWork ?? false ? catalogue.mostWorks : catalogue.most
    var batches = stride(from: 0, to: open.count, by: size).map { Array(open[$0..<min($0 + size, open.count)]) }[...]
    while !batches.isEmpty {
      let known = answers.count
      var replies = askTogether(batches) { told(known + $0) }
      if replies.isEmpty { replies = [.none] }
      for (batch, reply) in zip(batches, replies) {
        for (question, answer) in zip(batch, take(reply, to: batch)) { answers[question] = answer }
      }
      batches.removeFirst(replies.count)
      told(answers.count)
    }
    return answers
  }

  private typealias Part = Result<CatalogueAnswer, CatalogueFailure>

  /// What came of asking a batch of questions among others.
  private enum Reply {
    case none
    case parts([Part])
    /// What has to be followed, waited for or said.
    case other(Result<WebResponse, NetworkFailure>)
  }

  private func take(_ reply: Reply, to batch: [CatalogueQuestion]) -> [Answer] {
    switch reply {
    case .none: askNow(batch)
    case .other(let result): askNow(batch, result)
    case .parts(let parts): books(parts, batch)
    }
  }

  /// Asks one batch of questions after the other, up to one that fails, and keeps each answer as it comes.
  ///
  /// Nothing else is asked meanwhile: records that have moved, and redirects, are left for later.
  ///
  /// - Parameter told: is called with how many questions have been answered.
  /// - Returns: what came of the first batches; nothing if they are to be asked one at a time.
  private func askTogether(_ batches: ArraySlice<[CatalogueQuestion]>, told: (Int) -> Void) -> [Reply] {
    let addresses = batches.compactMap { catalogue.address($0, key) }
    guard asksTogether, batches.count > 1, addresses.count == batches.count, catalogue.program == nil,
      !policy.isOffline, !isStopped
    else { return [] }
    var replies: [Reply] = []
    var count = 0
    let lastAlone = lastRequest
    awaitTurn()
    do throws(NetworkFailure) {
      asksTogether = try network.get(addresses, pause: policy.keepsPace ? catalogue.pause : 0) { response in
        guard (200..<300).contains(response.status) else {
          replies.append(.other(.success(response)))
          return response.status < 400
        }
        let batch = batches[batches.startIndex + replies.count]
        replies.append(.parts(parts(of: hidden(response.body), batch)))
        count += batch.count
        told(count)
        return true
      }
    } catch {
      replies.append(.other(.failure(error)))
    }
    lastRequest = asksTogether ? clock.now() : lastAlone
    return replies
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

  /// - Parameter first: what came of asking already; nil if that is still to be done.
  private func askNow(
    _ questions: [CatalogueQuestion], _ first: Result<WebResponse, NetworkFailure>? = nil
  ) -> [Answer] {
    func all(_ failure: CatalogueFailure) -> [Answer] { questions.map { _ in .failure(failure) } }
    if let program = catalogue.program { return questions.map { run(program, $0) } }
    if catalogue.needsKey, key == nil { return all(.keyMissing) }
    guard let address = catalogue.address(questions, key) else { return all(.cannotBeAsked) }
    do throws(CatalogueFailure) {
      let body = try fetch(address, first: first)
      return books(parts(of: body, questions), questions)
    } catch {
      return all(error)
    }
  }

  private func books(_ parts: [Part], _ questions: [CatalogueQuestion]) -> [Answer] {
    zip(questions, parts).map { question, part in part.flatMap { books($0, question, redirects: 0) } }
  }

  /// Returns what an answer says to each of the questions, and keeps it.
  private func parts(of body: [UInt8], _ questions: [CatalogueQuestion]) -> [Part] {
    guard let parts = catalogue.split(body, questions), parts.count == questions.count else {
      // One for all: the answer says what is wrong.
      return questions.map { _ in read(body).flatMap { _ in .failure(.unreadable("it is not about what was asked")) } }
    }
    let answers = parts.map(read)
    var kept: [(bytes: [UInt8], address: WebAddress, isKnown: Bool)] = []
    for ((question, part), answer) in zip(zip(questions, parts), answers) {
      guard case .success(let answer) = answer, !repeatsKey(part), let address = catalogue.address([question], key)
      else { continue }
      let isKnown = if case .books(let books) = answer { !books.isEmpty } else { true }
      kept.append((part, address, isKnown))
    }
    cache?.keep(kept)
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
        if let bytes, !repeatsKey(bytes) { cache?.keep([(bytes, address, true)]) }
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
  /// - Parameters:
  ///   - hosts: where a redirect may lead; one that begins with a period stands for all below it.
  ///   - first: what came of asking already; nil if that is still to be done.
  private func fetch(
    _ address: WebAddress, hosts: [String]? = nil, first: Result<WebResponse, NetworkFailure>? = nil
  ) throws(CatalogueFailure) -> [UInt8] {
    let hosts = hosts ?? catalogue.hosts
    var address = address
    var (redirects, waits) = (0, 0)
    var first = first
    while true {
      let response = if let result = first.take() { try received(result) } else { try send(address) }
      switch response.status {
      case 200..<300: return hidden(response.body)
      case 301, 302, 303, 307, 308:
        redirects += 1
        if redirects > CatalogueClient.mostRedirects { throw .tooManyRedirects }
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

  /// Returns whether an answer with a status of failure says in the catalogue's own form that it does not know the book.
  private func isReadable(_ body: [UInt8]) -> Bool {
    if case .success(.books(let books)) = read(body) { books.isEmpty } else { false }
  }

  private func failure(_ response: WebResponse) -> CatalogueFailure {
    .status(
      response.status, CatalogueClient.firstLine(hidden(String(decoding: response.body.prefix(4096), as: UTF8.self))))
  }

  /// The key as a catalogue may repeat it: as it is, or escaped for an address, JSON or HTML.
  private lazy var spellings: [String] = {
    guard let key, !key.isEmpty else { return [] }
    let percent = key.map { WebAddress.encode(String($0)) }
    let small = percent.map { $0.count > 1 ? $0.lowercased() : $0 }
    let json = key.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    let html = key.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    let all = [key, percent.joined(), small.joined(), json, json.replacing("/", with: "\\/"), html]
    return Set(all + [html.replacing("\"", with: "&quot;")]).sorted { $0.count > $1.count }
  }()

  /// Returns a text of a catalogue without the key, which it may repeat.
  private func hidden(_ text: String) -> String { spellings.reduce(text) { $0.replacing($1, with: "…") } }

  /// Returns an answer without the key, so that the key reaches neither the cache nor a record.
  ///
  /// A short key may be a word of the answer. It stays there, and the answer is not cached.
  private func hidden(_ body: [UInt8]) -> [UInt8] {
    guard let key, key.utf8.count >= CatalogueClient.leastKey, repeatsKey(body) else { return body }
    return Array(hidden(String(decoding: body, as: UTF8.self)).utf8)
  }

  private func repeatsKey(_ body: [UInt8]) -> Bool { spellings.contains { body.firstRange(of: Array($0.utf8)) != nil } }

  /// The minimum length of a key that is removed from answers, in bytes.
  private static let leastKey = 8

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
    awaitTurn()
    return try received(Result { () throws(NetworkFailure) in try network.get(address) })
  }

  /// Waits until the catalogue may be asked again, and notes that it is.
  private func awaitTurn() {
    if let lastRequest, policy.keepsPace {
      let rest = lastRequest + catalogue.pause - clock.now()
      if rest > 0 { clock.wait(min(rest, catalogue.pause)) }
    }
    lastRequest = clock.now()
    progress(.asking(catalogue.title))
  }

  private func received(_ result: Result<WebResponse, NetworkFailure>) throws(CatalogueFailure) -> WebResponse {
    switch result {
    case .success(let response): return response
    case .failure(let failure):
      // Without the program, or the network, nothing else would be answered either.
      isStopped = true
      if case .failed(let reason) = failure { throw .network(.failed(hidden(reason))) }
      throw .network(failure)
    }
  }
}

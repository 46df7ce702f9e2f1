import Foundation
import ShelfTestSupport
import Testing

@testable import ShelfLookup

/// Tests interrupting the look-up of a long list, and servers that never answer.
@Suite struct LookupStopTests {
  /// Looks up a list in a separate process, and interrupts it after a number of requests, or never if the number is
  /// nil.
  private func run(
    _ library: TestLibrary, _ catalogues: PlayedCatalogues, stoppingAt count: Int?
  ) throws -> (status: Int32, reason: Process.TerminationReason) {
    let process = Process()
    // While other tests run an editor, this process ignores SIGINT. `env` restores the default for the new process.
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "--default-signal=INT", TestMachine.productsFolder.appending(path: "shelf").path,
      "--library", library.root, "book", "add", "--isbns", catalogues.folder + "/list",
    ]
    process.environment = library.environment
    (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
    process.standardInput = FileHandle.nullDevice
    try process.run()
    if let count {
      while process.isRunning, ((try? catalogues.requests.count) ?? 0) < count { usleep(5000) }
      process.interrupt()
    }
    process.waitUntilExit()
    return (process.terminationStatus, process.terminationReason)
  }

  @Test(arguments: 1...3) func whatWasAnsweredIsKept(_ stop: Int) throws {
    // The answer to the last request is delayed, so that the interrupt arrives before it.
    var rules: [[String: Any]] = (1..<stop).map { _ in ["match": "/api/books", "isbns": Answers.template, "times": 1] }
    rules.append(["match": "/api/books", "isbns": Answers.template, "times": 1, "delay": 2])
    rules.append(["match": "/api/books", "isbns": Answers.template])
    let catalogues = try PlayedCatalogues(rules)
    let library = try TestLibrary()
    library.environment = try catalogues.environment("lookup: {catalogues: [openlibrary]}\n")
    try Answers.threeRequests.joined(separator: "\n").write(
      toFile: catalogues.folder + "/list", atomically: true, encoding: .utf8)
    let before = try library.tree()
    let ending = try run(library, catalogues, stoppingAt: stop)
    #expect(ending.reason == .uncaughtSignal || ending.status != 0)
    #expect(try library.tree() == before)
    #expect(try catalogues.requests.count == stop)
    // Requests that were answered in the first run are not sent again.
    let rest = try run(library, catalogues, stoppingAt: nil)
    #expect(rest.status == 0)
    #expect(try catalogues.requests.count == stop + (3 - (stop - 1)))
    let places = try catalogues.requests.map(\.place)
    #expect(Set(places).count == 3, "each is asked once, and the one that was interrupted twice")
    #expect(try library.paths().count - before.values.count { $0.contains("Regular") } == 60)
  }

  @Test func aServerThatHangsIsLeftAfterAWhile() throws {
    let catalogues = try PlayedCatalogues([["match": "openlibrary.org", "body": "{}", "delay": 30]])
    let curl = CurlProgram(environment: try catalogues.environment(), userAgent: "shelf/test", timeLimit: 1)
    let start = ContinuousClock.now
    let address = WebAddress(host: "openlibrary.org", path: "/api/books")
    let failure = #expect(throws: NetworkFailure.self) { try curl.get(address) }
    #expect(ContinuousClock.now - start < .seconds(10))
    if case .failed(let reason)? = failure { #expect(reason.contains("timed out"), "\(reason)") }
  }
}

import Foundation
import ShelfTestSupport
import Testing

@testable import ShelfCLI

/// Tests looking up a long list with several requests, some of which fail.
@Suite struct LookupTogetherTests {
  private static let list = Answers.threeRequests.joined(separator: "\n")
  private static var found: [String: Any] { ["match": "/api/books", "isbns": Answers.template] }

  /// Returns a library, and a catalogue that answers three requests. The answer to the second one may differ.
  private func start(
    second: [String: Any] = [:], curl script: String? = nil
  ) throws -> (TestLibrary, PlayedCatalogues) {
    let rules = [
      Self.found.merging(["times": 1]) { $1 },
      (second.isEmpty ? Self.found : second).merging(["match": "/api/books", "times": 1]) { $1 }, Self.found,
    ]
    let catalogues = try PlayedCatalogues(rules)
    let library = try TestLibrary()
    library.environment = try catalogues.environment("lookup: {catalogues: [openlibrary]}\n")
    library.companion = catalogues
    if let script {
      let folder = catalogues.folder + "/bin"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try ("#!/bin/sh\nPATH=${PATH#*:}\n" + script).write(
        toFile: folder + "/curl", atomically: true, encoding: .utf8)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder + "/curl")
      library.environment["PATH", default: ""] = folder + ":" + (library.environment["PATH"] ?? "")
    }
    return (library, catalogues)
  }

  private func add(_ library: TestLibrary) throws -> String { try library.run("book add --isbns -", input: Self.list) }

  @Test func requestsKeepThePace() throws {
    let (library, catalogues) = try start()
    library.environment["SHELF_PLAYING_PACE"] = nil
    #expect(try add(library).contains("Added 60 books"))
    let requests = try catalogues.requests
    #expect(requests.count == 3)
    // The server records when a request arrives, which is slightly after curl sends it.
    for (earlier, later) in zip(requests, requests.dropFirst()) { #expect(later.time - earlier.time > 0.9) }
  }

  /// Unusual answers to the second request that do not affect the other requests, and the total number of requests.
  static let interludes: [(rule: [String: any Sendable], requests: Int)] = [
    (["status": 429, "headers": ["Retry-After": "0"]], 4), (["status": 503, "headers": ["Retry-After": "0"]], 4),
    (["status": 302, "headers": ["Location": "/api/books?bibkeys=ISBN:1"], "isbns": [String: String]()], 4),
  ]

  @Test(arguments: interludes.indices) func aRequestThatIsAnsweredLaterHoldsNothingUp(_ number: Int) throws {
    let (rule, count) = Self.interludes[number]
    let (library, catalogues) = try start(second: rule)
    let said = try add(library)
    // If the second request is redirected, the answer contains none of its 25 books.
    #expect(said.contains(rule["isbns"] == nil ? "Added 60 books" : "Added 35 books"), "\(said)")
    #expect(try catalogues.requests.count == count)
  }

  /// Answers that stop the look-up, and the resulting messages.
  static let failures: [(rule: [String: any Sendable], said: String)] = [
    (["status": 429], "status 429"), (["status": 403], "status 403"),
    (["status": 429, "headers": ["Retry-After": "9999"]], "status 429"),
    (["body": "{\"ISBN:", "cut": 3], "could not be reached"), (["size": 6 << 20], "larger than 5 MB"),
  ]

  @Test(arguments: failures.indices) func whatWasAnsweredBeforeAFailureIsKept(_ number: Int) throws {
    let (rule, said) = Self.failures[number]
    let (library, catalogues) = try start(second: rule)
    let before = try library.tree()
    let first = try library.run("book add --isbns - --dry-run", input: Self.list)
    #expect(first.contains("Open Library \(said)") || first.contains(said), "\(first)")
    #expect(try catalogues.requests.count == 2, "no request is made after that")
    #expect(catalogues.cached.count == 25)
    #expect(try library.tree() == before)
    #expect(try add(library).contains("Added 60 books"))
    #expect(try catalogues.requests.count == 4, "the first 25 are not asked for again")
  }

  @Test func aFailureThatIsOfOneRequestAloneLeavesTheOthers() throws {
    let (library, catalogues) = try start(second: ["status": 500])
    let said = try add(library)
    #expect(said.contains("Added 35 books") && said.contains("status 500"), "\(said)")
    #expect(try catalogues.requests.count == 3)
  }

  @Test func nothingOfWhatIsAskedShowsAmongProcesses() throws {
    let (library, catalogues) = try start(curl: "echo \"$*\" >> \"$0.arguments\"\nexec curl \"$@\"")
    #expect(try add(library).contains("Added 60 books"))
    let arguments = try String(contentsOfFile: catalogues.folder + "/bin/curl.arguments", encoding: .utf8)
    #expect(arguments == String(repeating: "-q --config -\n", count: 3))
  }

  @Test func textThatIsNoAnswerIsNoHindrance() throws {
    // If a library to preload is missing, the dynamic loader prints such a message in every program.
    let (library, catalogues) = try start(curl: "echo 'ERROR: object cannot be preloaded' >&2\nexec curl \"$@\"")
    #expect(try add(library).contains("Added 60 books"))
    #expect(try catalogues.requests.count == 3)
  }
}

import ArgumentParser
import ShelfDoctor
import ShelfHistory
import ShelfModel
import ShelfQuery
import ShelfStore
import ShelfText
import ShelfWording

/// The options that select the checks that `doctor` runs, and the records and files that it reports on.
struct DoctorOptions: ParsableArguments {
  @Argument(
    parsing: .allUnrecognized,
    help: ArgumentHelp("Report only on records that match the query, or on this file.", valueName: "query"))
  var words: [String] = []

  @Option(help: ArgumentHelp("Run only these checks.", valueName: "check,…"), completion: .values(of: .checks))
  var only: [String] = []

  @Option(help: ArgumentHelp("Skip these checks.", valueName: "check,…"), completion: .values(of: .checks))
  var skip: [String] = []

  @Flag(name: .customLong("staged"), help: "Check the staged files, as they are in git's index.")
  var isStaged = false

  @Option(
    help: ArgumentHelp(
      "Report only on files changed since a commit, and on files that refer to them.", valueName: "rev"))
  var since: String?

  /// The options as the user typed them, each preceded by a space.
  var typed: String {
    let lists = [("--only", only), ("--skip", skip)].filter { !$0.1.isEmpty }
    return words.map { " " + Wording.shellWord($0) }.joined()
      + lists.map { " \($0.0) \($0.1.joined(separator: ","))" }.joined()
      + (since.map { " --since \(Wording.shellWord($0))" } ?? "")
  }

  /// Returns the checks to run, in their usual order.
  func checks() throws(CommandError) -> [Check] {
    let only = try DoctorOptions.codes(only)
    let skip = try DoctorOptions.codes(skip)
    return Check.all.filter { (only.isEmpty || only.contains($0.code)) && !skip.contains($0.code) }
  }

  private static func codes(_ values: [String]) throws(CommandError) -> Set<String> {
    var codes: Set<String> = []
    for code in values.flatMap({ $0.split(separator: ",") }) { codes.insert(try Check.find(String(code)).code) }
    return codes
  }

  /// Returns the scope of the report, as specified by `words`, `--staged` and `--since`.
  func scope(
    of library: Library, repository: Result<Repository, GitError>, in context: Context
  ) throws -> FindingScope {
    var scope = FindingScope()
    let words = try ParserArguments.words(words, of: "doctor")
    if !words.isEmpty { scope.narrow(try wanted(words, in: library, context)) }
    if isStaged {
      let repository = try repository.get()
      try scope.narrow(to: try repository.changes(.staged), in: library) { deleted throws(GitError) in
        guard let head = repository.head else { return [:] }
        return try repository.contents(of: deleted, in: .commit(head))
      }
    } else if let since {
      let repository = try repository.get()
      let commit = try repository.commit(since)
      try scope.narrow(to: try repository.changes(.sinceCommit(commit)), in: library) { deleted throws(GitError) in
        try repository.contents(of: deleted, in: .commit(commit))
      }
    }
    return scope
  }

  /// Returns a predicate that matches the problems that the words select: problems in a file or folder, in the record
  /// with a given id, or in the records that match a query.
  ///
  /// A query selects an unreadable file if every word of the query occurs in the file's path or contents.
  private func wanted(
    _ words: [String], in library: Library, _ context: Context
  ) throws -> (Finding) -> Bool {
    if words.count == 1, words[0].contains("/") || words[0].hasSuffix(".yaml") || words[0].hasSuffix(".yml") {
      var path = words[0].hasPrefix("./") ? String(words[0].dropFirst(2)) : words[0]
      if let resolved = context.fileSystem.resolve(path), resolved.hasPrefix(library.root + "/") {
        path = String(resolved.dropFirst(library.root.count + 1))
      }
      let isWanted = { (other: String) in other == path || other.hasPrefix(path.hasSuffix("/") ? path : path + "/") }
      let isThere = library.records.contains { isWanted($0.path) } || library.unreadable.contains { isWanted($0.path) }
      if path.hasPrefix("/") || path.split(separator: "/").contains("..") {
        throw CommandError(.no, "\(words[0]) is not in the library")
      }
      if !isThere, try context.fileSystem.status(library.root + "/" + path) == nil {
        throw CommandError(.no, "the library has no file \(path)")
      }
      return { isWanted($0.path) }
    }
    let source = try QuerySource(QueryWords.text(words, library.schema))
    let matchers = try QueryReader(library: library, context: context).matchers(Kind.allCases, [source])
    let found = Set(matchers.flatMap { $0.records() }.map(\.path))
    let texts = words.map { Folding.fold($0) }
    func holds(_ path: String, _ source: [UInt8]) -> Bool {
      let folded = Folding.fold(path + " " + String(decoding: source, as: UTF8.self))
      return texts.allSatisfy(folded.contains)
    }
    func isNamed(_ record: Record) -> Bool {
      texts.count == 1 && texts[0].count >= 4 && record.id.description.hasPrefix(texts[0])
    }
    // Without this error, a mistyped query would produce the same report as a library without problems.
    if found.isEmpty, !library.records.contains(where: isNamed),
      !library.unreadable.contains(where: { holds($0.path, $0.source) })
    {
      throw CommandError(
        .no, "no record matches “\(words.joined(separator: " "))”", hint: "`shelf help query` describes queries")
    }
    let meant = Set(library.records.filter { isNamed($0) || found.contains($0.path) }.map(\.id))
    return { finding in
      // A problem of two records, such as probable duplicates, belongs to both.
      if finding.related.contains(where: meant.contains) { return true }
      guard let record = finding.record else { return holds(finding.path, finding.source) }
      return isNamed(record) || found.contains(record.path)
    }
  }
}

import ShelfModel
import ShelfStore

extension Doctor {
  /// Returns the problems that can be found by examining a single file, which is fast enough to run on every keystroke.
  ///
  /// - Parameters:
  ///   - content: the result of reading the file.
  ///   - library: the library, which may still contain an older version of the file.
  ///   - isAlone: whether the library has not been loaded yet and nothing is known about other records.
  package func findings(
    in content: Result<Record, UnreadableFile>, of library: Library, strays: [StrayFile], isAlone: Bool = false
  ) -> [Finding] {
    var questions = HistoryFacts.Questions()
    if case .success(let record) = content { questions.lost = Doctor.dangling(in: record, library) }
    let examination = Examination(
      library, today: today, now: now, history: ask(questions), dangling: questions.lost, strays: strays,
      attributes: attributes, newID: newID, obstacle: obstacle)
    var findings: [Finding] = []
    for check in checks where settings.severity(of: check) != nil && Doctor.isQuick(check, library, isAlone: isAlone) {
      for scope in check.scopes {
        switch (scope, content) {
        case (.file(let examine), .failure(let file)): findings += examine(check, file, examination)
        case (.record(let examine), .success(let record)): findings += examine(check, record, examination)
        default: break
        }
      }
    }
    return findings.compactMap(settings.apply).sorted(by: Doctor.precedes)
  }

  /// Returns the problems in a text that is being typed.
  ///
  /// If some lines of the file cannot be parsed, each of them is reported as a problem, and the record is checked
  /// without them. A missing field may be on one of these lines, so it is not reported.
  package func findings(
    in text: ReadText, of library: Library, strays: [StrayFile], isAlone: Bool = false
  ) -> [Finding] {
    // For repeated keys, a single error is enough for the check to find all of them, so later errors add nothing new.
    let errors = text.errors.flatMap { findings(in: .failure($0), of: library, strays: strays, isAlone: isAlone) }
      .reduce(into: [Finding]()) { found, finding in
        let isKnown = found.contains {
          $0.check.code == finding.check.code && $0.range == finding.range && $0.message == finding.message
        }
        if !isKnown { found.append(finding) }
      }
    guard let record = text.record else { return errors }
    let others = findings(in: .success(record), of: library, strays: strays, isAlone: isAlone)
    if text.ignored.isEmpty { return errors + others }
    return errors + others.filter { !Doctor.looksForFields.contains($0.check.code) }
  }

  /// Checks that report a missing field.
  private static let looksForFields: Set = Set(
    [Check.missingField, .statusDates, .contradictoryLoan, .impossibleProgress].map(\.code))

  /// Returns the findings in `shelf.yaml`: findings of the checks that read only this file, and mistakes in its
  /// queries.
  ///
  /// - Parameter library: the library in which the names in queries are looked up.
  package func findings(in manifest: Manifest, of library: Library) -> [Finding] {
    let findings = checks.flatMap { check in
      check.scopes.flatMap { scope -> [Finding] in
        switch scope {
        case .manifest(let examine): examine(check, manifest)
        case .library where check.code == Check.invalidFilter.code:
          InvalidFilter(check, today: today, now: now).findings(in: manifest, of: library)
        default: []
        }
      }
    }
    return findings.compactMap(settings.apply).sorted(by: Doctor.precedes)
  }

  /// Returns whether `findings(in:)` returns all findings of a check in a file.
  package static func isQuick(_ check: Check, _ library: Library, isAlone: Bool = false) -> Bool {
    if check.code == Check.invalidFilter.code { return true }
    let isOfFiles = check.scopes.allSatisfy { if case .library = $0 { false } else { true } }
    guard isOfFiles else { return false }
    if looksAtAll.contains(check.code) { return false }
    if isAlone, looksAtOthers.contains(check.code) { return false }
    return library.records.count < largeLibrary || !looksAtNames.contains(check.code)
  }

  /// Checks that look up other records.
  private static let looksAtOthers: Set = Set(
    [Check.danglingReference, .wrongKindReference, .referenceByName, .orphanQuote, .formerID, .staleComment].map(\.code)
  )
  /// Checks whose repairs depend on the references of all records and on git.
  private static let looksAtAll: Set = Set([Check.missingID, Check.invalidID].map(\.code))
  /// Checks that compare a name with the names of all records, which takes time proportional to the size of the
  /// library.
  private static let looksAtNames: Set = Set([Check.referenceByName, .staleComment].map(\.code))
  private static let largeLibrary = 20_000

  private static func dangling(in record: Record, _ library: Library) -> Set<RecordID> {
    var dangling: Set<RecordID> = []
    record.forEachReference(in: library.schema.fields(of: record.kind).map { $0.type.target != nil }) { _, id in
      if library.record(id) == nil { dangling.insert(id) }
    }
    return dangling
  }
}

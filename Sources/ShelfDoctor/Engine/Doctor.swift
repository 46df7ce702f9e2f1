import ShelfModel
import ShelfStore
import YAMLEdit

/// Examines a library: runs the checks and returns their findings.
///
/// First, `QuickLook` reads every record once and clears the ones that are certainly sound. Then git answers one batch
/// of questions about the facts that the enabled checks need beyond the library itself, such as the fate of a missing
/// record (`HistoryFacts`). The library, these facts and the current date form the `Examination`, the only input of a
/// check. Each enabled check of `Check.all` is then called with the unreadable files, with the records that were not
/// cleared, with the manifest, or with the library as a whole. Findings get the severity that the library sets for
/// their check, accepted ones are dropped, and the rest are sorted by file and position.
///
/// A finding carries its repairs as data. Nothing is written here: `RepairRun` applies the chosen repairs in memory,
/// and a `Transaction` writes the result.
package struct Doctor {
  package var checks: [Check] = Check.all
  /// The severities that the library sets, and the problems that it accepts.
  package var settings: DoctorSettings
  /// The contents of the library's `.gitattributes`, or nil if there is no such file.
  package var attributes: [UInt8]?
  /// The reason why the journal of changes is not trusted, or nil if it is trusted.
  package var distrust: JournalDistrust?
  /// The temporary files in the library that an interrupted git merge left behind.
  package var mergeLeftovers: [String] = []
  /// The copies of the manifest that are in the same folder.
  package var manifestCopies: [(path: String, source: [UInt8])] = []
  /// The cover pictures of the books.
  package var covers = CoverFacts()
  /// The current date in the user's time zone.
  package let today: CalendarDate
  package let now: Timestamp
  /// Queries version control. The result omits facts that version control does not provide.
  package let ask: (HistoryFacts.Questions) -> HistoryFacts
  /// Creates ids for records that have no usable id.
  package let newID: () -> RecordID
  /// Returns the existing path that prevents the creation of a file at the given path, or nil if the path is free.
  ///
  /// The obstacle is the path itself or a parent that is not a folder. Paths are relative to the library.
  package var obstacle: (String) -> String? = { _ in nil }

  package init(
    settings: DoctorSettings = DoctorSettings(), today: CalendarDate, now: Timestamp, newID: @escaping () -> RecordID,
    asking ask: @escaping (HistoryFacts.Questions) -> HistoryFacts = { _ in HistoryFacts() }
  ) {
    self.settings = settings
    self.today = today
    self.now = now
    self.newID = newID
    self.ask = ask
  }

  /// Returns every problem that is not accepted, sorted by file and position.
  ///
  /// - Parameter strays: the files outside the kinds' folders that look like records.
  package func findings(in library: Library, strays: [StrayFile]) -> [Finding] {
    let quick = QuickLook(library, today: today)
    let examination = Examination(
      library, today: today, now: now, history: facts(library, quick), dangling: quick.dangling, strays: strays,
      attributes: attributes, distrust: distrust, mergeLeftovers: mergeLeftovers, manifestCopies: manifestCopies,
      covers: covers, newID: newID, obstacle: obstacle)
    var findings: [Finding] = []
    for check in checks where settings.severity(of: check) != nil {
      for scope in check.scopes {
        switch scope {
        case .file(let examine):
          for file in library.unreadable {
            findings += examine(check, file, examination).map { hiding($0, in: file, examination) }
          }
        case .record(let examine):
          for position in quick.suspects { findings += examine(check, library.records[position], examination) }
        case .manifest(let examine): findings += examine(check, library.manifest)
        case .library(let examine): findings += examine(check, examination)
        }
      }
    }
    return findings.compactMap(settings.apply).sorted(by: Doctor.precedes)
  }

  /// Adds the file's other problems to a finding about a missing or invalid id, by examining the file with a
  /// placeholder id.
  private func hiding(_ finding: Finding, in file: UnreadableFile, _ examination: Examination) -> Finding {
    guard finding.field == Field.idKey, file.cause == .missingID || file.cause == .invalidID, let kind = file.kind,
      let document = try? Document(file.source)
    else { return finding }
    let id = Value.scalar(Scalar(RecordID(high: 0, low: 0).description, form: .literal))
    let isThere = document.node(at: [.key(Field.idKey)]) != nil
    let edit: Edit = isThere ? .set([.key(Field.idKey)], id) : .insert(key: Field.idKey, id, into: [], after: nil)
    guard let whole = try? document.applying(edit),
      let record = examination.library.read(whole.bytes, as: kind, path: file.path)
    else { return finding }
    var finding = finding
    for check in checks {
      for case .record(let examine) in check.scopes {
        finding.hidden += examine(check, record, examination).compactMap(settings.apply).map(\.check.code)
      }
    }
    return finding
  }

  /// Applies the checks of single records to every record without the quick look, and returns their findings. This
  /// function exists to measure how much time the quick look saves.
  package func examineEveryRecord(of library: Library) -> [Finding] {
    let quick = QuickLook(library, today: today)
    let examination = Examination(
      library, today: today, now: now, history: HistoryFacts(), dangling: quick.dangling, strays: [], newID: newID)
    return checks.flatMap { check in
      check.scopes.flatMap { scope -> [Finding] in
        guard case .record(let examine) = scope else { return [] }
        return library.records.flatMap { examine(check, $0, examination) }
      }
    }
  }

  private func facts(_ library: Library, _ quick: QuickLook) -> HistoryFacts {
    func isOn(_ check: Check) -> Bool {
      checks.contains { $0.code == check.code } && settings.severity(of: check) != nil
    }
    let nameless = library.unreadable.filter { file in
      file.isNameless || !quick.dangling.isEmpty && file.kind != nil && file.statedID == nil
    }
    let orphans = quick.suspects.map { library.records[$0] }.filter {
      OrphanQuote.missingOwner(of: $0, library.schema) != nil
    }
    var questions = HistoryFacts.Questions()
    if isOn(.danglingReference) { questions.lost = quick.dangling }
    if isOn(.duplicateID) {
      questions.copies = library.duplicateIDs.flatMap { library.records(sharing: $0).map(\.path) }
    }
    questions.wantsChangedIssues = isOn(.staleModificationDate)
    questions.nameless = nameless.map(\.path)
    questions.committed = orphans.map(\.path)
    questions.wantsState = isOn(.trackedState)
    questions.wantsConflicts = isOn(.conflictMarkers)
    if isOn(.halfRestored) { questions.cascadeCommits = Doctor.cascadeCommits(library) }
    return questions.isEmpty ? HistoryFacts() : ask(questions)
  }

  /// Returns the number of commits to search for cascades. It is smaller for a larger library, where git takes longer
  /// to compare two commits.
  private static func cascadeCommits(_ library: Library) -> Int {
    max(10, min(200, 1_000_000 / max(library.records.count, 1)))
  }

  static func precedes(_ a: Finding, _ b: Finding) -> Bool {
    if a.path != b.path { return a.path < b.path }
    let (start, other) = (a.range?.lowerBound ?? -1, b.range?.lowerBound ?? -1)
    return start != other ? start < other : (a.check.code, a.message) < (b.check.code, b.message)
  }
}

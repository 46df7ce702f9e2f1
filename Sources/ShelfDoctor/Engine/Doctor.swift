import ShelfModel
import ShelfStore
import YAMLEdit

/// Examines a library: runs the checks, and reports what they found.
///
/// It reads; `RepairRun` works out repairs, and nothing here writes.
package struct Doctor {
  /// The checks to run.
  package var checks: [Check] = Check.all
  /// The severities that the library sets, and the problems that it accepts.
  package var settings: DoctorSettings
  /// What the library's `.gitattributes` holds; nil if there is no such file.
  package var attributes: [UInt8]?
  /// Why the journal of changes is not believed; nil if it is.
  package var doubt: JournalDistrust?
  /// The temporary files of a merge by git that lie in the library.
  package var mergeLeftovers: [String] = []
  /// The copies of the manifest that lie beside it.
  package var manifestCopies: [(path: String, source: [UInt8])] = []
  /// The pictures of books.
  package var covers = CoverFacts()
  /// The user's current day.
  package let today: CalendarDate
  package let now: Timestamp
  /// Asks version control; what it does not know is left out of the answer.
  package let ask: (HistoryFacts.Questions) -> HistoryFacts
  /// Makes ids for records without a usable one.
  package let newID: () -> RecordID
  /// Returns what on the disk keeps a new file from this path, relative to the library: the path itself, or a folder of
  /// it that is no folder; nil if nothing does.
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

  /// Returns every problem that is not accepted, sorted by file and place.
  ///
  /// - Parameter strays: files that look like records outside the kinds' folders.
  package func findings(in library: Library, strays: [StrayFile]) -> [Finding] {
    let quick = QuickLook(library, today: today)
    let examination = Examination(
      library, today: today, now: now, history: facts(library, quick), dangling: quick.dangling, strays: strays,
      attributes: attributes, doubt: doubt, mergeLeftovers: mergeLeftovers, manifestCopies: manifestCopies,
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

  /// Adds what is not found in a file because its id is missing or cannot be read.
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

  /// Returns what the checks of records find if each looks at every record, as they would without the quick look: what that
  /// saves is measured.
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
    let nameless = library.unreadable.filter { $0.cause == .missingID || $0.cause == .invalidID }
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

  /// The more files there are, the longer git takes to compare two commits.
  private static func cascadeCommits(_ library: Library) -> Int {
    max(10, min(200, 1_000_000 / max(library.records.count, 1)))
  }

  static func precedes(_ a: Finding, _ b: Finding) -> Bool {
    if a.path != b.path { return a.path < b.path }
    let (start, other) = (a.range?.lowerBound ?? -1, b.range?.lowerBound ?? -1)
    return start != other ? start < other : (a.check.code, a.message) < (b.check.code, b.message)
  }
}

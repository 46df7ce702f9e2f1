import ShelfModel
import ShelfStore
import YAMLEdit

/// Applies repairs to a library in memory.
///
/// A run consists of rounds. In each round the caller chooses at most one repair per finding, and repairs that touch
/// the same field of a file wait for the next round (`RepairClaims`). The chosen repairs are applied to a working copy
/// of the files. Then the library is examined again as if the files had been written, and the next round starts with
/// the new findings, until there is nothing more to repair. Therefore repairs never interfere with each other, and
/// problems that are only found after a repair are also repaired.
///
/// A repair can fail, for example because another repair changed the file or its target path is taken; the whole repair
/// is then refused with a reason, and the others continue. There is only one attempt to repair each problem, even if
/// the problem reappears afterward. A merge that had to wait is refused if it would now drop a value that it would not
/// have dropped when it was chosen. Nothing is written here; the caller passes `changes` to a `Transaction`.
package struct RepairRun {
  /// The library with the repairs applied.
  package private(set) var library: Library
  /// The problems that remain.
  package private(set) var remaining: [Finding]
  /// The problems that were repaired, in order.
  package private(set) var repaired: [(finding: Finding, repair: Repair)] = []
  /// The repairs that failed, with the reasons, in order.
  package private(set) var refused: [(finding: Finding, reason: String)] = []
  private var doctor: Doctor
  private var strays: [StrayFile]
  private var files = WorkingCopy()
  /// The number of attempted repairs by problem identity. Several problems may share an identity.
  private var attempts: [String: Int] = [:]
  /// The files of the library in its current state, or nil until the first repair needs them.
  private var sources: [ExactPath: Source]?

  private struct Place: Hashable {
    let code: String
    let path: String

    init(_ finding: Finding) {
      code = finding.check.code
      path = finding.path
    }
  }

  private enum Source {
    case record(Record)
    case bytes([UInt8])
  }

  /// The maximum number of findings of one check in one file.
  private var maxListed = Finding.maxListed

  /// The growth factor for `maxListed` after a round with unlisted findings.
  private static let growth = 16
  /// The minimum number of repairs to one file for which they are applied together.
  private static let few = 4
  /// The maximum number of rounds, which is more than any realistic library needs.
  private static let rounds = 1000

  package init(_ library: Library, strays: [StrayFile], doctor: Doctor) {
    self.library = library
    self.strays = strays
    self.doctor = doctor
    remaining = doctor.findings(in: library, strays: strays)
  }

  /// Prepares previews of individual repairs for known problems.
  ///
  /// - Parameter files: the contents of all files that the repairs change; all other files are treated as missing.
  package init(previewing library: Library, doctor: Doctor, files: [String: [UInt8]]) {
    self.library = library
    self.doctor = doctor
    strays = []
    remaining = []
    sources = Dictionary(uniqueKeysWithValues: files.map { (ExactPath($0), .bytes($1)) })
  }

  /// The changes to files, in chronological order.
  package var changes: [FileChange] { files.changes }

  /// Applies the chosen repairs, round by round.
  ///
  /// - Parameter choose: returns the repair for a problem in the library's current state, or nil to leave the problem
  ///   unchanged.
  package mutating func repair(_ choose: (Finding, Library) throws -> Repair?) rethrows {
    // The maximum number of repairs for each identity, which is the number of problems with this identity.
    var expected: [String: Int] = [:]
    // The fields for which the waiting repair of a problem keeps one of two values, by the identity of the problem.
    var announced: [String: Set<String>] = [:]
    for _ in 0..<RepairRun.rounds {
      var claims = RepairClaims()
      var chosen: [(finding: Finding, repair: Repair)] = []
      let more = Dictionary(remaining.filter { $0.more > 0 }.map { (Place($0), $0.more) }) { $0 + $1 }
      for (identity, findings) in Dictionary(grouping: remaining, by: \.identity) {
        // Each unlisted problem may have this identity, so all of them are counted.
        let unlisted = findings.reduce(0) { $0 + (more[Place($1)] ?? 0) }
        expected[identity] = max(expected[identity] ?? 0, findings.count + unlisted)
      }
      for finding in remaining where attempts[finding.identity, default: 0] < expected[finding.identity, default: 0] {
        guard let repair = try choose(finding, library) else { continue }
        let fields = repair.questions.map(\.field)
        if let known = announced[finding.identity], let new = fields.first(where: { !known.contains($0) }) {
          attempts[finding.identity, default: 0] += 1
          refused.append((finding, "another repair has added a different \(new), so choose again which one to keep"))
          continue
        }
        guard claims.claim(repair) else {
          announced[finding.identity] = Set(fields)
          continue
        }
        attempts[finding.identity, default: 0] += 1
        chosen.append((finding, repair))
      }
      if !make(chosen) { break }
      // Some repaired problems belong to a check that did not list all of its findings, so list more of them in the
      // next round.
      if chosen.contains(where: { more[Place($0.finding)] != nil }) { maxListed *= RepairRun.growth }
      examineAgain()
    }
    if maxListed > Finding.maxListed {
      maxListed = Finding.maxListed
      remaining = doctor.findings(in: library, strays: strays)
    }
  }

  /// Applies the repairs of one round, and returns whether any of them succeeded.
  private mutating func make(_ chosen: [(finding: Finding, repair: Repair)]) -> Bool {
    var made: Set<Int> = []
    for (path, positions) in RepairRun.many(in: chosen) where make(positions.map { chosen[$0].repair }, in: path) {
      made.formUnion(positions)
    }
    // Starts at the end of each file, so that removing a list item does not change the positions of the other items.
    let start = refused.count
    for position in chosen.indices.reversed() where !made.contains(position) {
      if make(chosen[position].repair, of: chosen[position].finding) { made.insert(position) }
    }
    refused[start...].reverse()
    repaired += made.sorted().map { chosen[$0] }
    return !made.isEmpty
  }

  /// Applies a single repair, and examines the library again.
  ///
  /// - Returns: whether the repair succeeded.
  package mutating func make(only repair: Repair, of finding: Finding) -> Bool {
    guard make(repair, of: finding) else { return false }
    repaired.append((finding, repair))
    examineAgain()
    return true
  }

  /// Returns the changes that a repair would make.
  package mutating func preview(_ repair: Repair) throws(EditError) -> [FileChange] {
    var made = WorkingCopy()
    for step in repair.steps { try apply(step, to: &made) }
    return made.changes
  }

  /// Returns the files for which there are many repairs that edit no other file, and the positions of these repairs.
  private static func many(in chosen: [(finding: Finding, repair: Repair)]) -> [(path: String, positions: [Int])] {
    var positions: [String: [Int]] = [:]
    var others: Set<String> = []
    for (position, choice) in chosen.enumerated() {
      let edited = choice.repair.editedFiles
      if edited.count == 1 { positions[edited[0], default: []].append(position) } else { others.formUnion(edited) }
    }
    return positions.filter { $0.value.count >= few && !others.contains($0.key) }.sorted { $0.key < $1.key }
      .map { ($0.key, $0.value) }
  }

  /// Applies many repairs to one file at once, so that the file is parsed only once. Returns false if they have to be
  /// applied one by one.
  private mutating func make(_ repairs: [Repair], in path: String) -> Bool {
    guard let old = contents(of: path), let document = RepairRun.document(old) else { return false }
    var made = WorkingCopy()
    var edits: [Edit] = []
    do throws(EditError) {
      for step in repairs.lazy.flatMap(\.steps) {
        if case .edit(_, let more) = step { edits += more } else { try apply(step, to: &made) }
      }
    } catch {
      return false
    }
    guard !made.touches(path), let new = document.applying(together: edits) else { return false }
    made.set(path, to: dated(new, instead: old, path).bytes, from: old)
    files.add(made)
    return true
  }

  private static func document(_ bytes: [UInt8]) -> Document? {
    (try? Document(bytes)) ?? (try? Document(bytes, keepsDuplicateKeys: true))
  }

  /// Applies a repair. If the repair fails, records the reason and returns false.
  private mutating func make(_ repair: Repair, of finding: Finding) -> Bool {
    var made = WorkingCopy()
    do throws(EditError) {
      for step in repair.steps { try apply(step, to: &made) }
    } catch {
      refused.append((finding, RepairRun.reason(error)))
      return false
    }
    files.add(made)
    return true
  }

  private mutating func apply(_ step: Repair.Step, to made: inout WorkingCopy) throws(EditError) {
    let before = contents(of: step.path)
    let now = made.contents(of: step.path) ?? before
    switch step {
    case .edit(let path, let edits):
      guard let now else { throw .refused(path: path, EditRefusal(reason: "the file no longer exists")) }
      made.set(path, to: try edited(now, edits, path), from: before)
    case .write(let path, let old, let new):
      guard now == old else { throw .refused(path: path, EditRefusal(reason: "another repair changed the file")) }
      if now == nil, new != nil, !files.touches(path), let obstacle = doctor.obstacle(path) {
        throw .refused(path: path, EditRefusal(reason: "\(obstacle) is in the way"))
      }
      made.set(path, to: new, from: before)
    }
  }

  private func edited(_ old: [UInt8], _ edits: [Edit], _ path: String) throws(EditError) -> [UInt8] {
    let hasEntry = edits.contains { $0.isOfEntry }
    let document = try Document(editing: old, path: path, keepsDuplicateKeys: hasEntry)
    do throws(EditRefusal) {
      return dated(try document.applying(edits), instead: old, path).bytes
    } catch {
      throw .refused(path: path, error)
    }
  }

  /// Updates the modification date of a record whose values change, if its kind has such a date.
  private func dated(_ new: Document, instead old: [UInt8], _ path: String) -> Document {
    guard let kind = Kind.of(path: path), let field = library.schema.field(.changed, of: kind),
      let before = library.read(old, as: kind, path: path), let after = library.read(new.bytes, as: kind, path: path),
      before.value(of: field) == after.value(of: field), !after.says(theSameAs: before, library.schema)
    else { return new }
    // If the creation date is in the future, the record would appear to have been changed before it was created.
    if case .timestamp(let made) = library.schema.field(.created, of: kind).flatMap({ after.value(of: $0) }),
      made.secondsSince1970 > doctor.now.secondsSince1970
    {
      return new
    }
    let edits = FieldEdits(field: field, fields: library.schema.fields(of: kind))
    // If the date cannot be set, keep the repair without it.
    return (try? edits.apply(.set(field, to: doctor.now.description), to: new)) ?? new
  }

  /// Returns the current contents of a file, or nil if it does not exist.
  private mutating func contents(of path: String) -> [UInt8]? {
    if let contents = files.contents(of: path) { return contents }
    let sources = self.sources ?? makeSources()
    self.sources = sources
    switch sources[ExactPath(path)] {
    case .record(let record): return record.source
    case .bytes(let bytes): return bytes
    case nil: return doctor.covers.contents(of: path)
    }
  }

  private func makeSources() -> [ExactPath: Source] {
    var sources: [ExactPath: Source] = [:]
    for record in library.records { sources[ExactPath(record.path)] = .record(record) }
    for file in library.unreadable { sources[ExactPath(file.path)] = .bytes(file.source) }
    for stray in strays { sources[ExactPath(stray.path)] = .bytes(stray.source) }
    for copy in doctor.manifestCopies { sources[ExactPath(copy.path)] = .bytes(copy.source) }
    if !library.manifest.source.isEmpty { sources[ExactPath(Manifest.fileName)] = .bytes(library.manifest.source) }
    return sources
  }

  private mutating func examineAgain() {
    library = library.replacing(files.contents)
    strays.removeAll { stray in
      if case .some(.none) = files.contents(of: stray.path) { true } else { false }
    }
    doctor.manifestCopies.removeAll { files.touches($0.path) }
    var doctor = doctor
    doctor.covers = doctor.covers.after(files.contents)
    remaining = Finding.$maxListed.withValue(maxListed) { doctor.findings(in: library, strays: strays) }
  }

  private static func reason(_ error: EditError) -> String {
    switch error {
    case .refused(_, let refusal): refusal.reason
    case .duplicateID, .nameTaken: "another record is in the way"
    }
  }
}

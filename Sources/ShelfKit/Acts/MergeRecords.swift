import ShelfDoctor
import ShelfModel
import ShelfStore
import ShelfText

/// Merges one record into another of the same kind, as doctor does with duplicates.
///
/// The remaining record keeps its id and its file. It gets the values that only the other record has, and lists are
/// combined. References to the other record, and queries that name it, then find the remaining record. The other
/// record's id becomes a former id, and its file is deleted. If both records have a value for a field, the remaining
/// record keeps its own value unless the user decides otherwise.
package struct MergeRecords: Act {
  /// The record to merge, as the user named it.
  package var merged: String
  /// The record that remains.
  package var kept: String
  /// The kind of both records, or nil for any kind.
  package var kind: Kind?
  /// Whether to ask about each field with different values, and whether the records are copies of one book.
  package var asks = false
  /// Whether the records are copies of one book, so that the numbers of copies are added, or nil if undecided. If
  /// undecided, the records are treated as one copy that was recorded twice.
  package var addsCopies: Bool?

  package init(_ merged: String, into kept: String, of kind: Kind? = nil) {
    (self.merged, self.kept, self.kind) = (merged, kept, kind)
  }

  package func plan(_ plan: inout ActPlan) throws {
    let records = try plan.find(subjects(plan.finder), of: kind)
    guard let merged = records.first, let kept = records.last, records.count == 2 else {
      throw ActRefusal.mergedWithItself(records[0])
    }
    guard merged.kind == kept.kind else { throw ActRefusal.mergedKinds(merged, kept) }
    for record in records {
      let sharing = plan.library.records(sharing: record.id)
      if sharing.count > 1 { throw EditError.duplicateID(record.id, paths: sharing.map(\.path)) }
    }
    let asOne = RecordMerger(plan.library, kept: kept, merged: merged)
    let copies = asOne.copies
    let adds = addsCopies ?? plan.answers.addsCopies
    if adds == nil, asks, let copies {
      throw Question.copies(copies, merged, into: kept, areLikely: asOne.areCopies)
    }
    let merger = RecordMerger(plan.library, kept: kept, merged: merged, addsCopies: adds ?? false)
    guard let merge = merger.repairs("").first else {
      throw ActRefusal.notMergeable(merged, kept, field: merger.obstacle ?? kept.kind.titleKey)
    }
    // A genre or tag is identified by its name, so the user has already chosen by naming the second record as the one
    // to keep.
    let decides = !kept.kind.isMadeByName
    let answers = try merge.questions.map { question in
      if !decides { return 0 }
      if let answer = plan.answers.merged[question.field] { return answer }
      if asks { throw Question.merge(question, merged, into: kept) }
      return 0
    }
    plan.files = try changes(merge.answered(answers), in: plan)
    // For an answer of 0, the remaining record keeps its own value. Any other answer changes the record.
    let decided = zip(decides ? merge.questions : [], answers).filter { $1 == 0 }.map { question, _ in
      MergedRecord.Decision(field: question.field, kept: question.answers[0].text, dropped: question.answers[1].text)
    }
    plan.result = .merged(
      MergedRecord(
        merged: merged, kept: kept, differences: try differences(of: kept, in: plan), decisions: decided,
        relations: Kind.allCases.map { kind in
          let (own, others) = (
            plan.library.records(kind, referringTo: merged), plan.library.records(kind, referringTo: kept)
          )
          return (kind, own.count, Set((own + others).map(\.path)).count)
        },
        queries: kept.title.isEmpty ? [] : try plan.renewQueries(naming: merged, renamedTo: kept.title),
        uncounted: adds == nil ? copies : nil, hasRemarks: merger.hasRemarks))
  }

  /// Returns the two records. The title of exactly two records, typed twice, names these two.
  private func subjects(_ finder: RecordFinder) -> Subjects {
    let named = Subjects.named([merged, kept])
    guard Folding.fold(merged) == Folding.fold(kept) else { return named }
    do throws(RecordFinder.Failure) { _ = try finder.find(merged, kind, .exact) } catch {
      if case .ambiguous(_, _, let records) = error, records.count == 2 { return .records(records) }
    }
    return named
  }

  private func changes(_ merge: Repair, in plan: ActPlan) throws -> [FileChange] {
    let paths = Set(merge.steps.map(\.path))
    let sources = plan.library.records.filter { paths.contains($0.path) }.map { ($0.path, $0.source) }
    var run = RepairRun(
      previewing: plan.library,
      doctor: DoctorMaker(plan.workspace, plan.library).doctor(plan.host) { _ in HistoryFacts() },
      files: Dictionary(sources) { first, _ in first })
    return try run.preview(merge)
  }

  private func differences(of kept: Record, in plan: ActPlan) throws -> [FieldDifference] {
    guard let new = plan.files?.first(where: { $0.path == kept.path })?.new else { return [] }
    var edits = plan.edits
    try edits.replace(kept.path, kept.source, with: new, kept)
    return edits.changes(in: kept)
  }
}

/// The outcome of a merge of two records.
package struct MergedRecord: Sendable {
  package let merged: Record
  package let kept: Record
  /// The fields that change in the remaining record.
  package let differences: [FieldDifference]
  package let decisions: [Decision]
  /// The numbers of records that referred to the merged one, and of those that now refer to the remaining one, by kind.
  package let relations: [(kind: Kind, count: Int, total: Int)]
  /// The names of saved filters and other queries that named the merged record and now name the remaining one.
  package let queries: [String]
  /// The total number of copies of the two records, if they were merged as one copy because it is unknown whether they
  /// are separate copies of a book.
  package let uncounted: Int?
  /// Whether the merged record's file has comments, which are not kept.
  package let hasRemarks: Bool

  /// A field with different values in the two records; the remaining record keeps its own.
  package struct Decision: Sendable {
    package let field: String
    /// The value that remains, as short text.
    package let kept: String
    package let dropped: String
  }
}

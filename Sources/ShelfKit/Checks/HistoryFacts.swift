/// What version control knows about the problems of a library, asked for once.
public struct HistoryFacts: Sendable {
  /// The deleted records, by id.
  public var lost: [RecordID: LostRecord] = [:]
  /// When files were first committed, by path.
  public var added: [String: Commit] = [:]
  /// What files held in the last commit, by path: those asked for, and the issues that have changed since.
  public var committed: [String: [UInt8]] = [:]

  public init() {}

  /// What is worth asking.
  public struct Questions: Sendable {
    /// Ids that references name and no record has.
    public var lost: Set<RecordID>
    /// Files of which several have one id.
    public var copies: [String]
    /// Whether the issues that have changed since the last commit are wanted as they were in it.
    public var wantsChangedIssues: Bool
    /// Files that lack something which the last commit may hold.
    public var committed: [String]

    public var isEmpty: Bool { lost.isEmpty && copies.isEmpty && !wantsChangedIssues && committed.isEmpty }
  }
}

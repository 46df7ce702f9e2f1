import ArgumentParser
import ShelfHistory
import ShelfModel
import ShelfSystem
import ShelfText
import ShelfWording

/// `shelf merge-driver`: merges two versions of a file for git.
///
/// git runs the command for each file that both sides changed, with the paths of the two versions and their common
/// base. The result replaces our version, and the exit status is 1 if it has conflicts. The driver does not read the
/// library, which may be inconsistent in the middle of a merge, but only the three versions and both sides' manifest.
///
/// The first attempt does not resolve conflicts. If there are any, a second attempt resolves them by the policy of the
/// manifest or of `shelf sync`. This happens only in a plain merge, because in a rebase, for example, one side may be
/// work that exists nowhere else. If `newest` cannot decide by the modification dates, a third attempt uses the dates
/// of the commits.
///
/// The result is written to a new file, which then replaces our version. If this fails, our version is unchanged, and
/// git reports a conflict.
struct MergeDriverCommand: ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge-driver", abstract: "Merge two versions of a record or of shelf.yaml, for git.",
    discussion: """
      git runs this command for files with merge=shelf in .gitattributes. To set it up:

        git config merge.shelf.driver \\
          "shelf merge-driver --marker-size %L -- %O %A %B %P"
        git config merge.shelf.recursive shelf-base
        git config merge.shelf-base.driver \\
          "shelf merge-driver --take-base -- %O %A %B %P"

      If only one side changed a field, its value is taken. Items that either side added to a list are added, and items that \
      either side removed are removed. A single author stays a single text. Long text is merged line by line; mappings \
      and shelf.yaml are merged entry by entry. The later modificationDate is taken. The layout of our version and the \
      comments of both sides are kept.

      A field that both sides changed differently is a conflict: both versions are written between markers, and the exit \
      status is 1.

      The setting "merge:" in shelf.yaml resolves such conflicts in a plain merge (git merge, git pull without a rebase, \
      shelf sync). Its value is ours, theirs or newest. newest takes the side that changed the file last, according to \
      its modificationDate or, for records without one, the dates of the commits. If the dates are equal, ours is taken. \
      The environment variable \(MergePolicy.variable), which `shelf sync --conflicts` sets, overrides the setting.

      A rebase, cherry-pick, revert, stash, autostash, checkout --merge or am always leaves a conflict, because either \
      side may be work of yours that exists nowhere else.

      A file that is not a valid record, or uses anchors, aliases, tags or one line for several fields, is merged as text. \
      The setting "merge:" does not resolve conflicts in a file that is not a valid record on both sides.

      git does not pass -X ours, -X theirs or merge.conflictStyle to a driver; use "merge:" and --diff3 instead. A merge of \
      three or more branches at once (octopus) does not run the driver.
      """)

  @Option(help: ArgumentHelp("The length of the markers (%L).", valueName: "n"))
  var markerSize = 7

  @Option(help: ArgumentHelp("The label of ours next to its marker (%X).", valueName: "text"))
  var oursLabel = "ours"

  @Option(help: ArgumentHelp("The label of the base next to its marker (%S).", valueName: "text"))
  var baseLabel = "base"

  @Option(help: ArgumentHelp("The label of theirs next to its marker (%Y).", valueName: "text"))
  var theirsLabel = "theirs"

  @Flag(help: "Show the base too, like git's conflict style diff3.")
  var diff3 = false

  @Flag(help: "Resolve conflicts by taking the base, for merges of common ancestors.")
  var takeBase = false

  @Argument(help: "The common base (%O); empty if both added the file.")
  var base: String

  @Argument(help: "Our version (%A), which the result replaces.")
  var ours: String

  @Argument(help: "Their version (%B).")
  var theirs: String

  @Argument(help: "The file's path in the repository (%P).")
  var path: String

  func run(in context: Context) throws {
    let files = context.fileSystem
    let versions = try [ours, base, theirs].map { try files.contents(of: $0, limit: TextMerge.maxBytes, .input) }
    if versions.contains(where: TextMerge.isUnmergeable) {
      throw CommandError(.no, "cannot be merged as text; our version is unchanged", path: path)
    }
    let target = MergeTarget(path, fileSystem: files)
    try checkFormat(target, context)
    var result = merge(versions[0], versions[1], versions[2], target, .conflict)
    var reason = ""
    let asked = context.environment[MergePolicy.variable].flatMap(MergePolicy.init(rawValue:))
    let policy = asked ?? target.policy
    if policy != .conflict, !result.isClean, target.isOf(context.environment[MergePolicy.folderVariable]) {
      if let heads = MergeHeads(environment: context.environment, files) {
        reason = asked == nil ? "as set in shelf.yaml" : "as requested"
        result = merge(versions[0], versions[1], versions[2], target, policy)
        if policy == .newest, !result.isClean, let isOurs = try? heads.isOursNewer(path, holding: versions[0]) {
          result = merge(versions[0], versions[1], versions[2], target, isOurs ? .ours : .theirs)
        }
      } else {
        context.note(
          "\(path): “merge: \(policy.rawValue)” applies only to git merge, git pull without a rebase, and shelf sync")
      }
    }
    if result.bytes != versions[0] {
      do throws(FileError) { try replace(ours, result.bytes, files) } catch {
        // With a status above 1, the driver would merge the file as text, and on a full disk git would truncate it.
        let reason = CommandError(error)?.report.message ?? "the result cannot be written"
        throw CommandError(
          .no, "\(reason); our version of \(path) is unchanged, and theirs is not in it",
          hint: "fix this, abort the merge, and start it again")
      }
    }
    try report(result, reason, context)
  }

  /// Checks that the other side of a merge has not upgraded the library to a newer format. `shelf sync` checks this
  /// before it begins the merge. git runs the driver once for each record that both sides changed, so the manifest is
  /// read each time.
  private func checkFormat(_ target: MergeTarget, _ context: Context) throws {
    guard context.environment[MergePolicy.folderVariable] == nil, let manifest = target.manifest,
      let incoming = MergeHeads.incoming(manifest, environment: context.environment)
    else { return }
    do throws(LibraryError) { _ = try Manifest.read(incoming, at: "") } catch {
      guard case .newerFormat(let found, let known, _) = error else { return }
      throw CommandError(
        .no,
        "theirs has format \(found), but this version of shelf supports formats up to \(known); "
          + "our version is unchanged",
        hint: "abort the merge, install a newer version of shelf, and merge again", path: path)
    }
  }

  private func merge(
    _ ours: [UInt8], _ base: [UInt8], _ theirs: [UInt8], _ target: MergeTarget, _ policy: MergePolicy
  ) -> RecordMerge.Result {
    guard let subject = target.subject, target.textReason == nil else {
      // A policy applies only to records and manifests that this version of shelf understands; other files are merged
      // as text.
      return .text(ours: ours, base: base, theirs: theirs, style, because: target.textReason)
    }
    return RecordMerge(of: subject, policy, style).merge(ours: ours, base: base, theirs: theirs)
  }

  private var style: ConflictStyle {
    var style = ConflictStyle()
    style.ours = label(oursLabel, "ours", placeholder: "%X")
    style.base = label(baseLabel, "base", placeholder: "%S")
    style.theirs = label(theirsLabel, "theirs", placeholder: "%Y")
    style.markerSize = min(max(markerSize, 1), 200)
    style.showsBase = diff3
    style.resolution = takeBase ? .base : nil
    return style
  }

  /// Returns a label without line breaks, or the default label.
  ///
  /// Older versions of git pass the placeholder unchanged.
  private func label(_ text: String, _ usual: String, placeholder: String) -> String {
    let line = VisibleText.line(Wording.short(text))
    return line.isEmpty || line == placeholder ? usual : line
  }

  /// Replaces our version with the result atomically.
  private func replace(_ path: String, _ bytes: [UInt8], _ files: any FileSystem) throws(FileError) {
    let path = files.resolve(path) ?? path
    try files.replaceFile(path, bytes, mode: try files.status(path)?.mode)
  }

  private func report(_ result: RecordMerge.Result, _ reason: String, _ context: Context) throws {
    if let reason = result.textReason { context.note("\(path) is merged as text: \(reason)") }
    for settled in result.settled {
      let side = settled.isOurs ? "ours" : "theirs"
      context.note("\(path): both sides changed \(settled.key); \(side) was taken, \(reason)")
    }
    if result.textConflicts > 0 { throw CommandError(.no, "both sides changed the same lines", path: path) }
    if result.isClean { return }
    throw CommandError(.no, "both sides changed \(Wording.list(result.conflicts.map(\.key)))", path: path)
  }
}

import ShelfDoctor
import ShelfModel

/// The text of a finding's advice, with the relevant commands.
package enum AdviceText {
  /// Returns the advice about a problem, or nil if there is none.
  package static func text(_ finding: Finding) -> String? {
    guard let advice = finding.advice else { return nil }
    let name = finding.record?.id.short ?? Wording.shellWord(finding.path)
    switch advice {
    case .byHand(let text): return text
    case .assign(let key):
      let field = finding.record?.kind.fields.first { $0.key == key }
      let value = field.map { $0.type == .date ? "DATE" : $0.type.target == nil ? "VALUE" : "TITLE" } ?? "VALUE"
      let kind = finding.record?.kind.singular ?? "KIND"
      return "set it with `shelf \(kind) set \(name) \(key)=\(value)`"
    case .choose(let kind): return "`shelf \(kind.singular) list` shows all \(kind.plural)"
    case .reach(.gitIsNotInstalled): return "install git, and run the check again"
    case .reach(.isShallow): return "`git fetch --unshallow` fetches the rest of the history"
    case .reach(.isDamaged): return "`git fsck` shows what is damaged"
    case .keepOrDelete:
      let path = Wording.shellWord(finding.path)
      return "`git add \(path)` keeps it, and `git rm \(path)` deletes it"
    case .deleteOrAccept:
      return "delete one, or accept both: `shelf doctor \(name) --accept \(finding.check.code)`"
    case .untrack(let path):
      return "stop tracking it with `git rm -r --cached \(Wording.shellWord(path))`, and commit"
    }
  }
}

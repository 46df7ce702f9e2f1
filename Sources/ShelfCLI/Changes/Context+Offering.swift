import ShelfModel
import ShelfStore
import ShelfTerminal
import ShelfWording

extension Context {
  /// Carries out a command about the records with some names; if there is none, or one is none that a record has exactly,
  /// asks on a terminal which is meant, and otherwise refuses.
  ///
  /// The change is begun anew with each answer, so that the library is free while somebody thinks.
  func offering(_ names: [String], _ change: ([String]) throws -> Void) throws {
    var names = names
    while true {
      do {
        return try change(names)
      } catch let missing as MissingName where canShowWidgets {
        names = [try RecordPicker(context: self).pick(missing.kind).id.description]
      } catch let failure as RecordFinder.Failure where isInteractive {
        guard let candidates = failure.candidates, canShowWidgets || candidates.records.count <= Context.offered,
          names.contains(candidates.name)
        else { throw failure }
        let chosen = try choose(candidates.name, candidates.kind, candidates.records)
        names = names.map { $0 == candidates.name ? chosen.id.description : $0 }
      }
    }
  }

  /// How many records are offered at most.
  private static let offered = 9

  private func choose(_ name: String, _ kind: Kind?, _ candidates: [Record]) throws -> Record {
    if canShowWidgets { return try RecordPicker(context: self).pick(called: name, kind, among: candidates) }
    var prompt = Prompt(input: input, output: Output(descriptor: output), terminal: terminal)
    let complaint = "No \(kind?.singular ?? "record") is called “\(Wording.short(name))”"
    if candidates.count == 1 {
      let question = "\(complaint). Do you mean \(Wording.name(candidates[0]))?"
      guard try prompt.confirm(question) else { throw Declined(text: "Nothing was changed") }
      return candidates[0]
    }
    let ids = RecordID.beginnings(of: candidates.map(\.id))
    let names = zip(candidates, ids).map { "\(Wording.short($0.title))  \($1)" }
    return candidates[try prompt.choice("\(complaint). Which do you mean?", names)]
  }
}

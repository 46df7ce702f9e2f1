import ShelfModel
import ShelfStore
import ShelfTerminal
import ShelfWording

extension Context {
  /// Carries out a command about the records with some names.
  ///
  /// On a terminal it asks which record is meant where no name was given, and where a name is not enough for a change:
  /// one of these, or one that the command has a record refer to. Elsewhere the command is refused.
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
        guard try choose(failure) else { throw failure }
      } catch AssignmentError.reference(let failure, let isCreatable) where isInteractive {
        guard try choose(failure) else { throw AssignmentError.reference(failure, isCreatable: isCreatable) }
      }
    }
  }

  /// Asks which record is meant by a name that is not enough; returns whether there were any to be asked about.
  private func choose(_ failure: RecordFinder.Failure) throws -> Bool {
    guard let (name, kind, records) = failure.candidates, canShowWidgets || records.count <= Context.offered else {
      return false
    }
    memory.chosen[RecordFinder.Choice(name, kind)] = try choose(name, kind, records).id
    return true
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

import ShelfModel
import YAMLEdit

/// One way to repair a problem: changes to files, as data.
///
/// A repair consists of steps that each edit or replace one file; either all of them are applied or none are. `need`
/// determines how it can be chosen: `--fix` alone applies safe repairs; other repairs are applied only if the user
/// names the check or this specific repair.
package struct Repair: Sendable {
  /// The name by which the user chooses the repair, such as `take-out`. It consists of letters, digits, hyphens and
  /// periods.
  package let name: String
  /// A description in the imperative, such as "take the reference out".
  package let description: String
  package let need: Need
  package let steps: [Step]
  /// Questions that an interactive front end asks before it applies the repair. By default, the first answer to each
  /// question applies.
  package internal(set) var questions: [Question] = []

  /// A field that has several possible values.
  package struct Question: Sendable {
    package let field: String
    /// The file that an answer edits.
    let path: String
    /// The possible answers. The first one keeps the value in the file, the second one replaces it, and the third one,
    /// which only long texts have, keeps both.
    package let answers: [Answer]

    /// The index of the suggested answer, which is “both” if the question has that answer.
    package var suggested: Int { answers.count > 2 ? 2 : 0 }

    package struct Answer: Sendable {
      package let text: String
      let edits: [Edit]
    }
  }

  /// The approval that a repair requires from the user.
  package enum Need: Sendable {
    /// No approval, because the repair loses nothing and requires no decision.
    case nothing
    /// The user must request repairs of this type of problem.
    case consent
    /// The user must choose this specific repair, because it removes something or because an alternative is equally
    /// good.
    case choice
  }

  /// A change to one file.
  package enum Step: Sendable {
    /// Edits of a readable YAML document.
    case edit(path: String, [Edit])
    /// New contents for the whole file. If `old` is nil, the file does not exist before the repair; if `new` is nil, it
    /// does not exist afterward.
    case write(path: String, old: [UInt8]?, new: [UInt8]?)

    /// The path of the file, relative to the library.
    package var path: String {
      switch self {
      case .edit(let path, _), .write(let path, _, _): path
      }
    }
  }

  /// Whether the repair loses nothing and requires no decision, so that `--fix` alone applies it.
  package var isSafe: Bool { if case .nothing = need { true } else { false } }

  init(_ name: String, _ description: String, _ need: Need, _ steps: [Step]) {
    self.name = String(name.map { $0.isLetter || $0.isNumber || $0 == "." ? $0 : "-" })
    self.description = description
    self.need = need
    self.steps = steps
  }

  /// Returns the repair with its questions answered.
  ///
  /// - Parameter answers: the index of the chosen answer for each question, in order.
  package func answered(_ answers: [Int]) -> Repair {
    var steps = steps
    for (question, answer) in zip(questions, answers) where !question.answers[answer].edits.isEmpty {
      steps.append(.edit(path: question.path, question.answers[answer].edits))
    }
    return Repair(name, description, need, steps)
  }

  /// Creates a repair that edits the file of one record.
  init(_ name: String, _ description: String, _ need: Need, _ record: Record, _ edits: [Edit]) {
    self.init(name, description, need, [.edit(path: record.path, edits)])
  }

  /// The paths of the edited files, without duplicates.
  var editedFiles: [String] {
    var files: [String] = []
    for case .edit(let path, _) in steps where !files.contains(path) { files.append(path) }
    return files
  }
}

extension Edit {
  /// Whether the edit addresses an entry by its position, as is necessary in a mapping with duplicate keys.
  var isOfEntry: Bool {
    if case .remove(let path) = self, case .entry? = path.first { true } else { false }
  }
}

import ShelfModel
import YAMLEdit

/// One way to repair a problem: changes of files, as data.
package struct Repair: Sendable {
  /// The name by which it is chosen, such as `take-out`: letters, digits, hyphens and periods.
  package let name: String
  /// What it does, in the imperative: "take the reference out".
  package let description: String
  package let need: Need
  package let steps: [Step]
  /// What may be asked before it is made; unless it is, each is answered with its first answer.
  package internal(set) var questions: [Question] = []

  /// A field for which there are several values.
  package struct Question: Sendable {
    package let field: String
    /// The file that is edited.
    let path: String
    /// The first one is what the file has.
    package let answers: [Answer]

    package struct Answer: Sendable {
      package let text: String
      let edits: [Edit]
    }
  }

  /// What is needed before it may be made.
  package enum Need: Sendable {
    /// Nothing: it loses nothing and needs no decision.
    case nothing
    /// That the user wants problems of this kind repaired.
    case consent
    /// That the user wants just this repair, because it removes something, or there is an equally good alternative.
    case choice
  }

  /// A change of one file.
  package enum Step: Sendable {
    /// Edits of a document that reads as YAML.
    case edit(path: String, [Edit])
    /// New contents as a whole; nil if the file does not exist before or after.
    case write(path: String, old: [UInt8]?, new: [UInt8]?)

    /// The file's path relative to the library.
    package var path: String {
      switch self {
      case .edit(let path, _), .write(let path, _, _): path
      }
    }
  }

  /// Whether it loses nothing and needs no decision, so that `--fix` alone makes it.
  package var isSafe: Bool { if case .nothing = need { true } else { false } }

  init(_ name: String, _ description: String, _ need: Need, _ steps: [Step]) {
    self.name = String(name.map { $0.isLetter || $0.isNumber || $0 == "." ? $0 : "-" })
    self.description = description
    self.need = need
    self.steps = steps
  }

  /// Returns the repair with its questions answered: the position of each answer, in their order.
  package func answered(_ answers: [Int]) -> Repair {
    var steps = steps
    for (question, answer) in zip(questions, answers) where !question.answers[answer].edits.isEmpty {
      steps.append(.edit(path: question.path, question.answers[answer].edits))
    }
    return Repair(name, description, need, steps)
  }

  /// Makes a repair that edits one record's file.
  init(_ name: String, _ description: String, _ need: Need, _ record: Record, _ edits: [Edit]) {
    self.init(name, description, need, [.edit(path: record.path, edits)])
  }

  /// The files whose documents it edits, each once.
  var editedFiles: [String] {
    var files: [String] = []
    for case .edit(let path, _) in steps where !files.contains(path) { files.append(path) }
    return files
  }

  /// The files that it changes, with the field if it is only one.
  var places: [(path: String, field: String?)] {
    steps.flatMap { step -> [(path: String, field: String?)] in
      switch step {
      case .write(let path, _, _): [(path, nil)]
      case .edit(let path, let edits): edits.map { (path, $0.field) }
      }
    }
  }
}

extension Edit {
  /// Whether it is about an entry by its position, as in a mapping that holds a key twice.
  var isOfEntry: Bool {
    if case .remove(let path) = self, case .entry? = path.first { true } else { false }
  }

  /// The key of the field that is edited; nil if an edit is not within one field.
  fileprivate var field: String? {
    let path: [YAMLEdit.Step] =
      switch self {
      case .set(let path, _), .append(_, let path), .remove(let path), .setComment(let path, _): path
      case .insert, .renameKey: []
      }
    guard case .key(let key)? = path.first else { return nil }
    return key
  }
}

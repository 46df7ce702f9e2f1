/// A list of texts that mostly holds one, for which it needs no room of its own.
///
/// Of a hundred thousand rows, a million such lists are held at once.
struct FewTexts: Hashable, Sendable {
  private enum Form: Hashable, Sendable {
    case one(String)
    /// None, or more than one.
    case others([String])
  }

  private let form: Form

  init(_ texts: [String]) { form = texts.count == 1 ? .one(texts[0]) : .others(texts) }

  var texts: [String] {
    switch form {
    case .one(let text): [text]
    case .others(let texts): texts
    }
  }

  var first: String? {
    switch form {
    case .one(let text): text
    case .others(let texts): texts.first
    }
  }

  var isEmpty: Bool { if case .others(let texts) = form { texts.isEmpty } else { false } }
}

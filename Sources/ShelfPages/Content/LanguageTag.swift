/// A language tag (BCP 47), such as `pt-BR`, `zh-Hant`, `sr-Latn-RS` or `de-1996`.
///
/// Tags have to be well-formed by RFC 5646, section 2.1, but need not be registered. Underscores are accepted in place
/// of hyphens. Private tags (`x-…`) and tags that predate these rules (`i-…`) are not accepted. A language code has two
/// or three letters; a longer word is a name.
struct LanguageTag {
  /// The tag, with each part in the conventional case.
  let text: String

  /// The maximum number of bytes in a tag.
  private static let maxBytes = 35

  /// - Parameter primary: returns the usual code of a language, such as `pt` for `por`.
  init?(_ text: String, primary: (String) -> String) {
    guard text.utf8.count <= LanguageTag.maxBytes, text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    let parts = text.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "_" }.map(String.init)
    guard let first = parts.first, (2...3).contains(first.count), first.allSatisfy(\.isLetter) else { return nil }
    // A single word in mixed case, such as “Ido”, is a name.
    if parts.count == 1, text != text.lowercased(), text != text.uppercased() { return nil }
    var written = [primary(first.lowercased())]
    var step = Step.language
    for part in parts.dropFirst() {
      guard let (next, text) = LanguageTag.next(part, after: step) else { return nil }
      step = next
      written.append(text)
    }
    if step == .singleton { return nil }
    self.text = written.joined(separator: "-")
  }

  /// The kinds of parts in a tag, in the order in which they occur.
  private enum Step: Int { case language, extended, script, region, variant, singleton, extra }

  /// Returns the kind of the next part, and the part in the conventional case. Returns nil if the part cannot occur in
  /// this position.
  private static func next(_ part: String, after step: Step) -> (step: Step, text: String)? {
    guard (1...8).contains(part.count), part.allSatisfy({ $0.isLetter || $0.isNumber }) else { return nil }
    let isWord = part.allSatisfy(\.isLetter)
    let lower = part.lowercased()
    if part.count == 1 { return step == .singleton ? nil : (.singleton, lower) }
    if step == .singleton || step == .extra { return (.extra, lower) }
    switch part.count {
    case 3 where isWord && step.rawValue <= Step.extended.rawValue: return (.extended, lower)
    case 4 where isWord && step.rawValue < Step.script.rawValue:
      return (.script, part.prefix(1).uppercased() + lower.dropFirst())
    case 2 where isWord && step.rawValue < Step.region.rawValue: return (.region, part.uppercased())
    case 3 where part.allSatisfy(\.isNumber) && step.rawValue < Step.region.rawValue: return (.region, part)
    case 5...8: return (.variant, lower)
    case 4 where part.first?.isNumber ?? false: return (.variant, lower)
    default: return nil
    }
  }

  /// Returns the script in the parts of a tag, such as `Hant`, or nil if there is none.
  static func script(in parts: [String]) -> String? {
    parts.dropFirst().prefix { $0.count > 1 }.first { $0.count == 4 && $0.allSatisfy(\.isLetter) }
  }
}

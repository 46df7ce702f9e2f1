import ShelfModel
import ShelfStore
import ShelfText

/// Reports mistakes in a query for records of one kind.
extension QueryCompiler {
  /// Reports the value of a term if it looks like a negation, as in `status:-completed`.
  mutating func refuseDenied(_ query: Query) {
    let (key, value, isText): (String, QueryText, Bool)
    switch query {
    case .has(let name): (key, value, isText) = ("has", name, false)
    case .state(let word): (key, value, isText) = ("is", word, false)
    case .field(let name, _, let text): (key, value, isText) = (name.text, text, isTextual(name))
    default: return
    }
    guard let negation = value.negation else { return }
    let sign = value.range.lowerBound - 1..<value.range.lowerBound
    _ = fail(.negatedValue(key: key, sign: negation, value: value.text, isText: isText), at: sign)
  }

  /// Returns whether the values of a key are text, which can start with a hyphen.
  private func isTextual(_ key: QueryText) -> Bool {
    switch attributes.attribute(key.text) ?? attributes.related(key.text)?.attribute {
    case .field(let field): [.text, .textList].contains(field.type) || field.type.target != nil
    case .records, .path, .seriesName, .sortNames, .citationKey: true
    case .seriesPosition, .latest, .openIssues, .kindName, nil: false
    }
  }

  mutating func unknown(_ key: QueryText, isKey: Bool = true) -> QueryTest {
    fail(.unknownField(key: key.text, kinds: [kind], nearest: [], all: [], isKey: isKey), at: key.range)
  }

  /// Adds suggestions to a mistake: the names that are closest to the unknown one and, for fields and states, all
  /// existing names.
  ///
  /// The lookup is slow, so it is done only for mistakes that are shown in detail.
  func detailed(_ problem: QueryProblem) -> QueryProblem {
    var problem = problem
    switch problem.reason {
    case .unknownField(let key, let kinds, _, _, let isKey):
      let all = attributes.queryKeys
      problem.reason = .unknownField(
        key: key, kinds: kinds, nearest: Nearest.words(to: key, among: all), all: all, isKey: isKey)
    case .unknownState(let word, _, _):
      let all = QueryState.all(of: kind, library.schema).map(\.name)
      problem.reason = .unknownState(word, nearest: Nearest.words(to: word, among: all), all: all)
    case .unknownName(let name, let target, _):
      var nearest = NameResolver(library: library, kind: target).nearest(to: name)
      // The name may be that of a genre instead of a tag, or the other way round.
      let others = Kind.allCases.filter { target.isMadeByName && $0.isMadeByName && $0 != target }.filter { other in
        !NameResolver(library: library, kind: other).positions(name, isWhole: true).isEmpty
      }
      if !others.isEmpty {
        let quoted = name.contains(where: \.isWhitespace) ? "\"\(name)\"" : name
        nearest = others.map { "\($0.singular):\(quoted)" }
      }
      problem.reason = .unknownName(name, kind: target, nearest: nearest)
    default: break
    }
    return problem
  }

  mutating func folded(_ text: QueryText) -> [UInt8]? {
    let folded = Array(Folding.fold(text.text).utf8)
    if folded.isEmpty { problems.append(QueryProblem(.emptyText, at: text.range)) }
    return folded.isEmpty ? nil : folded
  }

  mutating func acceptsUnordered(_ comparison: QueryComparison, _ key: QueryText, _ value: QueryText) -> Bool {
    guard comparison.needsOrder else { return true }
    problems.append(QueryProblem(.noOrder(key: key.text), at: key.range.lowerBound..<value.range.upperBound))
    return false
  }

  mutating func wrong(_ value: QueryText, _ key: QueryText, _ expected: QueryExpectation) -> QueryTest {
    fail(.wrongValue(value.text, key: key.text, expected: expected, nearest: []), at: value.range)
  }

  mutating func fail(_ reason: QueryProblem.Reason, at range: Range<Int>) -> QueryTest {
    problems.append(QueryProblem(reason, at: range))
    return .always(false)
  }
}

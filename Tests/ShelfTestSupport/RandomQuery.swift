import ShelfModel
import ShelfText

/// A random query for tests: its text, and an independent implementation of its meaning.
package indirect enum TestQuery {
  case all([TestQuery])
  case any([TestQuery])
  case not(TestQuery)
  /// A term, and whether it matches a record.
  case term(String, (Fact, Facts) -> Bool)

  package func holds(_ fact: Fact, _ facts: Facts) -> Bool {
    switch self {
    case .all(let parts): parts.allSatisfy { $0.holds(fact, facts) }
    case .any(let parts): parts.contains { $0.holds(fact, facts) }
    case .not(let part): !part.holds(fact, facts)
    case .term(_, let holds): holds(fact, facts)
    }
  }

  /// Writes the query in one of several equivalent forms.
  package func text(using random: inout SeededGenerator) -> String {
    switch self {
    case .all(let parts):
      let isPlain = random.once(in: 2)
      let texts = parts.map { $0.text(using: &random) }
      // A word after a reference without quotation marks may continue the name: `issue:new house`.
      let mayContinue = zip(texts, texts.dropFirst()).contains { first, second in
        first.contains(/:[^"\/\s]+$/) && second.first?.isLetter ?? false && !second.contains(":")
      }
      return "(" + texts.joined(separator: isPlain && !mayContinue ? " " : " and ") + ")"
    case .any(let parts): return "(" + parts.map { $0.text(using: &random) }.joined(separator: " or ") + ")"
    case .not(let part): return random.pick(["-", "not ", "not  -not "]) + part.text(using: &random)
    case .term(let text, _): return text
    }
  }
}

/// Generates random queries, with the simplest possible implementation of each term.
package struct RandomQuery {
  package let facts: Facts

  package init(facts: Facts) {
    self.facts = facts
  }

  package mutating func query(for kind: Kind, depth: Int, using random: inout SeededGenerator) -> TestQuery {
    if depth == 0 || random.once(in: 3) { return term(for: kind, using: &random) }
    let parts = (0..<Int.random(in: 2...3, using: &random)).map { _ in
      query(for: kind, depth: depth - 1, using: &random)
    }
    switch Int.random(in: 0..<3, using: &random) {
    case 0: return .all(parts)
    case 1: return .any(parts)
    default: return .not(parts[0])
    }
  }

  private func term(for kind: Kind, using random: inout SeededGenerator) -> TestQuery {
    var makers: [(inout SeededGenerator) -> TestQuery] = [
      { self.word(kind, &$0) }, { self.word(kind, &$0) }, { self.pattern(kind, &$0) }, { self.id(kind, &$0) },
    ]
    switch kind {
    case .book:
      makers += [
        { self.contains($0.pick(["title", "author", "review", "shelfmark"]), &$0) },
        { self.equals($0.pick(["title", "author", "shelfmark"]), kind, &$0) },
        { self.number("rating", 0...5, 0...5, &$0) }, { self.number("year", -9999...9999, -60...2030, &$0) },
        { self.number("pages", 0...1_000_000, 0...900, &$0) }, { self.day(&$0) }, { self.day(&$0) },
        { self.choice("status", ["onShelf", "inProgress", "completed"], default: "onShelf", &$0) },
        { self.boolean("lent", default: nil, &$0) }, { self.moment("seen", "seen", &$0) },
        { self.forward("genre", "genres", .genre, &$0) },
        { self.presence(["title", "rating", "genres", "review"], &$0) },
        { self.inverse("quote", .quote, "book", kind, &$0) }, { self.inverse("issue", .issue, "books", kind, &$0) },
        { self.tagOfBook(&$0) }, { self.count("quotes", .quote, "book", &$0) },
      ]
    case .quote:
      makers += [
        { self.contains("text", &$0) }, { self.contains("page", &$0) }, { self.forward("book", "book", .book, &$0) },
        { self.moment($0.pick(["creationDate", "created"]), "creationDate", &$0) }, { _ in self.orphan },
        { self.presence(["book", "page"], &$0) }, { self.genreOfQuote(&$0) },
      ]
    case .issue:
      makers += [
        { self.contains("content", &$0) }, { self.boolean("completed", default: false, &$0) },
        { self.choice("priority", ["low", "medium", "high"], default: "medium", &$0) },
        { self.forward($0.pick(["tag", "#"]), "tags", .tag, &$0) }, { self.forward("book", "books", .book, &$0) },
        { self.moment($0.pick(["modificationDate", "modified"]), "modificationDate", &$0) },
        { self.open($0.once(in: 2)) }, { self.presence(["tags", "content", "completed"], &$0) },
      ]
    case .genre:
      makers += [{ self.inverse("book", .book, "genres", kind, &$0) }, { self.count("books", .book, "genres", &$0) }]
    case .tag:
      makers += [{ self.inverse("issue", .issue, "tags", kind, &$0) }, { self.count("issues", .issue, "tags", &$0) }]
    default: break
    }
    return random.pick(makers)(&random)
  }

  // MARK: - Text

  private static let textKeys: [Kind: [String]] = [
    .book: ["title", "author", "review", "shelfmark"], .quote: ["text"], .genre: ["name"], .tag: ["name"],
    .issue: ["title", "content"],
  ]

  /// For each kind, the references that a word searches, with the kind of their targets and the targets' fields that
  /// contain the names.
  private static let nameKeys: [Kind: [(key: String, target: Kind, names: [String])]] = [
    .book: [("genres", .genre, ["name"])], .issue: [("tags", .tag, ["name"])],
    .quote: [("tags", .tag, ["name"]), ("book", .book, ["title", "author"])],
  ]

  private func word(_ kind: Kind, _ random: inout SeededGenerator) -> TestQuery {
    let phrase = random.once(in: 3)
    let text =
      phrase ? RandomLibrary.text(2...3, using: &random).replacing("\n", with: " ") : random.pick(RandomLibrary.words)
    let cut = random.once(in: 4) ? String(text.dropFirst()) : text
    let wanted = Folding.fold(cut.isEmpty || cut.first == "’" ? text : cut)
    let shown = cut.isEmpty || cut.first == "’" ? text : cut
    if wanted.isEmpty { return .not(.not(.term("a", { fact, _ in holds(fact, "a") }))) }
    func holds(_ fact: Fact, _ wanted: String) -> Bool {
      let names = RandomQuery.nameKeys[kind, default: []].flatMap { key, target, names in
        facts.of(target).filter { fact.fields[key, default: []].contains($0.id) }
          .flatMap { target in names.flatMap { target.fields[$0] ?? [] } }
      }
      let texts = RandomQuery.textKeys[kind, default: []].flatMap { fact.fields[$0, default: []] } + names
      return texts.contains { $0 != "" && Folding.fold($0).contains(wanted) }
    }
    let quoted = phrase || shown.contains(" ") || random.once(in: 3) ? "\"\(shown)\"" : shown
    return .term(quoted, { fact, _ in holds(fact, wanted) })
  }

  private func pattern(_ kind: Kind, _ random: inout SeededGenerator) -> TestQuery {
    let key = random.pick(RandomQuery.textKeys[kind, default: []])
    switch Int.random(in: 0..<4, using: &random) {
    case 0:
      return .term(
        "\(key):/^dune/", { fact, _ in fact.fields[key, default: []].contains { Folding.fold($0).hasPrefix("dune") } })
    case 1:
      return .term(
        "\(key):/(lodz|Straße)$/",
        { fact, _ in
          fact.fields[key, default: []].contains {
            Folding.fold($0).hasSuffix("lodz") || Folding.fold($0).hasSuffix("strasse")
          }
        })
    case 2:
      return .term(
        "\(key):/\\d{2,}/",
        { fact, _ in
          fact.fields[key, default: []].contains { text in
            let digits = Array(Folding.fold(text)).map { $0.isASCII && $0.isNumber }
            return zip(digits, digits.dropFirst()).contains { $0 && $1 }
          }
        })
    default:
      return .term(
        "\(key):/a.c/",
        { fact, _ in
          fact.fields[key, default: []].contains { text in
            let scalars = Array(Folding.fold(text).unicodeScalars)
            return scalars.indices.dropLast(2).contains { scalars[$0] == "a" && scalars[$0 + 2] == "c" }
          }
        })
    }
  }

  private func contains(_ key: String, _ random: inout SeededGenerator) -> TestQuery {
    let word = random.pick(RandomLibrary.words)
    return .term(
      "\(key):\(word)",
      { fact, _ in
        fact.fields[key, default: []].contains { Folding.fold($0).contains(Folding.fold(word)) }
      })
  }

  private func equals(_ key: String, _ kind: Kind, _ random: inout SeededGenerator) -> TestQuery {
    let text = (random.pick(facts.of(kind)).fields[key]?.first ?? "dune").replacing("\n", with: " ").uppercased()
    return .term(
      "\(key):=\"\(text)\"",
      { fact, _ in
        fact.fields[key, default: []].contains { Folding.fold($0) == Folding.fold(text) }
      })
  }

  private func id(_ kind: Kind, _ random: inout SeededGenerator) -> TestQuery {
    let id = random.pick(facts.of(kind)).id
    let start = random.once(in: 2) ? id : String(id.prefix(32))
    return .term("id:\(start)", { fact, _ in fact.id.hasPrefix(start) })
  }

  // MARK: - Numbers and dates

  private typealias Comparison = (sign: String, holds: (Int, ClosedRange<Int>) -> Bool)

  private func comparison(_ random: inout SeededGenerator) -> Comparison {
    switch random.pick(["", "=", "<", "<=", ">", ">="]) {
    case "<": ("<", { $0 < $1.lowerBound })
    case "<=": ("<=", { $0 <= $1.upperBound })
    case ">": (">", { $0 > $1.upperBound })
    case ">=": (">=", { $0 >= $1.lowerBound })
    case let sign: (sign, { $1.contains($0) })
    }
  }

  private func number(
    _ key: String, _ allowed: ClosedRange<Int>, _ tried: ClosedRange<Int>, _ random: inout SeededGenerator
  ) -> TestQuery {
    func value(_ fact: Fact) -> Int? { fact.one(key).flatMap { Int($0) }.flatMap { allowed.contains($0) ? $0 : nil } }
    let wanted = Int.random(in: tried, using: &random)
    if random.once(in: 3) {
      let upper = min(wanted + Int.random(in: 0...50, using: &random), allowed.upperBound)
      switch Int.random(in: 0..<3, using: &random) {
      case 0:
        return .term(
          "\(key):\(wanted)..\(upper)", { fact, _ in value(fact).map { $0 >= wanted && $0 <= upper } ?? false })
      case 1: return .term("\(key):\(wanted)..", { fact, _ in value(fact).map { $0 >= wanted } ?? false })
      default: return .term("\(key):..\(upper)", { fact, _ in value(fact).map { $0 <= upper } ?? false })
      }
    }
    let (sign, holds) = comparison(&random)
    return .term("\(key):\(sign)\(wanted)", { fact, _ in value(fact).map { holds($0, wanted...wanted) } ?? false })
  }

  private func period(_ random: inout SeededGenerator) -> (text: String, days: ClosedRange<Int>) {
    let year = Int.random(in: 2021...2025, using: &random)
    let month = Int.random(in: 1...12, using: &random)
    func day(_ year: Int, _ month: Int) -> Int { CalendarDate(year: year, month: month, day: 1)!.daysSince1970 }
    let next = month == 12 ? day(year + 1, 1) : day(year, month + 1)
    let two = month < 10 ? "0\(month)" : "\(month)"
    let today = RandomLibrary.today.daysSince1970
    switch Int.random(in: 0..<4, using: &random) {
    case 0: return ("\(year)", day(year, 1)...day(year + 1, 1) - 1)
    case 1: return ("\(year)-\(two)", day(year, month)...next - 1)
    case 2: return ("\(year)-\(two)-01", day(year, month)...day(year, month))
    default: return ("today", today...today)
    }
  }

  private func day(_ random: inout SeededGenerator) -> TestQuery {
    let choices: [(String, [String])] = [
      ("dateAdded", ["dateAdded"]), ("added", ["dateAdded"]), ("started", ["dateStarted"]),
      ("completed", ["dateCompleted"]),
      ("created", ["dateAdded"]), ("modified", ["dateAdded", "dateStarted", "dateCompleted"]),
    ]
    let (key, fields) = random.pick(choices)
    func value(_ fact: Fact) -> Int? {
      fields.compactMap { fact.one($0).flatMap { CalendarDate($0)?.daysSince1970 } }.max()
    }
    if random.once(in: 3) {
      let days = Int.random(in: 0...800, using: &random)
      let limit = RandomLibrary.today.daysSince1970 - days
      let sign = random.pick(["<", "<=", ">", ">="])
      func holds(_ day: Int) -> Bool {
        sign == "<" ? day > limit : sign == "<=" ? day >= limit : sign == ">" ? day < limit : day <= limit
      }
      return .term("\(key):\(sign)\(days)d", { fact, _ in value(fact).map(holds) ?? false })
    }
    let (text, wanted) = period(&random)
    let (sign, holds) = comparison(&random)
    return .term("\(key):\(sign)\(text)", { fact, _ in value(fact).map { holds($0, wanted) } ?? false })
  }

  private func moment(_ key: String, _ field: String, _ random: inout SeededGenerator) -> TestQuery {
    func value(_ fact: Fact) -> Int? { fact.one(field).flatMap { Timestamp($0)?.secondsSince1970 } }
    if random.once(in: 3) {
      let weeks = Int.random(in: 0...100, using: &random)
      let limit = RandomLibrary.now.secondsSince1970 - weeks * 7 * 86_400
      return .term("\(key):<\(weeks)w", { fact, _ in value(fact).map { $0 > limit } ?? false })
    }
    let (text, days) = period(&random)
    let (sign, holds) = comparison(&random)
    return .term(
      "\(key):\(sign)\(text)",
      { fact, _ in
        value(fact).map { holds($0, days.lowerBound * 86_400...days.upperBound * 86_400 + 86_399) } ?? false
      })
  }

  private func choice(_ key: String, _ words: [String], default missing: String, _ random: inout SeededGenerator)
    -> TestQuery
  {
    func value(_ fact: Fact) -> Int? {
      guard let text = fact.one(key), text != "" else { return words.firstIndex(of: missing) }
      if words == ["low", "medium", "high"], let number = Int(text) { return (0...2).contains(number) ? number : nil }
      return words.firstIndex { $0.lowercased() == text.lowercased() }
    }
    let wanted = Int.random(in: 0...2, using: &random)
    if random.once(in: 2) { return .term("is:\(words[wanted])", { fact, _ in value(fact) == wanted }) }
    let (sign, holds) = comparison(&random)
    return .term(
      "\(key):\(sign)\(words[wanted])", { fact, _ in value(fact).map { holds($0, wanted...wanted) } ?? false })
  }

  private func flag(_ text: String) -> Bool? {
    ["true", "yes"].contains(text.lowercased()) ? true : ["false", "no"].contains(text.lowercased()) ? false : nil
  }

  private func boolean(_ key: String, default missing: Bool?, _ random: inout SeededGenerator) -> TestQuery {
    let wanted = random.once(in: 2)
    return .term(
      "\(key):\(wanted ? "yes" : "false")",
      { fact, _ in
        guard let text = fact.one(key) else { return missing == wanted }
        return flag(text) == wanted
      })
  }

  private func open(_ isOpen: Bool) -> TestQuery {
    .term(
      isOpen ? "is:open" : "is:closed", { fact, _ in (fact.one("completed").flatMap { flag($0) } != true) == isOpen })
  }

  // MARK: - Relations

  private var orphan: TestQuery {
    .term("is:orphan", { fact, facts in !fact.fields["book", default: []].contains { facts[$0] != nil } })
  }

  private static func title(_ fact: Fact) -> String { Folding.fold(fact.fields[fact.kind.titleKey]?.first ?? "") }

  /// Returns the records that a name refers to. A whole name takes precedence over the start of a name, and the start
  /// of a name takes precedence over any other part of a name.
  private func named(_ name: String, _ kind: Kind) -> Set<String> {
    let wanted = Folding.fold(name)
    let titles = facts.of(kind).map { (RandomQuery.title($0), $0.id) }
    for way in [{ $0 == wanted }, { $0.hasPrefix(wanted) }, { $0.contains(wanted) }] as [(String) -> Bool] {
      let found = titles.filter { way($0.0) }.map(\.1)
      if !found.isEmpty { return Set(found) }
    }
    return []
  }

  /// Returns a name that refers to at least one record, and the ids of all records that it refers to.
  private func name(_ kind: Kind, _ random: inout SeededGenerator) -> (text: String, ids: Set<String>) {
    let fact = random.pick(facts.of(kind))
    let title = (fact.fields[kind.titleKey]?.first ?? "").replacing("\n", with: " ")
    let words = title.split(separator: " ").map(String.init)
    switch Int.random(in: 0..<4, using: &random) {
    case 0: return (fact.id, [fact.id])
    case 1:
      return ("=\"\(title)\"", Set(facts.of(kind).filter { RandomQuery.title($0) == Folding.fold(title) }.map(\.id)))
    case 2: return ("\"\(title)\"", named(title, kind))
    default:
      let word = words.last ?? title
      // Names that could be the start of an id, or a count, are covered by other tests.
      if word.allSatisfy(\.isHexDigit) || word.isEmpty { return ("\"\(title)\"", named(title, kind)) }
      return (word, named(word, kind))
    }
  }

  private func forward(_ key: String, _ field: String, _ target: Kind, _ random: inout SeededGenerator) -> TestQuery {
    var (text, ids) = name(target, &random)
    if key == "#", text.hasPrefix("=") { (text, ids) = (facts.of(target)[0].id, [facts.of(target)[0].id]) }
    return .term(
      key == "#" ? "#\(text)" : "\(key):\(text)",
      { fact, _ in
        !ids.isDisjoint(with: fact.fields[field, default: []])
      })
  }

  private func inverse(
    _ key: String, _ source: Kind, _ field: String, _ kind: Kind, _ random: inout SeededGenerator
  ) -> TestQuery {
    let (text, ids) = name(source, &random)
    let targets = Set(ids.flatMap { facts[$0]?.fields[field] ?? [] })
    return .term("\(key):\(text)", { fact, _ in targets.contains(fact.id) })
  }

  private func tagOfBook(_ random: inout SeededGenerator) -> TestQuery {
    let (text, ids) = name(.tag, &random)
    let books = Set(
      facts.of(.issue).filter { !ids.isDisjoint(with: $0.fields["tags", default: []]) }.flatMap {
        $0.fields["books", default: []]
      })
    return .term("tag:\(text)", { fact, _ in books.contains(fact.id) })
  }

  private func genreOfQuote(_ random: inout SeededGenerator) -> TestQuery {
    let (text, ids) = name(.genre, &random)
    let books = Set(facts.of(.book).filter { !ids.isDisjoint(with: $0.fields["genres", default: []]) }.map(\.id))
    return .term("genre:\(text)", { fact, _ in !books.isDisjoint(with: fact.fields["book", default: []]) })
  }

  private func count(_ key: String, _ source: Kind, _ field: String, _ random: inout SeededGenerator) -> TestQuery {
    var counts: [String: Int] = [:]
    for fact in facts.of(source) { for id in Set(fact.fields[field, default: []]) { counts[id, default: 0] += 1 } }
    let wanted = Int.random(in: 0...3, using: &random)
    if random.once(in: 3) { return .term("has:\(key)", { [counts] fact, _ in counts[fact.id, default: 0] > 0 }) }
    return .term("\(key):>\(wanted)", { [counts] fact, _ in counts[fact.id, default: 0] > wanted })
  }

  private func presence(_ keys: [String], _ random: inout SeededGenerator) -> TestQuery {
    let key = random.pick(keys)
    // A value that is invalid for its type is treated as missing.
    func isReadable(_ text: String) -> Bool {
      switch key {
      case "rating": Int(text).map { (0...5).contains($0) } ?? false
      case "completed": flag(text) != nil
      default: text != ""
      }
    }
    func has(_ fact: Fact) -> Bool { fact.fields[key, default: []].contains(where: isReadable) }
    return random.once(in: 2)
      ? .term("has:\(key)", { fact, _ in has(fact) }) : .term("no:\(key)", { fact, _ in !has(fact) })
  }
}

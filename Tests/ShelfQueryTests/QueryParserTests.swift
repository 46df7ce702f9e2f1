import ShelfTestSupport
import Testing

@testable import ShelfQuery

@Suite struct QueryParserTests {
  @Test(arguments: [
    ("", "everything"), ("  \u{3000} ", "everything"), ("dune", "dune"), ("dune messiah", "(dune & messiah)"),
    ("dune and messiah", "(dune & messiah)"), ("dune OR messiah", "(dune | messiah)"), ("Or", "Or"),
    ("a b or c d", "((a & b) | (c & d))"), ("(a or b) c", "((a | b) & c)"), ("not a b", "(!a & b)"),
    ("-a", "!a"), ("-(a b)", "!(a & b)"), ("--a", "!!a"), ("not not a", "!!a"), ("a \"-\" b", "(a & \"-\" & b)"),
    ("mind-killer", "mind-killer"), ("\"mind killer\"", "\"mind killer\""), ("\"a \\\"b\\\" \\\\\"", "\"a \"b\" \\\""),
    ("\"and\"", "\"and\""), ("\\and", "and"), ("\\(a\\)", "(a)"), ("a\\:b", "a:b"), ("10:30", "10:30"),
    ("author:herbert", "author~herbert"), ("title:=\"Dune\"", "title=\"Dune\""), ("title:=Dune", "title=Dune"),
    ("rating:>=4", "rating>=4"), ("rating:<=4", "rating<=4"), ("rating:>4", "rating>4"), ("rating:<4", "rating<4"),
    ("pages:100..300", "pages~100..300"), ("title:/^the /", "title/^the /"), ("title:/a\\/b\\d/", "title/a/b\\d/"),
    ("/mind.killer/", "/mind.killer/"), ("/usr/bin", "/usr/bin"), ("/", "/"), ("#lending", "tag~lending"),
    ("#\"to read\"", "tag~\"to read\""), ("-#lending", "!tag~lending"), ("has:review", "has review"),
    ("no:genre", "!has genre"), ("is:open", "is open"), ("-genre:horror", "!genre~horror"),
    ("(a)(b)", "(a & b)"), ("\"a\"b", "(\"a\" & b)"), ("title:\"a b\" c", "(title~\"a b\" & c)"),
    ("\"shelf mark\":x", "\"shelf mark\"~x"), ("żółw:x", "żółw~x"), ("a:b:c", "a~b:c"), ("title:\\>3", "title~>3"),
    ("((a))", "a"), ("a\u{3000}b", "(a & b)"),
    // Syntax from other tools.
    ("author=herbert", "author~herbert"), ("author==herbert", "author=herbert"), ("rating>3", "rating>3"),
    ("rating >= 3 dune", "(rating>=3 & dune)"), ("author = \"X Y\"", "author~\"X Y\""),
    ("author != x", "!author~x"), ("author:!=x", "!author=x"), ("title:“A b” c", "(title~\"A b\" & c)"),
    ("«a b»", "\"a b\""), ("„a b“", "\"a b\""), ("author：x", "author~x"), ("du*", "du"), ("*du*", "du"),
    ("*", "everything"),
    ("title:du*", "title~du"), ("+dune", "dune"), ("!dune", "!dune"), ("!(a b)", "!(a & b)"), ("a && b", "(a & b)"),
    ("a || b", "(a | b)"), ("a | b", "(a | b)"), ("a & b", "(a & b)"), ("/dune/i", "/dune/"),
    ("title:/dune/i", "title/dune/"), ("author:'F. Herbert' x", "(author~\"F. Herbert\" & x)"),
    ("title:'tis", "title~'tis"), ("don't", "don't"), ("author:a,b", "author~a,b"), ("rating:-5", "rating~-5"),
    ("a = b", "a~b"), ("1 = 2", "(1 & = & 2)"), ("title=~/a/", "title/a/"),
    // Words after a name, which may be part of it.
    ("genre:science fiction dune", "(genre~science … fiction … dune)"), ("-genre:a b", "(!genre~a … b)"),
    ("not -genre:a b", "(genre~a … b)"), ("-not -genre:a b", "(!genre~a … b)"),
    ("genre:a and b", "(genre~a & b)"),
    ("genre:a \"b\"", "(genre~a & \"b\")"), ("genre:a b:c", "(genre~a & b~c)"),
  ])
  func reads(_ text: String, _ expected: String) throws { #expect(try describe(Query(text)) == expected) }

  @Test(arguments: [
    ("\"abc", ["unclosedQuotation \"abc"]), ("title:\"abc", ["unclosedQuotation \"abc"]),
    ("title:/abc", ["unclosedPattern /abc"]), ("(a", ["unclosedParenthesis ("]), ("a)", ["unexpectedParenthesis )"]),
    ("()", ["emptyParentheses ()"]), ("a or", ["nothingToJoin or"]), ("or a", ["nothingToJoin or"]),
    ("a or or b", ["nothingToJoin or"]), ("and a", ["nothingToJoin and"]), ("a and", ["nothingToJoin and"]),
    ("a and and b", ["nothingToJoin and"]), ("a not", ["nothingToJoin not"]), ("(not)", ["nothingToJoin not"]),
    ("rating:", ["noValue rating:"]), ("rating: 5", ["noValue rating:"]), ("rating:>=", ["noValue rating:>="]),
    ("foo\"bar", ["unclosedQuotation \""]), ("#", ["noValue #"]), ("-", ["nothingToJoin -"]),
    ("a - b", ["nothingToJoin -"]), ("(-)", ["nothingToJoin -"]),
    ("author:(a or b)", ["group author:("]), ("a|b c", ["alternatives a|b"]), ("title:a|b", ["alternatives a|b"]),
    ("a*b", ["wildcard a*b"]), ("dune\\", ["nothingEscaped \\"]), ("title:a\\", ["nothingEscaped \\"]),
    ("“abc", ["unclosedQuotation “abc"]),
    ("a:( b: \"c", ["group a:(", "unclosedParenthesis (", "noValue b:", "unclosedQuotation \"c"]),
    ("a or ) b or", ["nothingToJoin or", "unexpectedParenthesis )", "nothingToJoin or"]),
  ])
  func saysEveryMistakeAndItsPlace(_ text: String, _ expected: [String]) throws {
    let error = try #require(throws: QueryError.self) { try Query(text) }
    let bytes = Array(text.utf8)
    let found = error.problems.map { problem in
      let name = "\(problem.reason)".prefix { $0.isLetter }
      return "\(name) \(String(decoding: bytes[problem.range], as: UTF8.self))"
    }
    #expect(found == expected)
  }

  @Test func depthAndLengthAreBounded() throws {
    for (text, depth) in [("(", 10_000), ("-", 10_000), ("not ", 10_000), ("(a or ", 10_000)] {
      let error = try #require(throws: QueryError.self) { try Query(String(repeating: text, count: depth) + "a") }
      #expect(error.problems.contains { $0.reason == .tooDeep(limit: 64) })
    }
    _ = try Query(String(repeating: "(", count: 60) + "a" + String(repeating: ")", count: 60))
    _ = try Query(String(repeating: "a or ", count: 5000) + "b")
    #expect(throws: QueryError.self) { try Query(String(repeating: "a ", count: 40_000)) }
  }

  /// Any text results in a query, or in mistakes whose positions are within the text.
  @Test func anyTextIsAnswered() {
    var random = SeededGenerator(seed: SeededGenerator.seedOfRun)
    print("query texts: seed \(SeededGenerator.seedOfRun)")
    let pieces = [
      "(", ")", "-", "not ", "and ", " or ", "\"", "\\", "/", ":", "=", ">", "<=", "..", "#", "a", "Ł", "三", " ",
      "key:",
      "rating:", "title:/", "[", "*", "{2}", "is:", "has:", "\u{3000}", "\u{301}", "2024-03", "<7d",
    ]
    for _ in 0..<5000 {
      let text = (0..<Int.random(in: 0...12, using: &random)).map { _ in random.pick(pieces) }.joined()
      do throws(QueryError) {
        _ = try Query(text)
      } catch {
        #expect(!error.problems.isEmpty)
        for problem in error.problems {
          #expect(
            problem.range.lowerBound >= 0 && problem.range.upperBound <= text.utf8.count, "\(text.debugDescription)")
        }
      }
    }
  }
}

/// Returns a query in a form that is easy to compare.
func describe(_ query: Query) -> String {
  func text(_ text: QueryText) -> String { text.isQuoted ? "\"\(text.text)\"" : text.text }
  switch query {
  case .all(let parts) where parts.isEmpty: return "everything"
  case .all(let parts): return "(" + parts.map(describe).joined(separator: " & ") + ")"
  case .any(let parts): return "(" + parts.map(describe).joined(separator: " | ") + ")"
  case .not(let part): return "!" + describe(part)
  case .text(let word): return text(word)
  case .pattern(let pattern): return "/\(pattern.text)/"
  case .has(let name): return "has " + text(name)
  case .state(let word): return "is " + text(word)
  case .related(let kind, let query): return "\(kind.singular) (\(describe(query)))"
  case .open(let key, let comparison, let value, let words, let isNegated):
    return (isNegated ? "(!" : "(")
      + ([describe(.field(key: key, comparison, value))] + words.map(text)).joined(separator: " … ") + ")"
  case .field(let key, let comparison, let value):
    switch comparison {
    case .matches: return text(key) + "~" + text(value)
    case .equals: return text(key) + "=" + text(value)
    case .less: return text(key) + "<" + text(value)
    case .atMost: return text(key) + "<=" + text(value)
    case .greater: return text(key) + ">" + text(value)
    case .atLeast: return text(key) + ">=" + text(value)
    case .pattern: return text(key) + "/\(value.text)/"
    }
  }
}

// Inserts mutants into Swift files. At run time, `Mutant.on(17)` decides whether mutant 17 is active.
//
//   mutate FIRST MODULE-FOLDER SKIPPED-FILE FILE... rewrites the files and prints a line for each mutant
//
// All insertions are within lines, so that the line numbers do not change. SKIPPED-FILE lists mutants that do not
// compile, as `FILE LINE KIND`, with `*` for any kind.

import Foundation
import SwiftOperators
import SwiftParser
import SwiftSyntax

struct Insertion {
  var offset: Int
  /// The length of the code that the insertion surrounds. If several insertions start at the same offset, the longest
  /// is the outermost.
  var length: Int
  var isStart: Bool
  var number: Int
  var text: String
}

final class Finder: SyntaxVisitor {
  let source: [UInt8]
  let file: String
  let converter: SourceLocationConverter
  let skipped: Set<String>
  var next: Int
  var insertions: [Insertion] = []
  /// The variables that are declared without a value. Their first assignment cannot be skipped.
  var unset: Set<String> = []

  init(_ source: [UInt8], _ file: String, _ tree: SourceFileSyntax, first: Int, skipped: Set<String>) {
    self.source = source
    self.file = file
    self.skipped = skipped
    converter = SourceLocationConverter(fileName: file, tree: tree)
    next = first
    super.init(viewMode: .sourceAccurate)
  }

  func text(_ node: some SyntaxProtocol) -> String {
    String(
      decoding: source[
        node.positionAfterSkippingLeadingTrivia.utf8Offset..<node.endPositionBeforeTrailingTrivia.utf8Offset],
      as: UTF8.self)
  }

  func add(_ kind: String, around node: some SyntaxProtocol, _ before: (String) -> String, _ after: (String) -> String, _ what: String) {
    let start = node.positionAfterSkippingLeadingTrivia
    let end = node.endPositionBeforeTrailingTrivia
    let line = converter.location(for: start).line
    // If a mutant spans several lines, the compiler may report an error on any of them.
    for line in line...converter.location(for: end).line {
      if skipped.contains("\(file) \(line) \(kind)") || skipped.contains("\(file) \(line) *") { return }
    }
    let number = next
    next += 1
    let call = "Mutant.on(\(number))"
    let length = end.utf8Offset - start.utf8Offset
    insertions.append(Insertion(offset: start.utf8Offset, length: length, isStart: true, number: number, text: before(call)))
    insertions.append(Insertion(offset: end.utf8Offset, length: length, isStart: false, number: number, text: after(call)))
    let shown = what.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    print("\(number)\t\(file)\t\(line)\t\(kind)\t\(shown)")
  }

  func negate(_ kind: String, _ node: some SyntaxProtocol) {
    add(kind, around: node, { _ in "((" }, { ") != \($0))" }, "not: \(text(node))")
  }

  func replace(_ kind: String, _ node: some SyntaxProtocol, by other: String) {
    // Code with comments or multiline strings cannot be written on one line.
    guard !other.contains("//"), !other.contains("/*"), !other.contains("\"\"\"") else { return }
    let flat = other.replacingOccurrences(of: "\n", with: " ")
    add(kind, around: node, { "(\($0) ? \(flat) : " }, { _ in ")" }, "\(text(node)) → \(flat)")
  }

  // MARK: - Where no mutant goes

  override func visit(_ node: AttributeSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: EnumCaseDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: SwitchCaseItemSyntax) -> SyntaxVisitorContinueKind {
    if let clause = node.whereClause { negate("condition", clause.condition) }
    return .skipChildren
  }
  override func visit(_ node: MacroExpansionExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: MatchingPatternConditionSyntax) -> SyntaxVisitorContinueKind {
    walk(node.initializer)
    return .skipChildren
  }
  override func visit(_ node: ArrayExprSyntax) -> SyntaxVisitorContinueKind {
    node.elements.count > 8 ? .skipChildren : .visitChildren
  }
  override func visit(_ node: StringLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    // String literals are left alone, including the code in their interpolations.
    .skipChildren
  }
  override func visit(_ node: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
    if node.initializer == nil, node.accessorBlock == nil { unset.insert(text(node.pattern)) }
    return .visitChildren
  }
  override func visit(_ node: IfConfigDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

  // MARK: - Conditions

  override func visit(_ node: ConditionElementSyntax) -> SyntaxVisitorContinueKind {
    if case .expression(let expression) = node.condition { negate("condition", expression) }
    return .visitChildren
  }

  override func visit(_ node: WhereClauseSyntax) -> SyntaxVisitorContinueKind {
    negate("condition", node.condition)
    return .visitChildren
  }

  override func visit(_ node: TernaryExprSyntax) -> SyntaxVisitorContinueKind {
    negate("condition", node.condition)
    return .visitChildren
  }

  override func visit(_ node: BooleanLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    negate("literal", node)
    return .visitChildren
  }

  override func visit(_ node: IntegerLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    replace("number", node, by: text(node) == "1" ? "0" : "\(text(node)) + 1")
    return .visitChildren
  }

  // MARK: - Operators

  override func visit(_ node: InfixOperatorExprSyntax) -> SyntaxVisitorContinueKind {
    guard let symbol = node.operator.as(BinaryOperatorExprSyntax.self)?.operator.text else { return .visitChildren }
    func swapped(_ other: String) -> String { "\(text(node.leftOperand)) \(other) \(text(node.rightOperand))" }
    func isNumber(_ side: ExprSyntax) -> Bool {
      let end = text(side).split(separator: ".").last ?? ""
      return side.is(IntegerLiteralExprSyntax.self)
        || ["count", "lowerBound", "upperBound", "offset", "index", "position", "column", "number"].contains(String(end))
    }
    switch symbol {
    case "<": replace("comparison", node, by: swapped("<="))
    case "<=": replace("comparison", node, by: swapped("<"))
    case ">": replace("comparison", node, by: swapped(">="))
    case ">=": replace("comparison", node, by: swapped(">"))
    case "==", "!=":
      // A comparison that is a whole condition is already negated as a condition.
      let parent = node.parent
      if parent?.is(ConditionElementSyntax.self) != true, parent?.is(WhereClauseSyntax.self) != true {
        negate("comparison", node)
      }
    case "&&": replace("logic", node, by: swapped("||"))
    case "||": replace("logic", node, by: swapped("&&"))
    case "-": replace("arithmetic", node, by: swapped("+"))
    case "+": if isNumber(node.leftOperand) || isNumber(node.rightOperand) { replace("arithmetic", node, by: swapped("-")) }
    case "*": replace("arithmetic", node, by: swapped("+"))
    default: break
    }
    return .visitChildren
  }

  // MARK: - Calls

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    let pairs = ["min": "max", "max": "min", "hasPrefix": "hasSuffix", "hasSuffix": "hasPrefix"]
    let name: TokenSyntax? =
      node.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName
      ?? node.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName
    // Whether memory is reserved has no effect that a test could detect.
    if name?.text == "reserveCapacity" { return .skipChildren }
    if let name, let other = pairs[name.text] {
      let start = node.positionAfterSkippingLeadingTrivia.utf8Offset
      let place = name.positionAfterSkippingLeadingTrivia.utf8Offset
      let end = node.endPositionBeforeTrailingTrivia.utf8Offset
      replace(
        "call", node,
        by: String(decoding: source[start..<place], as: UTF8.self) + other
          + String(decoding: source[(place + name.text.utf8.count)..<end], as: UTF8.self))
    }
    return .visitChildren
  }

  // MARK: - Returns and statements

  private func returnType(of node: some SyntaxProtocol) -> String? {
    var parent = node.parent
    while let at = parent {
      if at.is(ClosureExprSyntax.self) { return nil }
      if let function = at.as(FunctionDeclSyntax.self) {
        return function.signature.returnClause.map { text($0.type) } ?? "Void"
      }
      if let binding = at.as(PatternBindingSyntax.self), let type = binding.typeAnnotation { return text(type.type) }
      if at.is(AccessorDeclSyntax.self) { parent = at.parent; continue }
      if at.is(InitializerDeclSyntax.self) || at.is(SubscriptDeclSyntax.self) { return nil }
      parent = at.parent
    }
    return nil
  }

  private func mutateResult(_ expression: ExprSyntax) {
    guard let type = returnType(of: expression) else { return }
    if expression.is(NilLiteralExprSyntax.self) || expression.is(IfExprSyntax.self) || expression.is(SwitchExprSyntax.self)
      || expression.is(BooleanLiteralExprSyntax.self)
    {
      return
    }
    if type == "Bool" {
      negate("result", expression)
    } else if type.hasSuffix("?"), !expression.is(TryExprSyntax.self) {
      replaceWithPlain("result", expression, "nil")
    } else if type.hasPrefix("["), !type.contains(":"), !expression.is(ArrayExprSyntax.self), !expression.is(TryExprSyntax.self) {
      replaceWithPlain("result", expression, "[]")
    }
  }

  private func replaceWithPlain(_ kind: String, _ node: ExprSyntax, _ other: String) {
    add(kind, around: node, { "(\($0) ? \(other) : " }, { _ in ")" }, "\(text(node)) → \(other)")
  }

  override func visit(_ node: ReturnStmtSyntax) -> SyntaxVisitorContinueKind {
    if let expression = node.expression { mutateResult(expression) }
    return .visitChildren
  }

  override func visit(_ node: CodeBlockItemSyntax) -> SyntaxVisitorContinueKind {
    guard case .expr(let expression) = node.item, let list = node.parent?.as(CodeBlockItemListSyntax.self) else {
      return .visitChildren
    }
    let isAlone = list.count == 1
    let block = list.parent
    let owner = block?.is(CodeBlockSyntax.self) == true ? block?.parent : block
    if isAlone, owner?.is(FunctionDeclSyntax.self) == true || owner?.is(PatternBindingSyntax.self) == true
      || owner?.is(AccessorBlockSyntax.self) == true || owner?.is(AccessorDeclSyntax.self) == true
      || owner?.is(ClosureExprSyntax.self) == true
    {
      if owner?.as(FunctionDeclSyntax.self).map({ $0.signature.returnClause == nil }) != true {
        if owner?.is(ClosureExprSyntax.self) != true { mutateResult(expression) }
        return .visitChildren
      }
    }
    if isAlone, let block, isValue(of: Syntax(block)) { return .visitChildren }
    var called = expression
    while true {
      if let inner = called.as(TryExprSyntax.self) { called = inner.expression } else if let inner = called.as(AwaitExprSyntax.self) { called = inner.expression } else { break }
    }
    if let call = called.as(FunctionCallExprSyntax.self) {
      let name = text(call.calledExpression)
      if name.hasSuffix("reserveCapacity") { return .skipChildren }
      if name.hasSuffix("init") || name.hasPrefix("precondition") || name.hasPrefix("assert") || name.hasPrefix("fatalError") {
        return .visitChildren
      }
    } else if let infix = called.as(InfixOperatorExprSyntax.self) {
      let isCompound = infix.operator.as(BinaryOperatorExprSyntax.self).map { $0.operator.text.hasSuffix("=") && !["==", "!=", "<=", ">="].contains($0.operator.text) } ?? false
      guard infix.operator.is(AssignmentExprSyntax.self) || isCompound else { return .visitChildren }
      if !isCompound, unset.contains(text(infix.leftOperand)) { return .visitChildren }
      var parent = node.parent
      while let at = parent {
        if at.is(InitializerDeclSyntax.self), !isCompound { return .visitChildren }
        parent = at.parent
      }
    } else {
      return .visitChildren
    }
    add("statement", around: expression, { "if !\($0) { " }, { _ in " }" }, "skip: \(text(expression))")
    return .visitChildren
  }

  /// Returns whether a block belongs to an `if` or `switch` that is an expression, so that the block's only statement
  /// is its value.
  private func isValue(of block: Syntax) -> Bool {
    var at: Syntax? = block
    while let node = at, !node.is(SwitchExprSyntax.self), !node.is(IfExprSyntax.self) {
      if node.is(ClosureExprSyntax.self) || node.is(FunctionDeclSyntax.self) || node.is(AccessorBlockSyntax.self) {
        return false
      }
      if node.is(ForStmtSyntax.self) || node.is(WhileStmtSyntax.self) || node.is(DoStmtSyntax.self)
        || node.is(GuardStmtSyntax.self) || node.is(DeferStmtSyntax.self)
      {
        return false
      }
      at = node.parent
    }
    while let node = at, let parent = node.parent, parent.is(IfExprSyntax.self) { at = parent }
    guard let choice = at, let parent = choice.parent else { return false }
    guard let statement = parent.as(ExpressionStmtSyntax.self) else { return !parent.is(CodeBlockItemSyntax.self) || isLast(parent) }
    return statement.parent.map(isLast) ?? false
  }

  /// Returns whether an item is the only one in a function with a result, in a closure, or in a block whose value is
  /// used.
  private func isLast(_ item: Syntax) -> Bool {
    guard let list = item.parent?.as(CodeBlockItemListSyntax.self), list.count == 1, let block = list.parent else {
      return false
    }
    if block.is(ClosureExprSyntax.self) || block.is(AccessorBlockSyntax.self) { return true }
    if let function = block.parent?.as(FunctionDeclSyntax.self) { return function.signature.returnClause != nil }
    if block.parent?.is(AccessorDeclSyntax.self) == true { return true }
    return isValue(of: block)
  }

  var result: [UInt8] {
    let sorted = insertions.sorted { first, second in
      if first.offset != second.offset { return first.offset < second.offset }
      // Insertions that close something precede those that open something.
      if first.isStart != second.isStart { return !first.isStart }
      if first.length != second.length { return first.isStart ? first.length > second.length : first.length < second.length }
      return first.isStart ? first.number < second.number : first.number > second.number
    }
    var bytes: [UInt8] = []
    var at = 0
    for insertion in sorted {
      bytes += source[at..<insertion.offset]
      bytes += Array(insertion.text.utf8)
      at = insertion.offset
    }
    return bytes + source[at...]
  }
}

let arguments = CommandLine.arguments
var number = Int(arguments[1])!
let skipped = Set((try? String(contentsOfFile: arguments[2], encoding: .utf8))?.split(separator: "\n").map(String.init) ?? [])
for file in arguments[3...] {
  let source = Array(try Data(contentsOf: URL(filePath: file)))
  let parsed = Parser.parse(source: String(decoding: source, as: UTF8.self))
  let folded = OperatorTable.standardOperators.foldAll(parsed) { _ in }
  let tree = folded.cast(SourceFileSyntax.self)
  let finder = Finder(source, file, tree, first: number, skipped: skipped)
  finder.walk(tree)
  number = finder.next
  try Data(finder.result).write(to: URL(filePath: file))
}

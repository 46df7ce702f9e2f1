import ShelfText

/// A numbered list of options, and the interpretation of answers that choose among them.
package struct Menu {
  /// The reason why an answer does not choose an option.
  package struct Refusal: Error, Hashable {
    package var reason: String
  }

  private let options: [String]
  private let folded: [String]
  private let fold: (String) -> String

  package init(_ options: [String], fold: @escaping (String) -> String) {
    self.options = options
    self.fold = fold
    folded = options.map(fold)
  }

  /// Returns the index of the option that an answer chooses.
  ///
  /// An exact name takes precedence over a number, and a number over a prefix of a name.
  package func index(of answer: String) -> Result<Int, Refusal> {
    if let exact = options.firstIndex(of: answer) { return .success(exact) }
    let key = fold(answer)
    let equal = folded.indices.filter { folded[$0] == key }
    if equal.count == 1 { return .success(equal[0]) }
    if let number = Int(answer), (1...).contains(number), number <= options.count { return .success(number - 1) }
    let starting = folded.indices.filter { folded[$0].hasPrefix(key) }
    if key.isEmpty || starting.isEmpty {
      return .failure(Refusal(reason: "\"\(answer)\" is not in the list"))
    }
    if starting.count == 1 { return .success(starting[0]) }
    let names = starting.prefix(5).map { options[$0] }.joined(separator: ", ")
    return .failure(Refusal(reason: "\"\(answer)\" could be \(names)\(starting.count > 5 ? " …" : "")"))
  }

  /// Returns the indices of the options that comma-separated answers choose, without duplicates and in list order.
  ///
  /// Text between commas that is not a valid answer can consist of several answers separated by spaces.
  package func indexes(of answers: String) -> Result<[Int], Refusal> {
    var chosen: Set<Int> = []
    for part in answers.split(separator: ",") {
      let words = part.split(separator: " ").map(String.init)
      if words.isEmpty { continue }
      let whole = index(of: words.joined(separator: " "))
      var results = words.map { index(of: $0) }
      // If none of the words is an answer, the user has probably misspelled a multiword name.
      if whole.isSuccess || !results.contains(where: \.isSuccess) { results = [whole] }
      for result in results {
        switch result {
        case .success(let index): chosen.insert(index)
        case .failure(let refusal): return .failure(refusal)
        }
      }
    }
    return .success(chosen.sorted())
  }

  /// Returns the lines of the list, with `*` before the marked option. A long list has several columns if the
  /// width allows.
  package func lines(width: Int, marked: Int? = nil, depth: ColorDepth) -> [String] {
    let digits = "\(options.count)".utf8.count
    let names = options.map { VisibleText.line($0) }
    let widest = names.reduce(0) { max($0, DisplayWidth.of($1)) }
    let cell = 2 + digits + 2 + widest
    let columns = options.count > 8 ? max(1, (width + 2) / (cell + 2)) : 1
    let height = (options.count + columns - 1) / max(columns, 1)
    return (0..<height).map { row in
      stride(from: row, to: options.count, by: height).map { index in
        let mark = index == marked ? "* " : "  "
        let number = DisplayWidth.pad("\(index + 1)", to: digits, alignment: .right)
        let isLast = index + height >= options.count
        let name = isLast ? names[index] : DisplayWidth.pad(names[index], to: widest)
        return mark + TextStyle.dim.apply(to: number, depth: depth) + "  " + name
      }.joined(separator: "  ")
    }
  }
}

extension Result {
  fileprivate var isSuccess: Bool {
    if case .success = self { true } else { false }
  }
}

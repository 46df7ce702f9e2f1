import ArgumentParser

/// The sizes of libraries from the command line, such as `1000,10000`.
struct RecordCounts: ExpressibleByArgument {
  let values: [Int]

  init(values: [Int]) {
    self.values = values
  }

  init?(argument: String) {
    let parts = argument.split(separator: ",", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Int($0) }
    guard numbers.count == parts.count, numbers.allSatisfy({ $0 >= 100 }) else { return nil }
    values = numbers.sorted()
  }

  var defaultValueDescription: String {
    values.map(String.init).joined(separator: ",")
  }
}

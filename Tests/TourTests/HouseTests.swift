import Foundation
import Testing

/// The page about the source layout matches the source code: its floors match `Package.swift`, and its rooms match the
/// folders.
struct HouseTests {
  private let page: String
  private let plan: String
  /// Matches import declarations, including indented ones in an `#if`, and captures the module's name.
  private static var imports: Regex<(Substring, Substring)> {
    /(?m)^\s*(?:@\w+ |\w+ )?import (?:struct |class |enum |func )?(\w+)/
  }
  private let sources = Project.root.appending(path: "Sources")

  init() throws {
    page = try String(contentsOf: sources.appending(path: "README.md"), encoding: .utf8)
    plan = try String(contentsOf: Project.root.appending(path: "Package.swift"), encoding: .utf8)
  }

  /// Returns the cells of a table's rows, without the header.
  private func rows(below heading: String) throws -> [[String]] {
    let section = try #require(page.components(separatedBy: "\n## \(heading)\n").dropFirst().first)
    let body = section.components(separatedBy: "\n## ")[0]
    return body.split(separator: "\n").filter { $0.hasPrefix("|") }.dropFirst(2).map { row in
      row.dropFirst().dropLast().split(separator: "|", omittingEmptySubsequences: false)
        .map { $0.trimmingCharacters(in: .whitespaces) }
    }
  }

  /// Returns the texts between backticks.
  private func names(in cell: String) -> [String] { cell.matches(of: /`([^`]+)`/).map { String($0.1) } }

  /// The table of floors, row by row: each target, with the targets that it uses.
  private var table: [(target: String, uses: Set<String>)] {
    get throws {
      var floor = ""
      var floors: [String: [String]] = [:]
      var table: [(target: String, uses: Set<String>)] = []
      for row in try rows(below: "The floors") {
        if !row[0].isEmpty { floor = row[0] }
        let target = try #require(names(in: row[1]).first)
        var uses = Set(names(in: row[3]))
        if row[3].hasPrefix("all above") {
          // The cell has the form `all above but A, B; C`, where C is used in addition.
          let others = row[3].split(separator: ";").first.map { names(in: String($0)) } ?? []
          uses.subtract(others)
          uses.formUnion(table.map(\.target).filter { !$0.hasPrefix("C") && !others.contains($0) })
        } else if row[3].hasPrefix("the ground") {
          uses.formUnion(floors["the ground"] ?? [])
        }
        floors[floor, default: []].append(target)
        table.append((target, uses))
      }
      return table
    }
  }

  /// Each target in `Package.swift` except tests, with the targets that it is allowed to use.
  private var planned: [String: Set<String>] {
    var targets: [String: Set<String>] = [:]
    let text = plan.components(separatedBy: "    // Tests\n")[0]
    for match in text.matches(of: /floor\(\s*"(\w+)",\s*uses: \[([^\]]*)\]/) {
      targets[String(match.1)] = Set(match.2.matches(of: /"(\w+)"/).map { String($0.1) })
    }
    for match in text.matches(of: /executableTarget\(\s*name: "([\w-]+)",\s*dependencies: \[([^\]]*)\]/) {
      targets[String(match.1)] = Set(match.2.matches(of: /"(\w+)"/).map { String($0.1) })
    }
    for match in text.matches(of: /(?:systemLibrary|\.target)\(\s*name: "(C\w+)"/) { targets[String(match.1)] = [] }
    return targets
  }

  @Test func theTableIsThePlan() throws {
    let table = try table
    let planned = planned
    #expect(Set(table.map(\.target)) == Set(planned.keys))
    for (target, uses) in table { #expect(planned[target] == uses, "\(target)") }
  }

  @Test func everyTargetUsesOnlyWhatStandsAboveIt() throws {
    var above: Set<String> = []
    for (target, uses) in try table {
      #expect(uses.isSubset(of: above), "\(target)")
      above.insert(target)
    }
  }

  /// SwiftPM lets a target import the dependencies of its dependencies; the plan does not allow that.
  @Test func everyImportIsInThePlan() throws {
    let planned = planned
    for (target, uses) in planned {
      for file in try swiftFiles(in: target) {
        let text = try String(contentsOf: file, encoding: .utf8)
        for match in text.matches(of: HouseTests.imports) {
          let module = String(match.1)
          #expect(planned[module] == nil || uses.contains(module), "\(file.lastPathComponent) imports \(module)")
        }
      }
    }
  }

  /// An unused dependency would suggest that the target knows about code that it does not use.
  @Test func everythingInThePlanIsImported() throws {
    for (target, uses) in planned {
      var imported: Set<String> = []
      for file in try swiftFiles(in: target) {
        let text = try String(contentsOf: file, encoding: .utf8)
        imported.formUnion(text.matches(of: HouseTests.imports).map { String($0.1) })
      }
      #expect(uses.subtracting(imported).isEmpty, "\(target)")
    }
  }

  @Test func everyRoomHasALine() throws {
    var rooms: Set<String> = []
    for target in planned.keys where target.hasPrefix("Shelf") || target == "YAMLEdit" {
      for file in try swiftFiles(in: target) {
        let folder = file.deletingLastPathComponent().path.dropFirst(sources.path.count + 1)
        rooms.insert(folder.split(separator: "/").prefix(2).joined(separator: "/"))
      }
    }
    rooms.remove("ShelfCLI")
    #expect(Set(try self.rows(below: "The rooms").flatMap { names(in: $0[0]) }) == rooms)
  }

  /// Folders within a target, like targets, may depend on one another only in one direction.
  @Test func roomsDoNotUseOneAnotherInCircles() throws {
    for target in planned.keys.sorted() {
      let rooms = try RoomPlan(folder(of: target), try swiftFiles(in: target))
      for circle in rooms.circles { Issue.record("\(target):\n\(rooms.explanation(of: circle))") }
    }
  }

  /// A name in two targets would be ambiguous in a target that imports both, and would confuse readers anyway. Types
  /// that are nested or private, and the benchmark, do not count.
  @Test func everyTypeNameIsInOneTarget() throws {
    var owners: [String: Set<String>] = [:]
    for target in planned.keys where target != "shelf-bench" {
      for file in try swiftFiles(in: target) {
        for name in SourceNames(try Data(contentsOf: file)).declared { owners[name, default: []].insert(target) }
      }
    }
    #expect(owners.count > 500)
    for (name, targets) in owners where targets.count > 1 { Issue.record("\(name): \(targets.sorted())") }
  }

  /// Only these targets make system calls.
  @Test func systemCallsAreMadeInOnePlace() throws {
    let allowed = ["ShelfSystem", "ShelfText", "shelf", "shelf-bench"]
    for target in planned.keys where !allowed.contains(target) {
      for file in try swiftFiles(in: target) {
        let text = try String(contentsOf: file, encoding: .utf8)
        let isCalling = text.contains(/import (Glibc|Darwin|Musl|CLinux)\b/)
        #expect(!isCalling, "\(target)/\(file.lastPathComponent)")
      }
    }
  }

  private func folder(of target: String) -> URL {
    target == "shelf-bench" ? Project.root.appending(path: "Benchmarks") : sources.appending(path: target)
  }

  private func swiftFiles(in target: String) throws -> [URL] {
    let folder = folder(of: target)
    return try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }
      .map { folder.appending(path: $0) }
  }
}

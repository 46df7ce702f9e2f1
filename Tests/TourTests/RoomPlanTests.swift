import Foundation
import ShelfTestSupport
import Testing

struct RoomPlanTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func plan(_ files: [(path: String, text: String)]) throws -> RoomPlan {
    let root = URL(filePath: folder.path)
    for (path, text) in files {
      let file = root.appending(path: path)
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    return try RoomPlan(root, files.map { root.appending(path: $0.path) })
  }

  @Test func aCircleIsFoundAndExplained() throws {
    let plan = try plan([
      ("A/One.swift", "struct One {\n  let two: Two\n}\n"), ("B/Two.swift", "package enum Two {}\n"),
      ("B/Three.swift", "extension Two {\n  func three() -> Three { Three() }\n}\n"),
      ("Three.swift", "final class Three { var one: [One] = [] }\n"),
      ("C/Four.swift", "struct Four { let one: One }\n"),
    ])
    #expect(plan.circles == [["", "A", "B"]])
    let explanation = plan.explanation(of: plan.circles[0])
    #expect(explanation.contains("B uses (the folder itself) 1 times: Three in Three.swift"))
    #expect(explanation.contains("A uses B 1 times: Two in One.swift"))
  }

  @Test(arguments: [
    "// Two\nimport Two\n/* Two */", "let text = \"Two \\\"Two\\\"\"", "let text = \"\"\"\n  Two\n  \"\"\"",
    "let text = #\"Two\"#", "let other = Four.Two()", "private struct Two {}\nlet two = Two()",
  ])
  func whatIsNotAUse(_ text: String) throws {
    let plan = try plan([
      ("A/One.swift", "struct One {}\n\(text)\n"), ("B/Two.swift", "struct Two { let one: One }\nstruct Three {}\n"),
    ])
    #expect(plan.circles.isEmpty)
    #expect(plan.uses["B"]?["A"] == [RoomPlan.Use(name: "One", file: "Two.swift")])
  }

  @Test(arguments: ["let text = \"\\(Two())\"", "let mark = /\"/\nlet two = Two()", "func two(_ make: () -> Two?) {}"])
  func whatIsAUse(_ text: String) throws {
    let plan = try plan([
      ("A/One.swift", "struct One {}\n\(text)\n"), ("B/Two.swift", "struct Two { let one: One }\n"),
    ])
    #expect(plan.circles == [["A", "B"]])
  }
}

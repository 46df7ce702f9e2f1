import Testing

@testable import ShelfBrowser
@testable import ShelfCLI
@testable import ShelfTerminal
@testable import ShelfText

/// Colors are legible on light and dark backgrounds, at every color depth.
struct BrowserColorTests {
  private let library: TestLibrary

  init() throws { library = try TestLibrary() }

  private static let keys: [[String]] = [
    [], ["left"], ["right", "down"], ["/"], ["f"], ["s"], ["o"], ["a"], ["?"], ["t"], ["d"], ["D"], ["space", "space"],
    ["right", "down", "enter"], ["left", "home"],
  ]

  private func cells(_ depth: ColorDepth) throws -> [(cell: ShelfBrowser.Screen.Cell, keys: [String])] {
    library[SmallLibrary.emma]?.replace("rating: 3", with: "rating: 9")
    var cells: [(ShelfBrowser.Screen.Cell, [String])] = []
    for keys in BrowserColorTests.keys {
      let session = try BrowserSession(library, columns: 120, rows: 30, depth: depth)
      try session.examine()
      for key in keys { session.press(key) }
      cells += BrowserView.screen(session.browser).cells.map { ($0, keys) }
    }
    return cells
  }

  /// Text on the terminal's default background uses only those colors of the terminal's theme that are never close to
  /// the background.
  ///
  /// All other colored text has a background that it contrasts with.
  @Test(arguments: [ColorDepth.trueColor, .palette, .sixteen])
  func everyColorContrasts(_ depth: ColorDepth) throws {
    var grounds = 0
    for (cell, keys) in try cells(depth) {
      switch (cell.style.foreground, cell.style.background) {
      case (nil, nil): continue
      case (.named(let name)?, nil):
        #expect(
          [.red, .green, .yellow, .cyan, .magenta, .blue].contains(name), "\(name) for “\(cell.text)” after \(keys)")
      case (.rgb(let text)?, .rgb(let ground)?):
        grounds += 1
        let shown =
          switch depth {
          case .palette: ColorPalette.rgb(ColorPalette.nearest256(to: ground))
          case .sixteen: ColorPalette.rgb(ColorPalette.nearest16(to: ground))
          case .none, .trueColor: ground
          }
        #expect(text.contrast(with: shown) >= 4.5, "“\(cell.text)” after \(keys)")
      // Bars and dots are graphics and must stand out from both black and white.
      case (.rgb(let bar)?, nil) where cell.text.allSatisfy({ "█▉▊▋▌▍▎▏●".contains($0) }):
        #expect(
          bar.contrast(with: .black) >= 2.9 && bar.contrast(with: .white) >= 2.9, "“\(cell.text)” after \(keys)")
      case (.rgb?, nil):
        Issue.record("“\(cell.text)” has a color of its own on the ground of the terminal after \(keys)")
      default: break
      }
    }
    #expect(depth != .trueColor || grounds > 50)
  }

  /// Without colors, attributes still mark the selection and headings.
  @Test func withoutColorsAttributesStay() throws {
    for keys in BrowserColorTests.keys {
      let session = try BrowserSession(library, columns: 120, rows: 30)
      for key in keys { session.press(key) }
      let text = ScreenUpdate.text(from: nil, to: BrowserView.screen(session.browser), depth: .none)
      let codes = text.matches(of: /\u{1B}\[([0-9;]*)m/).flatMap { $0.output.1.split(separator: ";") }
      #expect(Set(codes).isSubset(of: ["0", "1", "2", "3", "4", "7"]), "\(keys)")
      #expect(codes.contains("1"))
      #expect(codes.contains("7") || ["?", "a", "t"].contains(keys.first), "\(keys)")
    }
  }
}

import Testing

@testable import ShelfBrowser
@testable import ShelfCLI
@testable import ShelfTerminal
@testable import ShelfText

/// Colours that can be read on a light ground and on a dark one, in every depth.
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

  /// What stands on the ground of the terminal has the colours of its theme, of which those that are nearly the ground
  /// itself are not used; a colour of our own has a ground of its own, with which it contrasts.
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
      case (.rgb?, nil):
        Issue.record("“\(cell.text)” has a colour of its own on the ground of the terminal after \(keys)")
      default: break
      }
    }
    #expect(depth != .trueColor || grounds > 50)
  }

  @Test func withoutColorsNothingHasOne() throws {
    for (cell, keys) in try cells(.none) {
      let text = cell.style.start(depth: .none)
      #expect(text.isEmpty, "“\(cell.text)” after \(keys)")
    }
  }
}

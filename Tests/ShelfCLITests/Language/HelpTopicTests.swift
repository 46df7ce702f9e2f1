import ArgumentParser
import Foundation
import ShelfForms
import ShelfKit
import ShelfTestSupport
import Testing

@testable import ShelfCLI
@testable import ShelfText
@testable import ShelfWording

/// Tests the help topics, and the manual pages that are generated from the same text.
struct HelpTopicTests {
  @Test(arguments: HelpTopic.all.map(\.name))
  func topicsFitATerminal(_ name: String) throws {
    let page = try TestLibrary().run("help \(name)")
    #expect(page.split(separator: "\n").allSatisfy { DisplayWidth.of(String($0)) <= 100 })
    #expect(try TestLibrary().run("--help").contains("shelf help \(name)"))
  }

  /// The guide contains every page to which an error message or an editor refers.
  @Test func whatLeadsToAPageFindsIt() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Sources")
    var names: [String] = []
    let files = FileManager.default.enumerator(at: root.standardizedFileURL, includingPropertiesForKeys: nil)
    for case let file as URL in try #require(files) where file.pathExtension == "swift" {
      let text = try String(contentsOf: file, encoding: .utf8)
      names += text.matches(of: /Guide\.(?:command|page)\("([^"]*)"\)/).map { String($0.1) }
    }
    #expect(names.count >= 4)
    #expect(Set(names).subtracting(GuidePage.all.map(\.name)).isEmpty)
  }

  /// The settings of a library are listed along with the user's settings.
  @Test func theSettingsOfALibraryAreShown() throws {
    let shown = try #require(SettingsHelp.topic.sections.first).examples.map(\.query)
    for key in Set(LibrarySetting.all.compactMap(\.keys.first)) {
      #expect(shown.contains { $0.hasPrefix(key + ":") }, "\(key)")
    }
  }

  /// The examples in the help topic about dates are valid queries.
  @Test func examplesOfDatesAreQueries() throws {
    for example in DatesHelp.topic.sections[1].examples {
      let kind = example.query.hasPrefix("created") || example.query.hasPrefix("modified") ? "issue" : "book"
      #expect(try !TestLibrary().run("\(kind) list", [example.query]).contains("error"), "\(example.query)")
    }
  }

  @Test func everyCommandHasAPage() throws {
    let library = try TestLibrary()
    let names = try library.run("manual").split(separator: "\n").map(String.init)
    #expect(Set(names).count == names.count)
    for name in ["shelf.1", "shelf-book-list.1", "shelf-set.1", "shelf-redo.1", "shelf-query.7", "shelf-formats.7"] {
      #expect(names.contains(name))
    }
    for name in names {
      let page = try library.run("manual \(name)")
      #expect(page.hasPrefix(".TH \""), "\(name)")
      // A line of text that starts with a dot would be interpreted as a macro.
      let macros: Set<Substring> = [".TH", ".SH", ".P", ".TP", ".B", ".nf", ".fi"]
      for line in page.split(separator: "\n") where line.hasPrefix(".") {
        #expect(macros.contains(line.prefix { $0 != " " }), "\(name): \(line)")
      }
    }
    #expect(try library.run("manual shelf-bok.1").contains("did you mean shelf-book.1?"))
  }
}

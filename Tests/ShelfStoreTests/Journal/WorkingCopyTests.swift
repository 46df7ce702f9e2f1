import Testing

@testable import ShelfModel
@testable import ShelfStore

/// Tests which files differ between their planned and their current contents.
struct WorkingCopyTests {
  @Test func whatIsSetIsToldInOrder() {
    var copy = WorkingCopy()
    #expect(copy.isEmpty && !copy.touches("a") && copy.contents(of: "a") == nil)
    copy.set("b", to: [1], from: nil)
    copy.set("a", to: nil, from: [2])
    copy.set("b", to: [3], from: [9])
    #expect(!copy.isEmpty && copy.touches("a") && copy.contents(of: "a") == .some(.none))
    #expect(copy.original(of: "a") == [2] && copy.original(of: "b") == nil && copy.original(of: "c") == nil)
    #expect(
      copy.changes == [FileChange(path: "b", old: nil, new: [3]), FileChange(path: "a", old: [2], new: nil)])
    // A file whose contents are changed and changed back does not belong to the change.
    copy.set("a", to: [2], from: nil)
    #expect(copy.changes.map(\.path) == ["b"] && copy.touches("a"))
  }

  @Test func aNewFileReplacesNone() {
    var copy = WorkingCopy()
    let isFirst = copy.create("a", [1])
    let isSecond = copy.create("a", [2])
    #expect(isFirst && !isSecond)
    #expect(copy.changes == [FileChange(path: "a", old: nil, new: [1])])
    copy.forget("a")
    copy.forget("b")
    #expect(copy.isEmpty && copy.changes.isEmpty)
    copy.set("a", to: [3], from: [4])
    #expect(copy.changes == [FileChange(path: "a", old: [4], new: [3])])
  }

  @Test func changesOnTopAreAdded() {
    var copy = WorkingCopy()
    copy.set("a", to: [1], from: [0])
    var later = WorkingCopy()
    later.set("b", to: [5], from: nil)
    later.set("a", to: nil, from: [1])
    copy.add(later)
    #expect(
      copy.changes == [FileChange(path: "a", old: [0], new: nil), FileChange(path: "b", old: nil, new: [5])])
    #expect(copy.contents == [ExactPath("a"): nil, ExactPath("b"): [5]])
  }
}

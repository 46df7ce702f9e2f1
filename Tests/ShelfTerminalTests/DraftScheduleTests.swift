import Testing

@testable import ShelfTerminal

/// A draft is saved soon after a change, but not after every key.
struct DraftScheduleTests {
  private final class Disk {
    var writes: [String?] = []
    var isFull = false
  }

  private let disk = Disk()
  private let start = ContinuousClock.now

  private func schedule(written: String? = nil) -> DraftSchedule<String> {
    DraftSchedule(written: written) { [disk] in
      disk.writes.append($0)
      return !disk.isFull
    }
  }

  @Test func itFollowsWhatIsTyped() {
    var schedule = schedule()
    schedule.take(nil, at: start)
    #expect(schedule.wait(at: start) == nil && disk.writes.isEmpty)
    // The user types for ten seconds without a pause.
    var maximum = Duration.zero
    var (written, last) = (start, "")
    for step in 1...100 {
      let now = start + .milliseconds(100 * step)
      last += "x"
      schedule.take(last, at: now)
      #expect(schedule.wait(at: now).map { (0...1001).contains($0) } ?? (disk.writes.last == last))
      if disk.writes.last == last {
        maximum = max(maximum, written.duration(to: now))
        written = now
      }
    }
    #expect(maximum <= .seconds(2) && disk.writes.count <= 11)
    schedule.take(last, at: start + .seconds(20))
    #expect(disk.writes.last == last)
    let count = disk.writes.count
    schedule.take(last, at: start + .seconds(30))
    #expect(disk.writes.count == count && schedule.wait(at: start + .seconds(30)) == nil)
    // Once the input is saved or discarded, the draft is deleted immediately.
    schedule.take(nil, at: start + .seconds(30))
    #expect(disk.writes.count == count + 1 && disk.writes.last == .some(nil))
  }

  @Test func whatIsTakenBackInTimeIsNotWritten() {
    var schedule = schedule()
    schedule.take("x", at: start)
    schedule.take(nil, at: start + .milliseconds(200))
    schedule.take(nil, at: start + .seconds(5))
    #expect(disk.writes.isEmpty && schedule.wait(at: start + .seconds(5)) == nil)
    schedule.flush("y")
    schedule.flush("y")
    #expect(disk.writes == ["y"])
  }

  /// Resumed input already has a draft. If the user discards the input immediately, the draft is deleted.
  @Test func whatIsWrittenFromTheStartIsThrownAway() {
    var schedule = schedule(written: "x")
    schedule.take("x", at: start)
    #expect(schedule.wait(at: start) == nil && disk.writes.isEmpty)
    schedule.flush(nil)
    #expect(disk.writes == [nil])
  }

  /// A failed save or deletion is retried, even if no key is pressed.
  @Test(arguments: ["x", nil])
  func whatFailsIsTriedAgain(_ text: String?) {
    var schedule = schedule(written: "w")
    disk.isFull = true
    schedule.take(text, at: start)
    schedule.take(text, at: start + .seconds(1))
    #expect(disk.writes.last == text && schedule.wait(at: start + .seconds(1)) != nil)
    disk.isFull = false
    let count = disk.writes.count
    schedule.take(text, at: start + .seconds(2))
    schedule.take(text, at: start + .seconds(5))
    #expect(disk.writes.count == count + 1 && schedule.wait(at: start + .seconds(5)) == nil)
  }
}

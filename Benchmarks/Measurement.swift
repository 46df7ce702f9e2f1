/// The results of several runs of one command.
struct Measurement {
  private(set) var durations: [Duration] = []
  private(set) var peakBytes = 0

  mutating func add(_ run: Run) {
    durations.append(run.duration)
    peakBytes = max(peakBytes, run.peakBytes)
  }

  /// The median duration in milliseconds.
  var median: Double {
    let sorted = durations.sorted()
    let middle = sorted.count / 2
    let pair = sorted.count.isMultiple(of: 2) ? [sorted[middle - 1], sorted[middle]] : [sorted[middle]]
    return pair.map(Self.milliseconds).reduce(0, +) / Double(pair.count)
  }

  /// The 95th percentile of the durations, in milliseconds.
  var late: Double {
    let sorted = durations.sorted()
    return sorted.isEmpty ? 0 : Self.milliseconds(sorted[min(sorted.count - 1, sorted.count * 95 / 100)])
  }

  private static func milliseconds(_ duration: Duration) -> Double {
    duration / .milliseconds(1)
  }
}

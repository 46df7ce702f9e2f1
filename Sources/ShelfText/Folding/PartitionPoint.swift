extension RandomAccessCollection where Index == Int {
  /// Returns the first index whose element does not satisfy a predicate, or the end index if all elements do. All
  /// elements that satisfy the predicate must precede all others.
  package func partitionPoint(_ isBefore: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if isBefore(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

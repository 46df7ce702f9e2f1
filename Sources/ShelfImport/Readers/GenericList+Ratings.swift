extension GenericList.Columns {
  /// The distribution of the numbers in a rating column.
  struct Ratings {
    /// Whether the column is called `note`. In French lists, this means a rating, which may go up to 20, as in
    /// schools.
    let isNote: Bool
    private var count = 0
    private var (aboveFive, aboveTen, aboveTwenty) = (0, 0, 0)

    init(isNote: Bool) { self.isNote = isNote }

    mutating func add(_ number: Double) {
      count += 1
      if number > 5 { aboveFive += 1 }
      if number > 10 { aboveTen += 1 }
      if number > 20 { aboveTwenty += 1 }
    }

    /// The highest rating in the scale, ignoring a few larger numbers.
    var scale: Double {
      if isNote, aboveTen * 10 > count, aboveTwenty * 2 <= count { return 20 }
      if aboveTen * 2 > count { return 100 }
      return aboveFive > aboveTen && (aboveFive - aboveTen) * 10 >= count ? 10 : 5
    }
  }
}

extension PageLanguage {
  package static let english = PageLanguage("en", "English", dates: englishDates, words: PageWords())

  private static let englishMonths = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
  ]

  private static let englishDates = DateForms(
    months: englishMonths, shortMonths: englishMonths.map { String($0.prefix(1)) })
}

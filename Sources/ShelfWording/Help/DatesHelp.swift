/// The topic `shelf help dates`.
package enum DatesHelp {
  package static let topic = HelpTopic(
    name: "dates", summary: "days, times and ages, and whose they are",
    introduction: """
      Books have days, quotes and issues have times. A day is the one where you are; files keep times in UTC, and lists, \
      pages and queries show and take them as your clocks do. JSON, CSV and tab-separated values keep UTC, marked with a Z.
      """,
    sections: [
      HelpTopic.Section(
        title: "Setting a date",
        examples: [
          HelpTopic.Example(query: "dateStarted=2026-11-21", meaning: "a day"),
          HelpTopic.Example(query: "dateAdded=2026-11", meaning: "a month, or a year, if no more is known"),
          HelpTopic.Example(
            query: "dateCompleted=yesterday", meaning: "also friday (the last one), 3d, \"2 weeks ago\""),
          HelpTopic.Example(query: "dueOn=2w", meaning: "in two weeks; also tomorrow, friday (the next one)"),
          HelpTopic.Example(query: "creationDate=2026-11-21T10:00", meaning: "a time, on your clock; with Z in UTC"),
        ], text: ""),
      HelpTopic.Section(
        title: "Asking for one",
        examples: [
          HelpTopic.Example(query: "added:2024", meaning: "within a year, or 2024-03, or 2024-03-05"),
          HelpTopic.Example(query: "completed:2024-03..2024-06", meaning: "from the first day to the last"),
          HelpTopic.Example(query: "due:tomorrow", meaning: "also today, yesterday, \"last friday\", \"in 2 weeks\""),
          HelpTopic.Example(query: "modified:<7d", meaning: "less than seven days ago; d, w, m and y"),
          HelpTopic.Example(query: "started:>=2026-06-14", meaning: "on that day or after it"),
        ],
        text: """
          A date in the future is younger than any age. A date that is not one, such as dateAdded: soon, counts as none; \
          `shelf doctor` finds it.
          """),
      HelpTopic.Section(
        title: "Ordering by one", examples: [],
        text: """
          --newest and --oldest order a list by the date of creation; by the date in --sort, if there is one there; and \
          otherwise what is equal in --sort: --sort modified --newest, --sort status --newest.
          """),
    ])
}

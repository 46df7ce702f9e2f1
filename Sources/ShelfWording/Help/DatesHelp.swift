/// The `dates` topic of `shelf help`.
package enum DatesHelp {
  package static let topic = HelpTopic(
    name: "dates", summary: "how to write dates, times and ages",
    introduction: """
      Books have dates. Quotes and issues have times.

      Dates are in your time zone. Files store times in UTC; lists, pages and queries use your local time. JSON, CSV and \
      tab-separated values keep UTC, marked with a Z.
      """,
    sections: [
      HelpTopic.Section(
        title: "Setting a date",
        examples: [
          HelpTopic.Example(query: "dateStarted=2026-11-21", meaning: "a date"),
          HelpTopic.Example(query: "dateAdded=2026-11", meaning: "a month; a year alone works too"),
          HelpTopic.Example(
            query: "dateCompleted=yesterday", meaning: "also friday (the last one), 3d, \"2 weeks ago\""),
          HelpTopic.Example(query: "dueOn=2w", meaning: "in two weeks; also tomorrow, friday (the next one)"),
          HelpTopic.Example(query: "creationDate=2026-11-21T10:00", meaning: "a local time; add Z for UTC"),
        ], text: ""),
      HelpTopic.Section(
        title: "Searching by date",
        examples: [
          HelpTopic.Example(query: "added:2024", meaning: "within a year; also 2024-03 or 2024-03-05"),
          HelpTopic.Example(query: "completed:2024-03..2024-06", meaning: "from the first day through the last"),
          HelpTopic.Example(query: "due:tomorrow", meaning: "also today, yesterday, \"last friday\", \"in 2 weeks\""),
          HelpTopic.Example(query: "modified:<7d", meaning: "less than seven days ago; also w, m and y"),
          HelpTopic.Example(query: "started:>=2026-06-14", meaning: "on or after that day"),
        ],
        text: """
          A date in the future is younger than any age. Days when something is due count forward: `due:<7d` finds what is \
          due in less than seven days, including what is overdue.

          A value that is not a date, such as dateAdded: soon, counts as missing. `shelf doctor` reports it.
          """),
      HelpTopic.Section(
        title: "Sorting by date",
        examples: [
          HelpTopic.Example(query: "--newest", meaning: "by the date of creation, newest first; also --oldest"),
          HelpTopic.Example(query: "--sort modified --newest", meaning: "by another date, newest first"),
          HelpTopic.Example(
            query: "--sort status --newest", meaning: "by another field, and newest first where that is equal"),
        ], text: ""),
    ])
}

import Testing

@testable import ShelfCLI

struct GoalTests {
  @Test func aGoalIsSetShownAndTakenAway() throws {
    let library = try TestLibrary(["shelf.yaml": "format: 1   # mine\n"])
    try expect(
      library.transcript([
        ["goal"], ["goal 20"], ["goal"], ["goal 12 --year 2025"], ["goal many"], ["goal 0"], ["goal"],
      ]),
      is: """
        $ goal
        ! error: there is no goal for 2026
        ! hint: set it with `shelf goal 20`
        [1]
        $ goal 20
        Goal for 2026: 20 books
        $ goal
        0 of 20 books, 17 behind
        $ goal 12 --year 2025
        Goal for 2025: 12 books
        $ goal many
        ! error: “many” is not a number of books
        ! hint: use a number such as 24, or 0 for no goal
        [2]
        $ goal 0
        Goal for 2026: none
        $ goal
        ! error: there is no goal for 2026
        ! hint: set it with `shelf goal 20`
        [1]
        """)
    #expect(library["shelf.yaml"] == "format: 1   # mine\ngoal:\n  \"2025\": 12\n")
  }
}

import Testing

@testable import ShelfDoctor

/// Tests that `docs/checks.md`, to which editors link from a problem, matches the descriptions of the checks.
@Test func thePageOfChecksIsWhatTheySay() throws {
  let sections = Check.all.map { check in
    """
    ## \(check.code)

    **\(check.severity.rawValue.prefix(1).uppercased() + check.severity.rawValue.dropFirst())**: \(check.summary). \(check.reason)

    ```
    \(check.example)
    ```

    *Repair*: \(check.repair ?? "None. You have to fix this by hand.")

    """
  }
  let introduction = """
    # Every check

    This page lists every check that `shelf doctor` and editors use to find problems, each with an example.
    `shelf doctor --explain CODE` explains a check, and `shelf doctor --only CODE --fix=CODE --dry-run` shows what its
    repair would change. To learn how to use doctor, see [Find and fix problems in your library](doctor.md).


    """
  try GuidePart.check("checks", introduction + sections.joined(separator: "\n"))
}

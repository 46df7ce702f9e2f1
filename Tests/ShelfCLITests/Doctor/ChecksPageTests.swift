import Testing

@testable import ShelfDoctor

/// `docs/checks.md`, which editors link to from a problem, is generated from the descriptions of the checks.
@Test func thePageOfChecksIsWhatTheySay() throws {
  let sections = Check.all.map { check in
    """
    ## \(check.code)

    **\(check.severity.rawValue.prefix(1).uppercased() + check.severity.rawValue.dropFirst())**: \(check.summary). \(check.reason)

    ```
    \(check.example)
    ```

    *Repair*: \(check.repair ?? "None: you have to fix it by hand.")

    """
  }
  let introduction = """
    # Every check

    This page lists every problem that `shelf doctor` and your editors find, with an example of each.
    `shelf doctor --explain CODE` explains one check, and `shelf doctor --only CODE --fix=CODE --dry-run` shows what its
    repair would change. [Find and fix problems in your library](doctor.md) shows how to use them.


    """
  try GuidePart.check("checks", introduction + sections.joined(separator: "\n"))
}

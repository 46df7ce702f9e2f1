#if os(Linux)
  @testable import ArgumentParser
  import Synchronization

  /// The types of commands and options whose declarations have been checked in this process.
  private let checked = Mutex<Set<ObjectIdentifier>>([])

  extension ParsableArguments {
    /// Checks a declaration, unless it has already been checked in this process.
    ///
    /// For every line that it parses, a debug build of the parser checks the declarations of the command and its option
    /// groups, some of them repeatedly. That would take a third of the time of all tests, so the linker replaces the
    /// parser's own check with this method (see `--wrap` in ld(1), and `Package.swift`).
    @_silgen_name("__wrap_$s14ArgumentParser17ParsableArgumentsPAAE9_validate6parentyAA8InputKeyVSg_tKFZ")
    static func checkOnce(parent: InputKey?) throws {
      if checked.withLock({ $0.contains(ObjectIdentifier(self)) }) { return }
      try check(parent: parent)
      checked.withLock { _ = $0.insert(ObjectIdentifier(self)) }
    }

    /// The parser's own check.
    @_silgen_name("__real_$s14ArgumentParser17ParsableArgumentsPAAE9_validate6parentyAA8InputKeyVSg_tKFZ")
    private static func check(parent: InputKey?) throws
  }
#endif

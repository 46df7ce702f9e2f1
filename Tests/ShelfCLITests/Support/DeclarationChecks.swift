#if os(Linux)
  @testable import ArgumentParser
  import Synchronization

  /// The declarations of commands and options that have been checked in this process.
  private let checked = Mutex<Set<ObjectIdentifier>>([])

  extension ParsableArguments {
    /// Checks a declaration the first time.
    ///
    /// A debug build of the parser checks the declarations of a command and its groups with every line that it parses,
    /// some of them repeatedly. That takes a third of the time of all tests, so the linker calls this method instead of
    /// the parser's own check (ld(1), --wrap; see `Package.swift`).
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

import Synchronization

extension Kind {
  /// The table of kinds. A kind is a file and a word here; a handle, such as `Kind.book`, has the position of the word.
  private static let own: [KindDefinition] = [.book, .quote, .genre, .tag, .issue]

  /// What each kind is, at the position of its handle.
  static let definitions: [KindDefinition] = own + registration.withLock { $0.close() }

  /// Adds a kind to those of the program, before anything uses the table.
  ///
  /// This is safe on any thread: `definitions` is a global constant, which is made once, before it is first read, and
  /// never changes. Making it takes the registered kinds under the same lock under which they are added, and closes the
  /// registration. So a kind is in the table from the start and for every reader, or registering it traps.
  ///
  /// - Returns: the handle of the kind.
  @discardableResult package static func register(_ definition: KindDefinition) -> Kind {
    Kind(rawValue: UInt8(own.count + registration.withLock { $0.add(definition) }))
  }

  private static let registration = Mutex(Registration())

  /// Kinds that come after those of the program.
  private struct Registration {
    private var definitions: [KindDefinition] = []
    private var isClosed = false

    /// Returns the position among the kinds that were registered.
    mutating func add(_ definition: KindDefinition) -> Int {
      precondition(!isClosed, "a kind must be registered before the table of kinds is used")
      definitions.append(definition)
      return definitions.count - 1
    }

    mutating func close() -> [KindDefinition] {
      isClosed = true
      return definitions
    }
  }
}

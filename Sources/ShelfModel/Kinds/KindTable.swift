import Synchronization

extension Kind {
  /// The table of kinds. A kind is its file, and its word here; where code names it, its handle has this position.
  private static let own: [KindDefinition] = [.book, .quote, .genre, .tag, .issue]

  /// What each kind is, at the position of its handle.
  static let definitions: [KindDefinition] = own + registration.withLock { $0.close() }

  /// Adds a kind to those of the program, before anything has asked for one.
  ///
  /// This is sound whichever threads call it: `definitions` is a global constant, made once, before anybody reads it, and
  /// never changed; making it takes the registered kinds under the same lock under which they are added, and closes the
  /// registration. So a kind is in the table from the beginning, for everyone, or its registration traps.
  ///
  /// - Returns: the handle of the kind.
  @discardableResult package static func register(_ definition: KindDefinition) -> Kind {
    Kind(rawValue: UInt8(own.count + registration.withLock { $0.add(definition) }))
  }

  private static let registration = Mutex(Registration())

  /// Kinds that stand behind those of the program.
  private struct Registration {
    private var definitions: [KindDefinition] = []
    private var isClosed = false

    /// Returns the position among the kinds that were registered.
    mutating func add(_ definition: KindDefinition) -> Int {
      precondition(!isClosed, "a kind is registered before anything asks for the table of kinds")
      definitions.append(definition)
      return definitions.count - 1
    }

    mutating func close() -> [KindDefinition] {
      isClosed = true
      return definitions
    }
  }
}

/// A value that goes to another thread, and is used by one thread at a time: who sends it says why.
struct Unshared<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }
}

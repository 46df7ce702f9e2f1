// Built by scripts/torture as a single module with the sources of YAMLEdit, so that libFuzzer instruments all of it.

/// Parses an input, edits it, and aborts if an invariant does not hold.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let bytes = Array(UnsafeBufferPointer(start: data, count: count))
  bytes.withUnsafeBufferPointer { source in
    var reader = MappingReader(limits: Limits())
    _ = try? reader.read(source)
  }
  guard let document = try? Document(bytes) else { return 0 }
  precondition(document.bytes == bytes)
  guard let root = document.nodes.first, root.kind == .mapping else { return 0 }
  let entries = document.entries(of: 0)
  // The text to write is taken from the end of the input.
  let text = String(decoding: bytes.suffix(Int(bytes.last ?? 0) % 24), as: UTF8.self)
  for entry in entries {
    guard let key = document.text(of: entry.key) else { continue }
    check(document, .set([.key(key)], .scalar(Scalar(text))), changing: key, to: text)
    check(document, .remove([.key(key)]), changing: key, to: nil)
    if document.nodes[entry.value].kind == .sequence {
      check(document, .append(Scalar(text), to: [.key(key)]), changing: key, to: nil)
      for index in document.items(of: entry.value).indices {
        check(document, .remove([.key(key), .index(index)]), changing: key, to: nil)
      }
    }
  }
  check(document, .insert(key: "fuzz", .scalar(Scalar(text)), into: [], after: nil), changing: "fuzz", to: text)
  return 0
}

/// Checks that an edit changes only its own field, that the result is valid, and that repeating the edit changes
/// nothing.
private func check(_ document: Document, _ edit: Edit, changing key: String, to text: String?) {
  guard let result = try? document.applying(edit) else { return }
  guard let again = try? Document(result.bytes) else { fatalError("the result does not read: \(edit)") }
  precondition(fields(document, without: key) == fields(again, without: key), "another field changed: \(edit)")
  if let text, let node = again.node(at: [.key(key)]) {
    precondition(again.text(of: node) == text, "the text is not what was written: \(edit)")
  }
  if case .set = edit {
    guard let second = try? again.applying(edit) else { fatalError("the same edit is refused the request: \(edit)") }
    precondition(second.bytes == again.bytes, "the same edit changes something: \(edit)")
  }
}

/// Returns the contents of all fields except one.
private func fields(_ document: Document, without key: String) -> [[String]] {
  guard let root = document.nodes.first, root.kind == .mapping else { return [] }
  return document.entries(of: 0).filter { document.text(of: $0.key) != key }.map { entry in
    texts(document, entry.key) + texts(document, entry.value)
  }
}

private func texts(_ document: Document, _ node: Int) -> [String] {
  switch document.nodes[node].kind {
  case .sequence: ["["] + document.items(of: node).flatMap { texts(document, $0) } + ["]"]
  case .mapping:
    ["{"] + document.entries(of: node).flatMap { texts(document, $0.key) + texts(document, $0.value) } + ["}"]
  default: [document.text(of: node) ?? "*"]
  }
}

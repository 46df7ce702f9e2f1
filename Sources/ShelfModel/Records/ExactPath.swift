/// A path as the disk has it, byte by byte.
///
/// Two texts are equal in Swift if they are canonically equivalent (the Unicode Standard, D70), but `é.yaml` written with
/// one scalar and with two are two files on Linux.
package struct ExactPath: Hashable, Sendable {
  package let text: String

  package init(_ text: String) { self.text = text }

  package static func == (a: ExactPath, b: ExactPath) -> Bool {
    var (a, b) = (a.text, b.text)
    return a.withUTF8 { a in b.withUTF8 { a.elementsEqual($0) } }
  }

  package func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}

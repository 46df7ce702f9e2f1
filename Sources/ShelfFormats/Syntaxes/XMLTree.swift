import CExpat

/// An element of an XML document with its contents.
package final class XMLElement {
  /// The element's name without its namespace prefix.
  package let name: String
  /// The attributes by name, without namespace prefixes.
  package let attributes: [String: String]
  /// The line on which the element starts.
  package let line: Int
  package fileprivate(set) var text = ""
  package fileprivate(set) var children: [XMLElement] = []

  fileprivate init(_ name: String, _ attributes: [String: String], line: Int) {
    self.name = name
    self.attributes = attributes
    self.line = line
  }

  package func child(_ name: String) -> XMLElement? { children.first { $0.name == name } }

  /// Returns the descendants with this name, in document order.
  package func all(_ name: String) -> [XMLElement] {
    children.flatMap { ($0.name == name ? [$0] : []) + $0.all(name) }
  }
}

/// Parses XML with expat.
///
/// Namespace prefixes are ignored, whether they are declared or not, because a record taken from a larger document may
/// use prefixes that were declared in that document. A document that declares its own entities is rejected, since these
/// can expand to gigabytes, and nothing outside the document is ever loaded.
package enum XMLTree {
  fileprivate static let maxElements = 1_000_000
  fileprivate static let maxDepth = 200

  /// The state that expat's callbacks share.
  private final class State {
    var root: XMLElement?
    var open: [XMLElement] = []
    var count = 0
    var problem: String?
    var parser: XML_Parser?
  }

  package static func parse(_ file: SourceFile) throws(SourceError) -> XMLElement {
    let state = State()
    guard let parser = XML_ParserCreate(nil) else { throw SourceError("out of memory", in: file.path) }
    defer { XML_ParserFree(parser) }
    state.parser = parser
    XML_SetUserData(parser, Unmanaged.passUnretained(state).toOpaque())
    XML_SetElementHandler(
      parser,
      { context, name, attributes in
        let state = XMLTree.state(context)
        guard let name else { return }
        state.count += 1
        if state.count > XMLTree.maxElements || state.open.count > XMLTree.maxDepth {
          state.problem = "the XML is too large or nested too deeply"
          _ = XML_StopParser(state.parser, 0)
          return
        }
        let line = Int(XML_GetCurrentLineNumber(state.parser))
        let element = XMLElement(XMLTree.local(name), XMLTree.pairs(attributes), line: line)
        state.open.last?.children.append(element)
        if state.root == nil { state.root = element }
        state.open.append(element)
      }, { context, _ in _ = XMLTree.state(context).open.popLast() })
    XML_SetCharacterDataHandler(
      parser,
      { context, text, count in
        guard let text else { return }
        let bytes = UnsafeRawBufferPointer(start: text, count: Int(count))
        XMLTree.state(context).open.last?.text += String(decoding: bytes, as: UTF8.self)
      })
    XML_SetEntityDeclHandler(
      parser,
      { context, _, _, _, _, _, _, _, _ in
        let state = XMLTree.state(context)
        state.problem = "the XML declares custom entities, which no book needs"
        _ = XML_StopParser(state.parser, 0)
      })
    let status = file.bytes.withUnsafeBytes { bytes in
      XML_Parse(parser, bytes.bindMemory(to: CChar.self).baseAddress, Int32(clamping: bytes.count), 1)
    }
    guard status == XML_STATUS_OK, let root = state.root else {
      let reason = state.problem ?? XML_ErrorString(XML_GetErrorCode(parser)).map { String(cString: $0) } ?? "not XML"
      throw SourceError(
        reason, in: file.path, line: Int(XML_GetCurrentLineNumber(parser)),
        column: Int(XML_GetCurrentColumnNumber(parser)) + 1)
    }
    return root
  }

  private static func state(_ context: UnsafeMutableRawPointer?) -> State {
    Unmanaged<State>.fromOpaque(context!).takeUnretainedValue()
  }

  /// Returns a name without its prefix.
  private static func local(_ name: UnsafePointer<CChar>) -> String {
    let whole = String(cString: name)
    return whole.split(separator: ":").last.map(String.init) ?? whole
  }

  private static func pairs(
    _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?
  ) -> [String: String] {
    guard let attributes else { return [:] }
    var pairs: [String: String] = [:]
    var index = 0
    while let name = attributes[index], let value = attributes[index + 1] {
      // Namespace declarations do not describe the element.
      if !String(cString: name).hasPrefix("xmlns") { pairs[local(name)] = String(cString: value) }
      index += 2
    }
    return pairs
  }
}

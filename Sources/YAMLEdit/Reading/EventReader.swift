import CLibYAML

/// Reads the events of a text with libyaml. This is the only file that calls libyaml.
///
/// Some text would keep libyaml busy for minutes, so the reader checks the size and the runs of white space in advance,
/// and the depth and the tags while reading. If a check fails, the reader throws `YAMLError`, as for a syntax error,
/// and no further events can be read.
///
/// The source must outlive the reader, because libyaml keeps a pointer to it. libyaml's parser also keeps a pointer to
/// itself, so it lives on the heap and is never copied. Therefore raw pointers are unavoidable here.
struct EventReader: ~Copyable {
  private let source: UnsafeBufferPointer<UInt8>
  private let limits: Limits
  private let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
  private let event = UnsafeMutablePointer<yaml_event_t>.allocate(capacity: 1)
  private var hasEvent = false
  private var isFinished = false
  private var depth = 0
  /// The total length of all resolved tags. libyaml copies the declared prefix into every tag, so a long prefix and
  /// many tags take a lot of time.
  private var tagBytes = 0
  private var cursor: Cursor

  /// The problem that `init` found. The first call of `next` throws it.
  private var failure: YAMLError?

  /// Creates a reader. If the text is unacceptable, for example too large or in UTF-16, the first call of `next`
  /// throws.
  init(_ source: UnsafeBufferPointer<UInt8>, limits: Limits) {
    self.source = source
    self.limits = limits
    cursor = Cursor(source)
    parser.initialize(to: yaml_parser_t())
    event.initialize(to: yaml_event_t())
    // libyaml would abort the process if the base address were nil, and empty text has no events anyway.
    guard let base = source.baseAddress, !source.isEmpty else {
      isFinished = true
      return
    }
    failure = Self.objection(to: source, limits: limits)
    guard failure == nil else { return }
    guard yaml_parser_initialize(parser) == 1 else {
      failure = YAMLError(code: .tooLarge, message: "out of memory", offset: 0)
      return
    }
    yaml_parser_set_input_string(parser, base, source.count)
  }

  private static func objection(to source: UnsafeBufferPointer<UInt8>, limits: Limits) -> YAMLError? {
    // `TextRange` uses 32-bit offsets.
    let maximum = min(limits.bytes, 1 << 29)
    if source.count > maximum {
      return YAMLError(code: .tooLarge, message: "larger than \(maximum) bytes", offset: 0)
    }
    if source.starts(with: [0xFE, 0xFF]) || source.starts(with: [0xFF, 0xFE]) {
      return YAMLError(code: .encoding, message: "the text is UTF-16, not UTF-8", offset: 0)
    }
    return ReadingCost.tooLongRun(in: source).map { offset in
      YAMLError(code: .tooLarge, message: "too many spaces or line breaks in a row", offset: offset)
    }
  }

  deinit {
    if hasEvent {
      yaml_event_delete(event)
    }
    yaml_parser_delete(parser)
    event.deallocate()
    parser.deallocate()
  }

  /// Returns the next event. After the last one, keeps returning the end of the stream.
  ///
  /// Throws `YAMLError` if libyaml cannot parse the text, or if a check fails. No further events can be read after an
  /// error.
  mutating func next() throws(YAMLError) -> Event {
    if hasEvent {
      yaml_event_delete(event)
      hasEvent = false
    }
    if let failure {
      self.failure = nil
      isFinished = true
      throw failure
    }
    guard !isFinished else {
      return Event(kind: .streamEnd, start: source.count, end: source.count)
    }
    guard yaml_parser_parse(parser, event) == 1 else {
      isFinished = true
      throw problem()
    }
    hasEvent = true
    if tagBytes > 1 << 30 {
      isFinished = true
      throw YAMLError(
        code: .tooLarge, message: "too many long tags", offset: cursor.peek(event.pointee.start_mark.index))
    }
    if event.pointee.type == YAML_STREAM_START_EVENT {
      return try next()
    }
    return try convert()
  }

  // MARK: - Events

  private mutating func convert() throws(YAMLError) -> Event {
    let start = cursor.advance(to: event.pointee.start_mark.index)
    let end = cursor.peek(event.pointee.end_mark.index)
    switch event.pointee.type {
    case YAML_SCALAR_EVENT:
      let scalar = event.pointee.data.scalar
      return Event(
        kind: .scalar, style: Self.style(scalar.style), start: start, end: end,
        text: UnsafeBufferPointer(start: scalar.value, count: scalar.length), anchor: Self.name(scalar.anchor),
        tag: tag(scalar.tag))
    case YAML_ALIAS_EVENT:
      return Event(kind: .alias, start: start, end: end, text: Self.name(event.pointee.data.alias.anchor))
    case YAML_SEQUENCE_START_EVENT:
      let sequence = event.pointee.data.sequence_start
      try enter(at: start)
      return Event(
        kind: .sequenceStart, style: sequence.style == YAML_FLOW_SEQUENCE_STYLE ? .flow : .block, start: start,
        end: end, anchor: Self.name(sequence.anchor), tag: tag(sequence.tag))
    case YAML_MAPPING_START_EVENT:
      let mapping = event.pointee.data.mapping_start
      try enter(at: start)
      return Event(
        kind: .mappingStart, style: mapping.style == YAML_FLOW_MAPPING_STYLE ? .flow : .block, start: start,
        end: end, anchor: Self.name(mapping.anchor), tag: tag(mapping.tag))
    case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT:
      depth -= 1
      return Event(kind: .collectionEnd, start: start, end: end)
    case YAML_DOCUMENT_START_EVENT:
      return Event(kind: .documentStart, start: start, end: end)
    case YAML_DOCUMENT_END_EVENT:
      return Event(kind: .documentEnd, start: start, end: end)
    default:
      // This is the end of the stream, or there is no event, because libyaml returns no further events after an error.
      isFinished = true
      return Event(kind: .streamEnd, start: start, end: end)
    }
  }

  /// Counts the start of a collection. Throws if the nesting exceeds the limit, because libyaml's time is quadratic in
  /// the depth.
  private mutating func enter(at offset: Int) throws(YAMLError) {
    depth += 1
    if depth > limits.depth {
      isFinished = true
      throw YAMLError(code: .tooDeep, message: "nested deeper than \(limits.depth) levels", offset: offset)
    }
  }

  private static func style(_ style: yaml_scalar_style_t) -> Node.Style {
    switch style {
    case YAML_SINGLE_QUOTED_SCALAR_STYLE: .singleQuoted
    case YAML_DOUBLE_QUOTED_SCALAR_STYLE: .doubleQuoted
    case YAML_LITERAL_SCALAR_STYLE: .literal
    case YAML_FOLDED_SCALAR_STYLE: .folded
    default: .plain
    }
  }

  private mutating func tag(_ start: UnsafeMutablePointer<UInt8>?) -> UnsafeBufferPointer<UInt8> {
    let name = Self.name(start)
    tagBytes += name.count
    return name
  }

  private static func name(_ start: UnsafeMutablePointer<UInt8>?) -> UnsafeBufferPointer<UInt8> {
    guard let start else { return UnsafeBufferPointer(start: nil, count: 0) }
    var count = 0
    while start[count] != 0 {
      count += 1
    }
    return UnsafeBufferPointer(start: start, count: count)
  }

  // MARK: - Errors

  private func problem() -> YAMLError {
    let message = parser.pointee.problem.map { String(cString: $0) } ?? "unreadable"
    switch parser.pointee.error {
    case YAML_READER_ERROR:
      // A reader error has no mark, only this byte offset, which includes the byte order mark.
      let offset = min(parser.pointee.problem_offset, source.count)
      let value = UInt32(truncatingIfNeeded: parser.pointee.problem_value)
      return YAMLError(code: .encoding, message: ParserWording.unreadable(message, value), offset: offset)
    case YAML_MEMORY_ERROR:
      return YAMLError(code: .tooLarge, message: "out of memory", offset: 0)
    default:
      let isContext = isContextUseful(message)
      let mark = isContext ? parser.pointee.context_mark : parser.pointee.problem_mark
      let words = ParserWording.words(for: message, atStart: isContext)
      return YAMLError(code: .syntax, message: words, offset: cursor.peek(mark.index))
    }
  }

  /// Returns whether the start of the unfinished construct is a better location to report than the point where libyaml
  /// gave up.
  private func isContextUseful(_ message: String) -> Bool {
    switch message {
    case "could not find expected ':'", "found unexpected end of stream", "found unexpected document indicator":
      true
    case "did not find expected ',' or ']'", "did not find expected ',' or '}'":
      parser.pointee.context_mark.line != parser.pointee.problem_mark.line
    default:
      false
    }
  }
}

import ShelfText

/// A field after a merge.
struct MergedField {
  /// A run of merged lines, or a conflict.
  enum Part {
    case lines([TextLine])
    case conflict(ours: [TextLine], base: [TextLine], theirs: [TextLine])
  }

  /// A side of a merge.
  enum Side: Sendable {
    case ours, theirs
  }

  /// The lines and conflicts of the field, or an empty array if the field is removed.
  var parts: [Part]
  /// The field's content if all its conflicts are resolved for ours.
  var ours: FieldContent
  /// The field's content if all its conflicts are resolved for theirs.
  var theirs: FieldContent
  /// Comments for which there is no position in the lines. They are written above the lines.
  var rescued: [String] = []
  /// The conflicts that the user has to resolve.
  var conflicts: [RecordMerge.Conflict] = []
  /// The conflicts that the library's policy resolved.
  var settled: [RecordMerge.Settled] = []

  init(_ lines: [TextLine], _ content: FieldContent) {
    parts = lines.isEmpty ? [] : [.lines(lines)]
    (ours, theirs) = (content, content)
  }

  init(_ parts: [Part], ours: FieldContent, theirs: FieldContent) {
    self.parts = parts
    (self.ours, self.theirs) = (ours, theirs)
  }

  /// Creates the field as it is in one version. If the version is nil, the field is removed.
  init(_ entry: FieldEntry?) {
    self.init(entry?.lines ?? [], entry?.content ?? .nothing)
  }

  var hasConflict: Bool { parts.contains { if case .conflict = $0 { true } else { false } } }

  /// Returns the lines with all conflicts resolved in favor of one side.
  func lines(for side: Side) -> [TextLine] {
    parts.flatMap { part in
      switch part {
      case .lines(let lines): lines
      case .conflict(let ours, _, let theirs): side == .ours ? ours : theirs
      }
    }
  }

  /// Returns the lines with conflict markers around the conflicts.
  func lines(_ style: ConflictStyle, _ end: TextLine.End) -> [TextLine] {
    parts.flatMap { part in
      switch part {
      case .lines(let lines): lines
      case .conflict(let ours, let base, let theirs): style.lines(ours: ours, base: base, theirs: theirs, end)
      }
    }
  }
}

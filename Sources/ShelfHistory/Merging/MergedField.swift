import ShelfText

/// One field after a merge.
struct MergedField {
  /// A run of lines of the field.
  enum Part {
    case lines([TextLine])
    case conflict(ours: [TextLine], base: [TextLine], theirs: [TextLine])
  }

  /// A side of a merge.
  enum Side: Sendable {
    case ours, theirs
  }

  /// The field's lines; empty if it is removed.
  var parts: [Part]
  /// What the field holds if all its conflicts are resolved for one side.
  var ours: FieldContent
  var theirs: FieldContent
  /// Comments that have no place in the lines, and are put above them.
  var rescued: [String] = []
  /// What both sides changed differently, and a person has to resolve.
  var conflicts: [RecordMerge.Conflict] = []
  /// What the library's policy resolved.
  var settled: [RecordMerge.Settled] = []

  init(_ lines: [TextLine], _ content: FieldContent) {
    parts = lines.isEmpty ? [] : [.lines(lines)]
    (ours, theirs) = (content, content)
  }

  init(_ parts: [Part], ours: FieldContent, theirs: FieldContent) {
    self.parts = parts
    (self.ours, self.theirs) = (ours, theirs)
  }

  /// The field as one version has it; nil removes it.
  init(_ entry: FieldEntry?) {
    self.init(entry?.lines ?? [], entry?.content ?? .nothing)
  }

  var hasConflict: Bool { parts.contains { if case .conflict = $0 { true } else { false } } }

  /// Returns the lines with all conflicts resolved for one side.
  func lines(for side: Side) -> [TextLine] {
    parts.flatMap { part in
      switch part {
      case .lines(let lines): lines
      case .conflict(let ours, _, let theirs): side == .ours ? ours : theirs
      }
    }
  }

  /// Returns the lines with conflicts between markers.
  func lines(_ style: ConflictStyle, _ end: TextLine.End) -> [TextLine] {
    parts.flatMap { part in
      switch part {
      case .lines(let lines): lines
      case .conflict(let ours, let base, let theirs): style.lines(ours: ours, base: base, theirs: theirs, end)
      }
    }
  }
}

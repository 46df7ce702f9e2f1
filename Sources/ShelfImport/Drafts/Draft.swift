import ShelfFormats
import ShelfModel
import ShelfStore
import ShelfText

/// The texts of fields: those of a draft, or those that the last import brought.
package typealias FieldTexts = [FieldHandle: [String]]

extension FieldTexts {
  /// The texts of the field of a table.
  subscript(field: Field) -> [String]? {
    get { self[FieldHandle(field)] }
    set { self[FieldHandle(field)] = newValue }
  }

  /// The fields that have texts.
  var withoutEmpty: FieldTexts { filter { !$0.value.isEmpty } }
}

/// A record as a source describes it, before anyone has looked whether the library has it.
package struct Draft: Sendable {
  /// What a draft is called in its source.
  package struct Key: Hashable, Sendable {
    package let kind: Kind
    package var text: String
    /// The place of the file that says it, if another one was the first to use the key; empty otherwise.
    package var file = ""

    /// Returns the key as that of a book in one file, when several files use it.
    func of(_ file: String) -> Key { Key(kind: kind, text: text, file: file) }
  }

  package let kind: Kind
  /// What identifies it in its source for ever.
  package var key: String
  /// The id that a new record for it has, once that is known.
  package var newID: RecordID?
  /// The texts of each field that the source tells of; no texts for one that is empty there.
  ///
  /// References are names.
  package private(set) var fields: FieldTexts = [:]
  /// The fields of which the source does not say all: a column or a cell is missing, or does not read.
  ///
  /// A record that an earlier import brought keeps them, and a list may grow.
  package private(set) var open: Set<FieldHandle> = []
  /// What the record says of where it came from.
  package var sources: [String] = []
  /// The record that it belongs to.
  package var owner: Key?
  /// The place in the source.
  package var file = ""
  package var line: Int?
  /// The number of the source's rows that it stands for; 0 for a book that is only mentioned.
  package var rows = 1
  /// How often the book was read, if the source counts that and may know the days of one reading only.
  var readCount: Int?
  /// Whether this is the source that others copy: what it said of a field is not replaced by what they say.
  package var isPrimary = false
  /// The field whose text only grows, since a shorter one is that of an older state, and those that go with it.
  package var growing: [FieldHandle] = []
  /// Whether it becomes a record of its own, whatever is there already, as a person said.
  package var isNew = false
  /// Whether fields hold texts as a library of ours has them, which are taken as they are.
  package var isVerbatim = false

  /// The key that its source gives it if that names another book too.
  var sharedKey: String?
  /// The id, if the source is a library of ours.
  package var id: RecordID?
  /// The id that a note of ours says its book has.
  var statedID: RecordID?
  /// All that the source, a library of ours, has in its fields: what no field is called here is written as it is.
  package var others: [(key: String, value: JSONValue)] = []
  /// The names of referenced records in a table that shelf exported, by the key of the field.
  var namesBeside: [String: String] = [:]
  /// Other files that tell of it too.
  package var otherFiles: [String] = []
  /// Why what belongs to it cannot be taken if nothing says what it is called.
  package var reasonWithoutTitle: String?
  /// The record that it is about, where a person said so.
  package var about: RecordID?
  /// What the owner says of a new record, which goes before what the source says.
  package var given: [Assignment] = []

  package init(_ kind: Kind, key: String) {
    self.kind = kind
    self.key = key
  }

  package subscript(field: FieldHandle) -> [String] { fields[field] ?? [] }

  package func first(_ field: FieldHandle) -> String? { fields[field]?.first }

  /// What its record is called, in the field that names records of its kind; nil if nothing is said of that.
  package var title: String? { first(FieldHandle(kind.fields[kind.titleIndex])) }

  /// Sets a field to one text; nil or an empty text says that the source has nothing there.
  package mutating func set(_ field: FieldHandle, _ text: String?) {
    guard let text, !text.isEmpty else { return set(field, []) }
    set(field, [text])
  }

  /// Sets a field to texts. What is there already stays if these are empty.
  package mutating func set(_ field: FieldHandle, _ texts: [String]) {
    if texts.isEmpty, fields[field] != nil { return }
    replace(field, texts)
  }

  /// Sets what was marked in a book, and what was noted there; a note without a marked text is the text of its quote.
  mutating func setMark(_ text: String, note: String) {
    set(.text, text.isEmpty ? note : text)
    set(.note, text.isEmpty ? nil : note)
  }

  /// Marks fields as those of which the source does not say all.
  package mutating func leaveOpen(_ fields: some Sequence<FieldHandle>) {
    open.formUnion(fields.filter { self.fields[$0] != nil })
  }

  /// Marks empty fields as those of which the source says nothing.
  package mutating func leaveEmptyOpen() { leaveOpen(fields.filter(\.value.isEmpty).map(\.key)) }

  /// Marks empty fields of which no key of an entry tells as those of which the source says nothing: entries hold only
  /// what their owner, or their program, knows.
  ///
  /// - Parameter keys: the keys that tell of a field, if they are called otherwise than it.
  package mutating func leaveAbsentOpen(_ keys: [FieldHandle: [String]], has: (String) -> Bool) {
    leaveOpen(
      fields.filter { field, texts in texts.isEmpty && !(keys[field] ?? [field.key]).contains(where: has) }.map(\.key))
  }

  /// Replaces what a field holds.
  package mutating func replace(_ field: FieldHandle, _ texts: [String]) { fields[field] = texts }

  /// Adds texts to a list, without those that it has.
  package mutating func add(_ field: FieldHandle, _ texts: [String]) {
    var all = fields[field] ?? []
    if all.isEmpty, texts.count == 1 {
      fields[field] = texts[0].isEmpty ? [] : texts
      return
    }
    // Whether a genre or a tag is one that is there already is settled, and said, when it is looked up.
    let isName = field == .genres || field == .tags
    func form(_ text: String) -> [UInt8] { isName ? Folding.accented(text) : Array(Folding.fold(text).utf8) }
    var known = Set(all.map(form))
    for text in texts where !text.isEmpty && known.insert(form(text)).inserted { all.append(text) }
    fields[field] = all
  }

  /// Adds a paragraph to a long text; an empty one says that the source has nothing more there.
  package mutating func append(_ field: FieldHandle, paragraph: String) {
    if paragraph.isEmpty { return set(field, []) }
    let old = first(field) ?? ""
    if old.contains(paragraph) { return }
    fields[field] = [old.isEmpty ? paragraph : old + "\n\n" + paragraph]
  }

  /// Takes what another row says of the same record, as far as this one does not.
  ///
  /// - Returns: whether the other one said something new, and the fields of which they say different things.
  package mutating func absorb(_ other: Draft, lists: Set<FieldHandle>) -> (isNew: Bool, different: [String]) {
    var (isNew, different): (Bool, [String]) = (false, [])
    // What one of the rows says whole is known.
    open = open.filter { other.fields[$0] == nil || other.open.contains($0) }
      .union(other.open.filter { fields[$0] == nil })
    for (field, texts) in other.fields where !texts.isEmpty {
      let mine = fields[field] ?? []
      if mine.isEmpty {
        replace(field, texts)
        others.removeAll { $0.key == field.key }
        others += other.others.filter { $0.key == field.key }
        isNew = true
      } else if lists.contains(field) {
        add(field, texts)
        if self[field] != mine {
          isNew = true
          // The names beside the ids are those of one of the rows.
          namesBeside[field.key] = nil
        }
      } else if mine != texts {
        different.append(field.key)
      }
    }
    if let count = other.readCount { readCount = max(readCount ?? 0, count) }
    for source in other.sources where !sources.contains(source) { sources.append(source) }
    return (isNew, different.sorted())
  }
}

extension Draft {
  /// What it is called among the drafts of a source. A book without a number in its source, or of which a note states the
  /// id, is one of its file: only the library shows what another file has made of it.
  var keyInBatch: Key {
    let isOfFile = kind == .book && id == nil && (statedID != nil || sources.isEmpty)
    return Key(kind: kind, text: key, file: isOfFile ? file : "")
  }

  /// Returns the texts of a field as its record has them, by which two of them are compared.
  func clean(_ field: FieldHandle) -> [String] { self[field].map(CleanText.line) }
}

extension Likeness {
  /// Reads what a draft says of its book.
  init(_ draft: Draft) {
    self.init(
      title: draft.clean(.title).first ?? "", makers: draft.clean(.author),
      number: draft.first(.isbn).flatMap { ISBN(exported: $0) })
  }
}

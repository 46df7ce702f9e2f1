import Foundation
import ShelfCLI
import ShelfModel

/// One copy of a book. It has a field of every type, belongs to a book, and its plural is irregular.
///
/// Nothing else knows of this kind: all that the program does with it follows from these rows.
let copy = KindDefinition(
  "copy", plural: "copies", help: "Copies of books, each on its own shelf.", example: "\"LABEL\" --book TITLE",
  queryExample: "book:dune or is:open", columns: ["id", "label", "book", "price", "issues"],
  order: [.descending("price")], uniqueNames: true,
  fields: [
    Field("label", .text, required: true, roles: .title, "What its spine says"),
    Field("book", .reference(.book), onDelete: .cascade, roles: .owner, "Book it is a copy of"),
    Field("keepers", .textList, roles: [.maker, .suggests], "Who had it"),
    Field("condition", .choice(["poor", "fair", "good"]), default: "good", "How worn it is"),
    Field("price", .integer(0...5000), "What it cost"),
    Field(
      "sold", .boolean, default: "false",
      states: FieldStates(before: ("false", "Keep"), done: ("true", "Sell")), "Whether it is gone"),
    Field("bought", .date, formerly: ["purchased"], shortNames: ["got"], "Day it was bought"),
    Field("soldOn", .date, roles: .ended, "Day it was sold"),
    Field("recorded", .timestamp, roles: .made, "When it was written down"),
    Field("touched", .timestamp, automatic: true, merging: .later, roles: .changed, "When it was last changed"),
    Field("binding", .color, "Colour of its cloth"),
    Field("tags", .references(.tag), "Tags of the copy"),
    Field("remarks", .text, long: true, "What there is to say about it"),
  ])

/// A loan of a copy: what refers to a copy, and goes with it.
let loan = KindDefinition(
  "loan", help: "Loans of copies.", example: "NAME --copy LABEL", queryExample: "copy:blue",
  columns: ["id", "to", "copy"],
  fields: [
    Field("to", .text, required: true, roles: .title, "Who has it"),
    Field("copy", .reference(Kind.register(copy)), onDelete: .cascade, "Copy that was lent"),
  ])

Kind.register(loan)
exit(
  Shelf.main(
    arguments: Array(CommandLine.arguments.dropFirst()), environment: ProcessInfo.processInfo.environment))

@testable import ShelfCLI

/// A small library with records of every kind.
enum SmallLibrary {
  static let dune = "books/dune-b0000001.yaml"
  static let emma = "books/emma-b0000003.yaml"

  static let files = [
    "shelf.yaml": "format: 1\nname: Small\n",
    dune: """
    id: b0000001-0000-4000-8000-000000000000
    title: Dune # the first one
    author: Frank Herbert
    status: completed
    rating: 5
    genres:
      - e0000002-0000-4000-8000-000000000000 # Science Fiction
      - e0000001-0000-4000-8000-000000000000 # Fiction
    year: 1965
    dateStarted: 2019-06-02
    dateCompleted: 2019-06-30
    review: |
      Spice.

      And worms.

    """,
    "books/dune-messiah-b0000002.yaml": """
    id: b0000002-0000-4000-8000-000000000000
    title: Dune Messiah
    author: Frank Herbert
    genres: [e0000002-0000-4000-8000-000000000000]

    """,
    emma: """
    id: b0000003-0000-4000-8000-000000000000
    title: Emma
    author: [Jane Austen]
    status: inProgress
    rating: 3
    dateStarted: 2026-11-01
    synopsis: A village, and what is said in it.

    """,
    "books/三体-b0000004.yaml": """
    id: b0000004-0000-4000-8000-000000000000
    title: 三体
    author: 刘慈欣

    """,
    "quotes/dune-b0000001/fear-c0000001.yaml": """
    id: c0000001-0000-4000-8000-000000000000
    book: b0000001-0000-4000-8000-000000000000 # Dune
    page: "8"
    creationDate: 2019-06-03T20:41:07Z
    text: Fear is the mind-killer.

    """,
    "quotes/lost-c0000002.yaml": """
    id: c0000002-0000-4000-8000-000000000000
    creationDate: 2020-01-01T00:00:00Z
    text: |
      A line without a book,
      and another one.

    """,
    "genres/fiction-e0000001.yaml": """
    id: e0000001-0000-4000-8000-000000000000
    name: Fiction
    color: "00FF00"

    """,
    "genres/science-fiction-e0000002.yaml": """
    id: e0000002-0000-4000-8000-000000000000
    name: Science Fiction
    color: "00B8D4"

    """,
    "genres/horror-e0000003.yaml": """
    id: e0000003-0000-4000-8000-000000000000
    name: Horror

    """,
    "tags/lending-a0000001.yaml": """
    id: a0000001-0000-4000-8000-000000000000
    name: lending

    """,
    "tags/buy-a0000002.yaml": """
    id: a0000002-0000-4000-8000-000000000000
    name: buy

    """,
    "issues/ask-anna-f0000001.yaml": """
    id: f0000001-0000-4000-8000-000000000000
    title: Ask Anna to return Dune
    priority: high
    tags:
      - a0000001-0000-4000-8000-000000000000 # lending
    books:
      - b0000001-0000-4000-8000-000000000000 # Dune
    creationDate: 2026-06-14T09:30:00Z
    modificationDate: 2026-06-14T09:30:00Z

    """,
    "issues/bookcase-f0000002.yaml": """
    id: f0000002-0000-4000-8000-000000000000
    title: Measure the hall
    completed: true
    creationDate: 2026-01-02T00:00:00Z
    modificationDate: 2026-01-03T00:00:00Z
    content: It is narrow.

    """,
  ]
}

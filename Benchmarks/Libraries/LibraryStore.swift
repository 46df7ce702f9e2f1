/// Makes libraries in a folder, once each.
struct LibraryStore {
  let folder: String
  let seed: UInt64

  /// Returns the library of that size, making it if it does not exist yet.
  func library(records: Int, git: String) throws -> GeneratedLibrary {
    try library(
      LibraryPlan(records: records), named: String(records), manifest: "format: 1\nname: Benchmark\n", git: git)
  }

  /// Returns the library of a plan, making it if it does not exist yet.
  ///
  /// - Parameters:
  ///   - name: what tells it from libraries of other plans.
  ///   - manifest: the contents of `shelf.yaml`.
  func library(_ plan: LibraryPlan, named name: String, manifest: String, git: String) throws -> GeneratedLibrary {
    let path = "\(folder)/library-\(name)-\(seed)"
    let generator = LibraryGenerator(plan: plan, seed: seed)
    // Written last, so that an unfinished library is made again.
    let finished = "\(path)/.git/shelf-bench-finished"
    if !Files.exists(finished) {
      try write(generator, manifest, to: path)
      try commit(path, git: git)
      try Files.save("", to: finished)
    }
    return GeneratedLibrary(records: plan.records, folder: path, generator: generator)
  }

  private func write(_ generator: LibraryGenerator, _ manifest: String, to path: String) throws {
    try Files.makeFolder(path)
    try Files.save(manifest, to: "\(path)/shelf.yaml")
    try Files.save(".shelf/\n", to: "\(path)/.gitignore")
    try generator.visit { record in
      let file = "\(path)/\(record.path)"
      try Files.makeFolder(String(file[..<file.lastIndex(of: "/")!]))
      try Files.save(record.text, to: file)
    }
  }

  private func commit(_ path: String, git: String) throws {
    func run(_ arguments: String...) throws {
      try Child(program: git, arguments: ["-C", path] + arguments).runOrThrow()
    }
    try run("init", "--quiet")
    // Files as new as the index are read again by every `git status`, which would distort the yardstick.
    sleep(1)
    // The threshold sends every file straight into one pack, instead of 100,000 files of their own.
    try run("-c", "core.bigFileThreshold=1", "add", "--all")
    try run("commit", "--quiet", "--allow-empty", "--message", "A library of \(path)")
  }
}

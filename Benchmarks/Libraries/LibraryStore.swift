/// Generates libraries in a folder. Each library is generated only once.
struct LibraryStore {
  let folder: String
  let seed: UInt64

  /// Returns the library with the specified number of records, and generates it if it does not exist yet.
  func library(records: Int, git: String) throws -> GeneratedLibrary {
    try library(
      LibraryPlan(records: records), named: String(records), manifest: "format: 1\nname: Benchmark\n", git: git)
  }

  /// Returns the library of a plan, and generates it if it does not exist yet.
  ///
  /// - Parameters:
  ///   - name: distinguishes the library from others in the folder.
  ///   - manifest: the contents of `shelf.yaml`.
  func library(_ plan: LibraryPlan, named name: String, manifest: String, git: String) throws -> GeneratedLibrary {
    let path = "\(folder)/library-\(name)-\(seed)"
    let generator = LibraryGenerator(plan: plan, seed: seed)
    // This file is written last, so that an incomplete library is generated again.
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
    // Every `git status` rereads files that are as new as the index, which would distort the yardstick.
    sleep(1)
    // The threshold makes git write all files to one pack, instead of 100,000 loose objects.
    try run("-c", "core.bigFileThreshold=1", "add", "--all")
    try run("commit", "--quiet", "--allow-empty", "--message", "A library of \(path)")
  }
}

import Foundation
import Synchronization

/// What tests take from the machine that they run on: its programs, and nothing that the person who runs them has set.
package enum TestMachine {
  /// The search path for programs.
  ///
  /// It is the one of the tests, but a folder that holds a `shelf` is replaced by one with links to everything else in
  /// it: a test that says what happens without `shelf`, or that puts its own first, must not find an installed one.
  package static let path: String = {
    let own = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let folders = own.split(separator: ":").map(String.init).filter { $0.hasPrefix("/") } + ["/usr/bin", "/bin"]
    var seen: Set<String> = []
    return folders.filter { seen.insert($0).inserted }.compactMap(withoutShelf).joined(separator: ":")
  }()

  /// What a program sees that a test starts: the programs of the machine, no settings, no home.
  package static let environment = [
    "PATH": path, "HOME": "/nonexistent", "LC_ALL": "C.UTF-8", "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_CONFIG_GLOBAL": "/dev/null",
  ]

  /// Where tests make their folders: TMPDIR; if that is not set, a folder in memory, where the machine has room for it.
  ///
  /// On the disk, a tenth of the time of all tests goes by with ext4 looking for inodes, which it does not use again soon
  /// after their files were deleted.
  package static let temporaryFolder: URL = {
    #if os(Linux)
      let memory = "/dev/shm"
      // ST_NOEXEC of statvfs(3), which is not among what Swift sees of the C library.
      let noPrograms: UInt = 8
      var disk = statvfs()
      if ProcessInfo.processInfo.environment["TMPDIR"] == nil, access(memory, R_OK | W_OK | X_OK) == 0,
        statvfs(memory, &disk) == 0, disk.f_flag & noPrograms == 0,
        disk.f_bavail * disk.f_frsize >= neededRoom
      {
        return URL(filePath: memory, directoryHint: .isDirectory)
      }
    #endif
    return FileManager.default.temporaryDirectory
  }()

  /// How much all tests have in their folders at one time, in bytes, several times over.
  private static let neededRoom: UInt = 1 << 30

  /// The folder that the tests were built into, and the program with them.
  package static var productsFolder: URL {
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
    return (bundle?.bundleURL ?? Bundle.main.bundleURL.appending(path: "tests")).deletingLastPathComponent()
  }

  /// Returns where a program is; nil if it is not installed.
  package static func program(_ name: String) -> String? {
    path.split(separator: ":").map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// Returns a folder with the programs of another one except `shelf`; nil if it cannot be made.
  private static func withoutShelf(_ folder: String) -> String? {
    let files = FileManager.default
    guard files.fileExists(atPath: folder + "/shelf") else { return folder }
    let links = temporaryFolder.appending(path: "shelf-test-path-\(UUID().uuidString)").path
    do {
      try files.createDirectory(atPath: links, withIntermediateDirectories: true)
      removeAtExit(links)
      for name in try files.contentsOfDirectory(atPath: folder) where name != "shelf" {
        try files.createSymbolicLink(atPath: links + "/" + name, withDestinationPath: folder + "/" + name)
      }
      return links
    } catch {
      return nil
    }
  }

  private static let madeFolders = Mutex<[String]>([])

  private static func removeAtExit(_ folder: String) {
    let isFirst = madeFolders.withLock { folders in
      folders.append(folder)
      return folders.count == 1
    }
    guard isFirst else { return }
    atexit {
      for folder in TestMachine.madeFolders.withLock({ $0 }) { try? FileManager.default.removeItem(atPath: folder) }
    }
  }
}

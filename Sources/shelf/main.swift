import ShelfCLI

#if canImport(FoundationEssentials)
  import FoundationEssentials
  import Glibc
#else
  import Foundation
#endif

let process = ProcessInfo.processInfo
exit(Shelf.main(arguments: Array(process.arguments.dropFirst()), environment: process.environment))

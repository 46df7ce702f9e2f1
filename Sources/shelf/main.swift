import ShelfCLI

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

exit(Shelf.main(arguments: Array(CommandLine.arguments.dropFirst()), environment: Environment.current()))

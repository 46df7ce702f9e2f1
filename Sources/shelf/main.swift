import CMemory
import ShelfCLI

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

// The library cannot be read or written, which is status 3 (`CommandError.Status`).
if let words = strdup(
  "error: there is not enough memory\nhint: a change that had begun is finished or taken back by the next command\n")
{
  end_without_memory(words, 3)
}
exit(Shelf.main(arguments: Array(CommandLine.arguments.dropFirst()), environment: Environment.current()))

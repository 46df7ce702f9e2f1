import CProcess
import ShelfCLI

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

// If memory runs out, the library cannot be read or written, so the exit status is 3 (`CommandError.Status`).
if let words = strdup(
  "error: there is not enough memory\nhint: a change that had begun is finished or taken back by the next command\n")
{
  end_without_memory(words, 3)
}
guard let arguments = Arguments.current() else {
  let words = "error: the system did not pass the arguments\n"
  _ = write(STDERR_FILENO, words, words.utf8.count)
  exit(3)
}
exit(Shelf.main(arguments: arguments, environment: Environment.current()))

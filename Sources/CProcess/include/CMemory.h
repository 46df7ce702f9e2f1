#ifndef SHELF_MEMORY_H
#define SHELF_MEMORY_H

/// Ends the program once memory runs out, with a text on standard error and an exit status, in place of a signal.
///
/// Only a program linked with `--wrap` for `malloc` and its relatives (Package.swift) asks for memory this way.
///
/// - Parameters:
///   - text: what is written; it is never freed.
///   - status: what the program exits with.
void end_without_memory(const char *_Nonnull text, int status);

#endif

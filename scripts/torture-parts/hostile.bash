# Puts into a library whatever a folder can hold: bounded time and memory, and the right answers for all other records.

hostile_cases=0

# Counts the records of a library that are read, and checks what that takes: read_hostile WHAT LIBRARY
read_hostile() {
  local status=0 good
  hostile_cases=$((hostile_cases + 1))
  # A gigabyte of address space, and ten seconds.
  (
    ulimit -v 1500000
    # shellcheck disable=SC2086 # The program may come with a command that runs it as another user.
    exec timeout 10 $shelf --library "$2" book list --format ids
  ) </dev/null >"$work/out" 2>"$work/errors" || status=$?
  good=$(wc -l <"$work/out")
  [ "$status" -eq 0 ] || violation "hostile: $1: status $status: $(head -3 "$work/errors")"
  [ "$good" -eq "$books" ] || violation "hostile: $1: $good of $books books are listed"
}

# Makes a fresh library with one hostile thing in it, and reads it: hostile WHAT COMMAND...
hostile() {
  local what=$1
  shift
  fresh "$root/sample-library" "$work/hostile"
  if ! (cd "$work/hostile" && "$@") 2>"$work/errors"; then
    echo "hostile: $what: skipped ($(head -1 "$work/errors"))"
    return 0
  fi
  read_hostile "$what" "$work/hostile"
  # An unrelated record can still be changed.
  "$shelf" --library "$work/hostile" book set dune rating=2 >/dev/null 2>"$work/errors" </dev/null ||
    violation "hostile: $what: no other record can be changed: $(head -2 "$work/errors")"
}

nested_file() { { printf 'id: '; head -c 10000 /dev/zero | tr '\0' '['; echo; } >books/nested.yaml; }
nested_block() { { printf 'id: x\na:\n'; for ((i = 1; i < 10000; i++)); do printf '%*s- \n' "$i" ''; done; } >books/nested.yaml; }
nested_folders() { (cd books && for ((i = 0; i < 1000; i++)); do mkdir deeper && cd -P deeper || exit; done); }
alias_bomb() {
  {
    echo 'a0: &a0 [x, x]'
    for ((i = 1; i < 60; i++)); do echo "a$i: &a$i [*a$((i - 1)), *a$((i - 1))]"; done
  } >books/bomb.yaml
}
link_out() { ln -s /etc/passwd books/passwd.yaml && ln -s / books/everything && ln -s ../../.. quotes/up; }
link_circle() { ln -s . books/circle && ln -s two.yaml books/one.yaml && ln -s one.yaml books/two.yaml; }
device() { mknod books/device.yaml c 1 5 && mknod books/tty.yaml c 5 0; }
control_names() {
  printf 'id: x\n' >$'books/line\nbreak.yaml' && printf 'id: x\n' >$'books/\e[31m\a\r\x7f.yaml' && mkdir $'books/\t \b'
}
not_utf8() { printf 'id: x\n' >$'books/\xff\xfe.yaml'; }
sparse() { truncate -s 1G books/large.yaml && truncate -s 1G issues/larger.yml; }
binary() { head -c 300000 /dev/urandom >books/random.yaml && head -c 300000 /dev/zero >books/zero.yaml; }
many_empty() { mkdir books/empty && (cd books/empty && seq -f '%g.yaml' 20000 | xargs touch); }
long_line() { { printf 'title: '; head -c 15000000 /dev/zero | tr '\0' 'x'; } >books/long.yaml; }
socket() { python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind("books/socket.yaml")'; }
journal_links() {
  mkdir -p .shelf "$work/precious" && echo mine >"$work/precious/entry.yaml" &&
    ln -sfn "$work/precious" .shelf/staging
}

books=$("$shelf" --library "$root/sample-library" book list --format ids | wc -l)
hostile "10,000 brackets in a file" nested_file
hostile "10,000 levels in a file" nested_block
hostile "1,000 folders in each other" nested_folders
hostile "an alias bomb" alias_bomb
hostile "links that lead out" link_out
hostile "links in circles" link_circle
hostile "a pipe" mkfifo books/pipe.yaml issues/pipe.yml
hostile "a socket" socket
hostile "devices" device
hostile "names with control characters" control_names
hostile "names that are not UTF-8" not_utf8
hostile "files of 1 GiB" sparse
hostile "random bytes" binary
hostile "20,000 empty files" many_empty
hostile "a line of 15 MB" long_line

# Root can read everything, so another user runs the program.
fresh "$root/sample-library" "$work/hostile"
chmod 000 "$work"/hostile/books/dune-m*
books=$((books - 1))
if [ "$(id -u)" -eq 0 ]; then
  cp "$shelf" "$work/shelf"
  chown -R nobody "$work/hostile"
  shelf="setpriv --reuid=nobody --clear-groups $work/shelf" read_hostile "an unreadable file" "$work/hostile"
else
  read_hostile "an unreadable file" "$work/hostile"
fi
books=$((books + 1))

# Nothing in the folder of the program's own state leads out of the library.
fresh "$root/sample-library" "$work/hostile"
(cd "$work/hostile" && journal_links)
read_hostile "a link for a folder of the journal" "$work/hostile"
[ -f "$work/precious/entry.yaml" ] || violation "hostile: a folder outside the library was emptied"

# Nothing can be written: everything is read, a change is refused, and an interrupted one is read as if it were complete.
# shellcheck source=scripts/torture-parts/scenarios.bash
source "$root/scripts/torture-parts/scenarios.bash"
read_only() {
  read_hostile "$1" "$2"
  if "$shelf" --library "$2" book set dune rating=1 >/dev/null 2>"$work/errors"; then
    violation "hostile: $1: the change was not refused"
  fi
  grep -q '^error: .*nothing was written' "$work/errors" || violation "hostile: $1: $(head -2 "$work/errors")"
  local rating
  rating=$("$shelf" --library "$2" book list dune --limit 1 --columns rating --format tsv 2>/dev/null | tail -1)
  [ "$rating" = 1 ] || violation "hostile: $1: an interrupted change is half there (rating $rating)"
}
if [ "$(id -u)" -eq 0 ] && mkdir -p "$work/mounted" && mount -t tmpfs tmpfs "$work/mounted" 2>/dev/null; then
  cp -R "$root/sample-library" "$work/mounted/library"
  inject set "$work/mounted/library" rename 2 "" signal=KILL >/dev/null 2>&1 || true
  [ -d "$work/mounted/library/.shelf/pending" ] || violation "hostile: the change was not interrupted where it should be"
  mount -o remount,ro "$work/mounted"
  read_only "a disk that is read-only" "$work/mounted/library"
  umount "$work/mounted"

  # A full disk: the change is refused, and the library is as it was.
  mount -t tmpfs -o size=1000k tmpfs "$work/mounted"
  cp -R "$root/sample-library" "$work/mounted/library"
  dd if=/dev/zero of="$work/mounted/rest" bs=4k 2>/dev/null || true
  before=$(state "$work/mounted/library")
  if "$shelf" --library "$work/mounted/library" genre delete Classics --yes >/dev/null 2>"$work/errors"; then
    violation "hostile: a full disk: the change was not refused"
  fi
  grep -q '^error: .*full.*nothing was written' "$work/errors" || violation "hostile: a full disk: $(cat "$work/errors")"
  [ "$before" = "$(state "$work/mounted/library")" ] || violation "hostile: a full disk: the library changed"
  read_hostile "a full disk" "$work/mounted/library"
  rm "$work/mounted/rest"
  "$shelf" --library "$work/mounted/library" genre delete Classics --yes >/dev/null ||
    violation "hostile: a disk that was full: no change is possible"
  umount "$work/mounted"
else
  echo "hostile: a read-only disk: skipped (only root can mount one)"
fi
echo "hostile: $hostile_cases libraries were read in bounded time and memory"

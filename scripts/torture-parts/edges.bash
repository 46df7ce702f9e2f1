# Pipes in place of files of git's and of shelf's, and numbers at the edge in names of the history: no command hangs, none
# traps.

edges_runs=0

# Runs a command that has to end by itself within a minute: ends WHAT ARGUMENT...
ends() {
  local what=$1 status=0
  shift
  edges_runs=$((edges_runs + 1))
  timeout -s KILL 60 "$shelf" --library "$work/edges" "$@" >"$work/edges.out" 2>&1 </dev/null || status=$?
  [ "$status" -le 3 ] || violation "edges: $what: shelf $* ended with $status: $(tail -1 "$work/edges.out")"
}

edges_begin() {
  rm -rf "$work/edges"
  mkdir "$work/edges"
  (
    cd "$work/edges"
    "$shelf" init . --sample --no-commit
    git -c user.name=A -c user.email=a@example.org commit -q --allow-empty -m First
    git add -A
    git -c user.name=A -c user.email=a@example.org commit -q -m Second
    "$shelf" book set walden rating=4
  ) >/dev/null 2>&1
}

edges_places=(.mailmap .gitattributes .git/index .shelf/lock)
edges_commands=("log" "doctor" "book set walden rating=3")
if [ -z "$quick" ]; then
  edges_places+=(books/.gitattributes .git/config .git/HEAD .git/packed-refs .git/FETCH_HEAD .git/COMMIT_EDITMSG .git/info/attributes .gitignore shelf.yaml .shelf/pending
    .shelf/history .shelf/pending/entry.yaml)
  edges_commands+=("book list" "diff" "undo" "undo --list" "sync" "book show walden")
fi

for place in "${edges_places[@]}"; do
  edges_begin
  rm -rf "${work:?}/edges/$place"
  mkdir -p "$(dirname "$work/edges/$place")"
  mkfifo "$work/edges/$place"
  for command in "${edges_commands[@]}"; do
    # shellcheck disable=SC2086 # the words of a command
    ends "a pipe at $place" $command
  done
done

# A device is read without end, and a huge file without anything in it takes no room: each is refused at once.
edges_begin
for place in shelf.yaml books/huge.yaml .shelf/lock .git/info/attributes; do
  edges_begin
  rm -f "$work/edges/$place"
  ln -s /dev/zero "$work/edges/$place"
  for command in "book list" "doctor" "book set walden rating=3"; do
    # shellcheck disable=SC2086 # the words of a command
    ends "a device at $place" $command
  done
  rm -f "$work/edges/$place"
  truncate -s 20G "$work/edges/$place"
  for command in "book list" "doctor" "book set walden rating=3"; do
    # shellcheck disable=SC2086 # the words of a command
    ends "20 GB at $place" $command
  done
done

edges_begin
for name in 9223372036854775807-0 9223372036854775806-9223372036854775807 1-9223372036854775807 999999999999999-1 -1-5 --; do
  mkdir -p "$work/edges/.shelf/history/$name"
  ends "the history $name" book set walden rating=2
  ends "the history $name" undo
done

echo "edges: $edges_runs commands"

# The changing commands that are interrupted. Sourced by the parts crash and faults.
# Each has a library to start from in $work/NAME.old, and its outcome in $work/NAME.new; the arguments are in ${commands[NAME]}.

declare -A commands=(
  [add]="quote add A-new-quote --book Beowulf"
  [set]="book set dune rating=1 genres-=Fantasy"
  [cascade]="book delete dune --yes"
  [nullify]="tag delete lending --yes"
  [genre]="genre delete Classics --yes"
  [undo]="undo 2 --yes"
  [redo]="undo --redo --yes"
  [init]="init --no-git LIBRARY"
  [doctor]="doctor --fix --orphans=detach"
)
scenarios=(add set cascade nullify genre undo redo init doctor)
changing=(openat write fsync syncfs rename renameat2 link unlink mkdir rmdir fchmod)

# Runs a scenario's command on a library, under the given program: perform NAME LIBRARY [PROGRAM...]
perform() {
  local name=$1 library=$2
  shift 2
  local words
  read -ra words <<<"${commands[$name]}"
  [ "$name" = init ] || words=(--library "$library" "${words[@]}")
  "$@" "$shelf" "${words[@]/#LIBRARY/$library}" </dev/null
}

# Ids differ each time: prints a library without those of the record that `add` makes: outcome NAME LIBRARY
outcome() {
  [ "$1" != add ] || {
    local quote
    for quote in "$2"/quotes/*/a-new-quote-*.yaml; do
      [ ! -f "$quote" ] || { sed -i '/^id: /d' "$quote" && mv "$quote" "${quote%-*}.yaml"; }
    done
  }
  state "$2"
}

prepare_scenarios() {
  local name
  for name in "${scenarios[@]}"; do
    mkdir -p "$work/$name.old"
    [ "$name" = init ] || cp -R "$root/sample-library/." "$work/$name.old"
    case $name in
      doctor)
        sed -i 's/^status: completed/status: finsihed/' "$work/$name.old/books/beowulf-5822d2d7.yaml"
        rm "$work/$name.old"/tags/lending-*.yaml
        ;;
      undo | redo)
        perform cascade "$work/$name.old" >/dev/null
        perform genre "$work/$name.old" >/dev/null
        ;;&
      redo) perform undo "$work/$name.old" >/dev/null ;;
    esac
    fresh "$work/$name.old" "$work/library"
    perform "$name" "$work/library" >/dev/null
    outcome "$name" "$work/library" >"$work/$name.after"
    state "$work/$name.old" >"$work/$name.before"
    # Opening without creating changes nothing, nor do writes to the standard streams.
    fresh "$work/$name.old" "$work/library"
    perform "$name" "$work/library" strace -f -qq -e trace="$(IFS=, && echo "${changing[*]}")" \
      -o "$work/$name.trace" >/dev/null
  done
}

# Prints the calls that change the disk, as `CALL NUMBER`, or `openat 1 PATH` for files that are made: points NAME
# Several threads open files to read them, in no fixed order, so that those calls cannot be numbered.
points() {
  local main call
  main=$(head -1 "$work/$1.trace" | cut -d' ' -f1)
  for call in "${changing[@]}"; do
    if [ "$call" = openat ]; then
      sed -nE 's/^[0-9]+ +openat\(AT_FDCWD, "([^"]+)", [^"]*O_CREAT.*/openat 1 \1/p' "$work/$1.trace"
    else
      grep -E "^$main +$call\(" "$work/$1.trace" | sed "s/.*/$call/" | grep -n . | sed -E 's/(.*):(.*)/\2 \1/' || true
    fi
  done
}

# Runs a scenario's command with something happening at a call: inject NAME LIBRARY CALL NUMBER PATH WHAT
inject() {
  local filter=()
  [ -z "$5" ] || filter=(-P "$5")
  perform "$1" "$2" strace -f -qq -o /dev/null -e trace="$3" "${filter[@]}" -e inject="$3:$6:when=$4"
}

# Runs the next command, and says what is wrong with what it did and printed: next_command LIBRARY
next_command() {
  local at_work= said
  for folder in staging pending undone; do [ ! -e "$1/.shelf/$folder" ] || at_work=1; done
  said=$("$shelf" --library "$1" book list 2>&1 >/dev/null </dev/null | grep -c '^note: .*interrupted' || true)
  [ "$said" = "${at_work:-0}" ] || echo "the next command said $said lines about an interrupted change"
  for folder in staging pending undone; do [ ! -e "$1/.shelf/$folder" ] || echo "$folder is left over"; done
}

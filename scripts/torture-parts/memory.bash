# Lets memory run out, in steps from where the program only just starts to where it ends well: it ends with success or with
# an error and status 3, never by a signal or by waiting, and the next command finds the old library or the new one.
# shellcheck source=scripts/torture-parts/scenarios.bash
source "$root/scripts/torture-parts/scenarios.bash"

memory_step=${SHELF_MEMORY_STEP:-32}
memory_enough=300
[ -z "$quick" ] || memory_step=512 memory_enough=18
memory_tries=0
prepare_scenarios
# It starts at all from here on, in kilobytes.
memory_least=2048
until bash -c 'ulimit -v "$1"; "$2" --version; exit $?' bash "$memory_least" "$shelf" >/dev/null 2>&1; do
  memory_least=$((memory_least + memory_step))
done
for name in "${scenarios[@]}"; do
  ended=0 refused=0 old=0 new=0 inarow=0 most=
  limit=$memory_least
  # It has enough once it has ended well many times in a row.
  while [ "$inarow" -lt "$memory_enough" ] && [ "$limit" -lt 400000 ]; do
    library=$work/library status=0 problem=
    fresh "$work/$name.old" "$library"
    (ulimit -v "$limit" && perform "$name" "$library" timeout -s KILL 10) >/dev/null 2>"$work/errors" || status=$?
    memory_tries=$((memory_tries + 1))
    case $status in
      0) ended=$((ended + 1)) inarow=$((inarow + 1)) ;;
      3) refused=$((refused + 1)) inarow=0 && grep -q '^error: ' "$work/errors" || problem="status 3 without an error" ;;
      137) problem="it waits for memory" inarow=0 ;;
      *) problem="status $status: $(head -c 200 "$work/errors")" inarow=0 ;;
    esac
    [ "$status" -eq 0 ] || most=$limit
    # Whatever an earlier command left is no promise of this one.
    problem+=$(next_command "$library" | grep -v 'lines about an interrupted change' || true)
    now=$(outcome "$name" "$library")
    if [ "$now" = "$(cat "$work/$name.after")" ]; then
      new=$((new + 1))
    elif [ "$now" = "$(cat "$work/$name.before")" ]; then
      old=$((old + 1))
      [ "$status" -ne 0 ] || problem+="; success, and the old library"
    else
      problem+="; the library is neither the old nor the new one"
    fi
    [ -z "$problem" ] || violation "memory: $name with $limit kB: $problem"
    limit=$((limit + memory_step))
  done
  figure memory "$name" "$((ended + refused))" "$ended" "$refused" "$old" "$new" "${most:-0}"
done
echo "memory: ${#scenarios[@]} commands with too little memory, $memory_tries times, from $memory_least kB on; each left the old" \
  "library or the new one"

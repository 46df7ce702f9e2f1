# Makes each call that changes the disk fail once: success, or a clear error and the library as it was.
# shellcheck source=scripts/torture-parts/scenarios.bash
source "$root/scripts/torture-parts/scenarios.bash"

fault_points=0
fault_successes=0
codes=(ENOSPC EIO EACCES EMFILE EINTR)
[ -z "$quick" ] || codes=(ENOSPC EINTR)

# Makes one call of a scenario fail, and checks the outcome: try_fault NAME CODE CALL NUMBER PATH
try_fault() {
  local name=$1 library=$work/library status=0 problem= now
  fresh "$work/$name.old" "$library"
  inject "$name" "$library" "$3" "$4" "$5" "error=$2" >/dev/null 2>"$work/errors" || status=$?
  fault_points=$((fault_points + 1))
  grep -q '^error: ' "$work/errors" || [ "$status" -eq 0 ] || problem="status $status without an error"
  if [ "$status" -ne 0 ] && grep -q 'nothing was' "$work/errors"; then
    [ "$(state "$library")" = "$(cat "$work/$name.before")" ] || problem+="; the library is not as it was"
  fi
  problem+=$(next_command "$library")
  now=$(outcome "$name" "$library")
  if [ "$now" = "$(cat "$work/$name.after")" ]; then
    fault_successes=$((fault_successes + 1))
  elif [ "$now" != "$(cat "$work/$name.before")" ] || [ "$status" -eq 0 ]; then
    problem+="; the library is wrong (status $status)"
  fi
  [ -z "$problem" ] || violation "faults: $name, $2 at $3 $4 $5: $problem: $(cat "$work/errors")"
}

prepare_scenarios
for name in "${scenarios[@]}"; do
  while read -r call number path; do
    for code in "${codes[@]}"; do try_fault "$name" "$code" "$call" "$number" "$path"; done
  done < <(points "$name")
done
figure faults "${#scenarios[@]}" "$fault_points" "$fault_successes" "${codes[*]}"
echo "faults: $fault_points calls failed in ${#scenarios[@]} commands; $fault_successes times the change was made anyway"

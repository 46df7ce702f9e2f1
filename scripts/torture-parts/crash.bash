# Kills the program before each call that changes the disk; the next command restores the old library or completes the new one.
# shellcheck source=scripts/torture-parts/scenarios.bash
source "$root/scripts/torture-parts/scenarios.bash"

crash_points=0
crash_new=0
prepare_scenarios
for name in "${scenarios[@]}"; do
  while read -r call number path; do
    library=$work/library
    fresh "$work/$name.old" "$library"
    status=0
    (inject "$name" "$library" "$call" "$number" "$path" signal=KILL) >/dev/null 2>&1 || status=$?
    crash_points=$((crash_points + 1))
    problem=$(next_command "$library")
    [ "$status" -eq 137 ] || problem+="; it was not killed"
    now=$(outcome "$name" "$library")
    if [ "$now" = "$(cat "$work/$name.after")" ]; then
      crash_new=$((crash_new + 1))
    elif [ "$now" != "$(cat "$work/$name.before")" ]; then
      problem+="; the library is neither the old nor the new one"
    fi
    [ -z "$(find "$library" -mindepth 2 -type d -empty ! -path '*/.shelf/*')" ] || problem+="; an empty folder is left"
    [ -z "$problem" ] || violation "crash: $name, killed at $call $number $path: $problem"
  done < <(points "$name")
done
figure crash "${#scenarios[@]}" "$crash_points" "$crash_new" KILL
echo "crash: killed ${#scenarios[@]} commands at $crash_points calls; $crash_new times the change held, otherwise it was discarded"

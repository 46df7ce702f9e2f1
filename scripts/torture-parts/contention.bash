# Eight processes change one library at once while others read it: every reported success exists, nothing else does, and no
# reader sees half a change.

contention_successes=0
contention_refusals=0
contention_reads=0

# Adds tags until the time is up, and records which of them were reported as added: add_tags NUMBER
add_tags() {
  local count=0
  while [ "$SECONDS" -lt "$until" ]; do
    count=$((count + 1))
    if "$shelf" --library "$library" tag add "w$1-$count" >/dev/null 2>"$work/errors.$1"; then
      echo "w$1-$count" >>"$work/made.$1"
      sleep 0.02
    else
      cat "$work/errors.$1" >>"$work/refused"
    fi
  done
}

# Deletes a book with its quotes and undoes that, over and over.
delete_and_undo() {
  while [ "$SECONDS" -lt "$until" ]; do
    "$shelf" --library "$library" book delete Torn --yes >/dev/null 2>>"$work/refused" || continue
    # Others have made changes since: the one to undo is found by trying, one at a time.
    until "$shelf" --library "$library" book show Torn >/dev/null 2>&1; do
      "$shelf" --library "$library" undo 1 >>"$work/undone" 2>>"$work/refused" || break
    done
  done
}

# Counts the book's quotes until the time is up: all or none, and no file that cannot be read: read_quotes NUMBER
read_quotes() {
  local reads=0 seen
  while [ "$SECONDS" -lt "$until" ]; do
    reads=$((reads + 1))
    seen=$("$shelf" --library "$library" quote list --format ids 2>"$work/reader.$1" | wc -l)
    [ "$seen" -eq 0 ] || [ "$seen" -eq 20 ] || echo "$seen of 20 quotes were seen" >>"$work/torn"
    [ ! -s "$work/reader.$1" ] || grep -v '^note: .*interrupted' "$work/reader.$1" >>"$work/torn" || true
  done
  echo "$reads" >"$work/reads.$1"
}

library=$work/contended
mkdir -p "$library/quotes"
"$shelf" init --no-git "$library" >/dev/null
"$shelf" --library "$library" book add Torn >/dev/null
for number in $(seq 20); do "$shelf" --library "$library" quote add "Quote $number" --book Torn >/dev/null; done
: >"$work/refused" && : >"$work/torn" && : >"$work/undone"
until=$((SECONDS + seconds))
children=()
for number in 1 2 3 4 5 6 7; do
  add_tags "$number" &
  children+=($!)
done
delete_and_undo &
children+=($!)
for number in 1 2; do
  read_quotes "$number" &
  children+=($!)
done
wait "${children[@]}" || true

contention_refusals=$(grep -c '^error: ' "$work/refused" || true)
contention_reads=$(cat "$work"/reads.* | awk '{ sum += $1 } END { print sum }')
"$shelf" --library "$library" tag list --format json 2>/dev/null | grep -o '"w[0-9]*-[0-9]*"' | tr -d '"' | sort >"$work/there"
sort -u "$work"/made.* | comm -23 - <(sed -nE 's/^Undid “tag add ([^” ]*)”.*/\1/p' "$work/undone" | sort -u) >"$work/expected"
contention_successes=$(sort -u "$work"/made.* | wc -l)
lost=$(comm -13 "$work/there" "$work/expected" | wc -l)
extra=$(comm -23 "$work/there" "$work/expected" | wc -l)
[ "$lost" -eq 0 ] || violation "contention: $lost tags were reported as added but do not exist"
[ "$extra" -eq 0 ] || violation "contention: $extra tags exist that nobody added"
[ ! -s "$work/torn" ] || violation "contention: readers saw half a change: $(sort "$work/torn" | uniq -c | sort -rn | head -3)"
grep '^error: ' "$work/refused" | grep -vE 'another command is changing|has changed since|no book is called|is nothing to' |
  sort | uniq -c | sort -rn | head -3 >"$work/unexpected" || true
[ ! -s "$work/unexpected" ] || violation "contention: $(cat "$work/unexpected")"
[ -s "$work/undone" ] || violation "contention: nothing was undone, so nothing was proved"
echo "contention: 8 writers made $contention_successes tags in $seconds seconds and undid $(wc -l <"$work/undone") changes," \
  "refused $contention_refusals times; $contention_reads reads saw all or nothing"

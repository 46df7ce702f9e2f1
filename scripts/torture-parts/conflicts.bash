# Two copies each do something to the same records, in pairs of all kinds, and are synchronized under every choice; some of
# those syncs are killed. Both copies end equal, hold every record once, and lose none that only one of them deleted.

conflicts_deeds=(nothing edit same delete rename move replace chain)
conflicts_pairs=0

# Does something to the records one, two and three of a group: conflict_deed COPY GROUP DEED
conflict_deed() {
  local books=$work/conflicts/$1/books/$2 name=$1
  case $3 in
    edit) if [ "$1" = here ]; then sed -i 's/pages: .*/pages: 20/' "$books/one.yaml"; else
      sed -i 's/publisher: .*/publisher: There/' "$books/one.yaml"; fi ;;
    same) sed -i "s/title: .*/title: Title of $1/" "$books/one.yaml" ;;
    delete) rm "$books/one.yaml" ;;
    rename) mv "$books/one.yaml" "$books/$name.yaml" ;;
    move) mkdir -p "$books/$name" && mv "$books/one.yaml" "$books/$name/one.yaml" ;;
    replace) rm "$books/one.yaml" && mv "$books/two.yaml" "$books/one.yaml" ;;
    chain) mv "$books/one.yaml" "$books/$name.yaml" && mv "$books/two.yaml" "$books/one.yaml" &&
      mv "$books/three.yaml" "$books/two.yaml" ;;
  esac
}

# Synchronizes a copy, and prints what is said: conflict_sync COPY ARGUMENT...
conflict_sync() {
  local copy=$1
  shift
  "$shelf" --library "$work/conflicts/$copy" sync "$@" 2>&1 </dev/null || true
}

conflict_git() {
  git -C "$work/conflicts/$1" -c user.name=A -c user.email=a@example.org "${@:2}"
}

for choice in ours theirs newest; do
  [ -z "$quick" ] || [ "$choice" = newest ] || continue
  rm -rf "$work/conflicts"
  mkdir -p "$work/conflicts/here"
  (
    git init -q --bare --initial-branch=main "$work/conflicts/hub"
    conflict_git here init -q --initial-branch=main
    conflict_git here config user.name A
    conflict_git here config user.email a@example.org
    "$shelf" --library "$work/conflicts/here" init "$work/conflicts/here" || true
  ) >/dev/null 2>&1
  group=0
  for first in "${conflicts_deeds[@]}"; do
    for second in "${conflicts_deeds[@]}"; do
      mkdir -p "$work/conflicts/here/books/$group"
      number=0
      for name in one two three; do
        printf 'id: %08x-0000-4000-8000-%012x\ntitle: Book %s %s\npages: 10\n# A comment of book %s %s.\npublisher: Ace\n' \
          $((group + 1)) $number "$group" "$name" "$group" "$name" >"$work/conflicts/here/books/$group/$name.yaml"
        number=$((number + 1))
      done
      group=$((group + 1))
    done
  done
  conflict_git here add -A
  conflict_git here commit -q -m First
  conflict_git here remote add origin "$work/conflicts/hub"
  conflict_sync here >/dev/null
  git clone -q "$work/conflicts/hub" "$work/conflicts/there"
  for copy in there here; do
    conflict_git "$copy" config user.name A
    conflict_git "$copy" config user.email a@example.org
    group=0
    for first in "${conflicts_deeds[@]}"; do
      for second in "${conflicts_deeds[@]}"; do
        if [ $copy = here ]; then conflict_deed here $group "$first"; else conflict_deed there $group "$second"; fi
        group=$((group + 1))
      done
    done
    conflict_git "$copy" add -A
    GIT_AUTHOR_DATE="2026-01-0$([ $copy = here ] && echo 2 || echo 3)T10:00:00Z" conflict_git "$copy" commit -q -m "$copy"
  done
  conflicts_pairs=$((conflicts_pairs + group))
  figure conflicts "$choice" "$group"
  conflict_sync there >/dev/null
  # Killed at some moments, and then once not.
  for pause in 0.05 0.2 0.6; do
    timeout -s KILL $pause "$shelf" --library "$work/conflicts/here" sync --conflicts "$choice" >/dev/null 2>&1 </dev/null || true
    sleep 0.1
    find "$work/conflicts/here/.git" "$work/conflicts/hub" -name '*.lock' -delete
  done
  said=$(conflict_sync here --conflicts "$choice")
  case $said in *error:*) violation "conflicts: $choice: $(grep -m1 error: <<<"$said")" ;; esac
  conflict_sync there >/dev/null
  [ "$(conflict_git here rev-parse HEAD)" = "$(conflict_git there rev-parse HEAD)" ] ||
    violation "conflicts: $choice: the copies differ"
  [ -z "$(conflict_git here status --porcelain)" ] ||
    violation "conflicts: $choice: $(conflict_git here status --porcelain | head -3)"
  twice=$(grep -rh '^id:' "$work/conflicts/here/books" | sort | uniq -d)
  [ -z "$twice" ] || violation "conflicts: $choice: twice: $twice"
  # Records two and three go nowhere, and record one only where a copy deleted it.
  found=$(grep -rh '^id:' "$work/conflicts/here/books" | grep -c -- '-00000000000[12]$' || true)
  [ "$found" -eq $((2 * group)) ] || violation "conflicts: $choice: $found of $((2 * group)) records that nobody deleted"
  ! grep -rqE '^(<<<<<<<|>>>>>>>)' "$work/conflicts/here/books" || violation "conflicts: $choice: marks of a conflict"
  ! find "$work/conflicts/here" -maxdepth 1 -name '.merge_file_*' | grep -q . || violation "conflicts: $choice: .merge_file_*"
done

echo "conflicts: $conflicts_pairs pairs"

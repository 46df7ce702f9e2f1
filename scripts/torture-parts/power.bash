# Cuts the power after each call that changes the disk, on a disk that keeps no more than was synced, and not in order: the
# next command restores the old library or completes the new one. The disk is a model, see power.py.
# shellcheck source=scripts/torture-parts/scenarios.bash
source "$root/scripts/torture-parts/scenarios.bash"

power_cuts=${SHELF_CUTS:-1200}
[ -z "$quick" ] || power_cuts=450
power_made=0 power_disks=0 power_old=0 power_new=0
prepare_scenarios
for name in "${scenarios[@]}"; do
  fresh "$work/$name.old" "$work/library"
  perform "$name" "$work/library" strace -f -qq -xx -s 10000000 -o "$work/$name.data" -e trace="openat,open,creat,close,write,\
pwrite64,ftruncate,fchmod,fsync,fdatasync,syncfs,sync,rename,renameat,renameat2,link,linkat,mkdir,mkdirat,unlink,unlinkat,rmdir" >/dev/null
  mv "$work/library" "$work/outcome"
  fresh "$work/$name.old" "$work/library"
  POWER_OUTCOME=$work/outcome python3 "$root/scripts/torture-parts/power.py" "$shelf" "$work/library" "$work/$name.data" \
    "$power_cuts" "${SHELF_SEED:-1}" >"$work/$name.cuts"
  rm -rf "$work/outcome"
  while read -r word rest; do
    [ "$word" != VIOLATION ] || violation "power: $name: $rest"
  done <"$work/$name.cuts"
  IFS=$'\t' read -r made disks old new steps _ < <(tail -1 "$work/$name.cuts")
  power_made=$((power_made + made)) power_disks=$((power_disks + disks))
  power_old=$((power_old + old)) power_new=$((power_new + new))
  figure power "$name" "$steps" "$made" "$disks" "$old" "$new"
done
echo "power: cut $power_made times in ${#scenarios[@]} commands; of $power_disks different disks, $power_old gave the old" \
  "library and $power_new the new one"

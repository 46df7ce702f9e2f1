# Lets libFuzzer make up files for the readers of imports for a bounded time: each row is accounted for, and nothing
# crashes, fills the memory, or takes a time that grows with the square of the file.

if [ -n "$quick" ]; then
  echo "readers: skipped, since building them takes minutes"
elif has_fuzzer; then
  echo "Building the fuzz target of the readers; this takes minutes." >&2
  modules=(YAMLEdit ShelfSystem ShelfText ShelfFormats ShelfModel ShelfStore ShelfImport)
  mkdir -p "$work/readers"
  for module in "${modules[@]}"; do
    find "$root/Sources/$module" -name '*.swift' -exec sh -c '
      sed "/^import \(YAMLEdit\|Shelf[A-Za-z]*\)$/d" "$1" >"$2/$3-$(basename "$1")"' _ {} "$work/readers" "$module" \;
  done
  maps=()
  for library in CLibYAML CLinux CUTF8Proc CSQLite CExpat CZlib; do
    maps+=(-Xcc "-fmodule-map-file=$root/Sources/$library/module.modulemap")
  done
  # shellcheck disable=SC2046 # Both are lists of words.
  swiftc -O -wmo -swift-version 6 -sanitize=fuzzer -parse-as-library -package-name shelf -module-name ImportFuzzer \
    -o "$work/readers-fuzzer" "${maps[@]}" $(pkg-config --cflags --libs yaml-0.1 sqlite3 expat zlib) -lutf8proc \
    "$work"/readers/*.swift "$root/Tests/Fuzz/ImportFuzzer.swift" "$root/Tests/ShelfTestSupport/ProcessorTime.swift"
  mkdir -p "$work/readers-seeds"
  for format in json jsonl goodreads bibtex csl-json; do
    (cd "$root/sample-library" && printf '\001' && "$shelf" export "$format" 2>/dev/null) >"$work/readers-seeds/$format"
  done
  (cd "$root/sample-library" && "$shelf" export csv --output "$work/tables" >/dev/null 2>&1) || true
  find "$work/tables" "$root/Tests/Fixtures" -type f -size -16k \
    -exec sh -c 'printf "\001" | cat - "$1" >"$2/$(cksum <"$1" | cut -d" " -f1)"' _ {} "$work/readers-seeds" \; 2>/dev/null || true
  # Their own time is measured in the target; this ends what never ends, on a busy machine too.
  fuzz readers 16384 60 1500
  figure fuzz "files for imports, in all formats" "$seconds" "$inputs" "$edges" "$kept" "$kept_size"
  echo "readers: $inputs files were read in $seconds seconds"
else
  echo "readers: skipped (this toolchain has no libFuzzer)"
fi

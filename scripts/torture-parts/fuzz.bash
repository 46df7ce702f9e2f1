# Lets libFuzzer make up YAML for a bounded time: the reader answers, and an edit touches its field and nothing else.

if has_fuzzer; then
  echo "Building the fuzz target; this takes a minute." >&2
  # shellcheck disable=SC2046 # Both are lists of words.
  swiftc -O -sanitize=fuzzer -parse-as-library -package-name shelf -module-name YAMLFuzzer -o "$work/fuzz-fuzzer" \
    -Xcc -fmodule-map-file="$root/Sources/CLibYAML/module.modulemap" $(pkg-config --cflags --libs yaml-0.1) \
    $(find "$root/Sources/YAMLEdit" -name '*.swift') "$root/Tests/Fuzz/YAMLFuzzer.swift"
  mkdir -p "$work/fuzz-seeds"
  find "$root/sample-library" "$root/Tests" -name '*.yaml' -exec sh -c 'cp "$1" "$2/$(cksum <"$1" | cut -d" " -f1)"' _ {} "$work/fuzz-seeds" \;
  fuzz fuzz 2048 30 1000
  figure fuzz "YAML read and edited" "$seconds" "$inputs" "$edges" "$kept" "$kept_size"
  echo "fuzz: $inputs inputs were read and edited in $seconds seconds"
else
  echo "fuzz: skipped (this toolchain has no libFuzzer)"
fi

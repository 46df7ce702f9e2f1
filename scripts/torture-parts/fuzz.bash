# Lets libFuzzer make up YAML for a bounded time: the reader answers, and an edit touches its field and nothing else.

if echo '@_cdecl("LLVMFuzzerTestOneInput") public func f(_ d: UnsafePointer<UInt8>?, _ n: Int) -> Int32 { 0 }' |
  swiftc -sanitize=fuzzer -parse-as-library - -o "$work/trial" 2>/dev/null; then
  echo "Building the fuzz target; this takes a minute." >&2
  # shellcheck disable=SC2046 # Both are lists of words.
  swiftc -O -sanitize=fuzzer -parse-as-library -module-name YAMLFuzzer -o "$work/fuzzer" \
    -Xcc -fmodule-map-file="$root/Sources/CLibYAML/module.modulemap" $(pkg-config --cflags --libs yaml-0.1) \
    $(find "$root/Sources/YAMLEdit" -name '*.swift') "$root/Tests/Fuzz/YAMLFuzzer.swift"
  mkdir -p "$work/seeds"
  find "$root/sample-library" "$root/Tests" -name '*.yaml' -exec sh -c 'cp "$1" "$2/$(cksum <"$1" | cut -d" " -f1)"' _ {} "$work/seeds" \;
  status=0
  (cd "$work" && ./fuzzer -max_total_time="$seconds" -max_len=2048 -timeout=5 -rss_limit_mb=1000 seeds) \
    >"$work/fuzz.log" 2>&1 || status=$?
  inputs=$(sed -nE 's/^#([0-9]+).*/\1/p' "$work/fuzz.log" | sort -n | tail -1)
  if [ "$status" -ne 0 ]; then
    found=$(find "$work" -maxdepth 1 \( -name 'crash-*' -o -name 'timeout-*' -o -name 'oom-*' \) | head -1)
    violation "fuzz: $(grep -m1 -E 'Fatal error|ERROR|Precondition' "$work/fuzz.log")
with the input $(base64 -w0 "${found:-/dev/null}") (base64)"
  fi
  echo "fuzz: $inputs inputs were read and edited in $seconds seconds"
else
  echo "fuzz: skipped (this toolchain has no libFuzzer)"
fi

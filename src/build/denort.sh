#!/bin/sh
# Makes the runtime of `deno compile` (denort) for Linux x86-64 from an npm package, for machines that cannot reach
# dl.deno.land. If OUT exists, only checks it. Prints what OUT is.
#
#   sh denort.sh OUT [VERSION]
#
# VERSION is the caller's version of Deno; the script fails if it has the runtime of another one.
set -eu

deno=2.9.4
# `deno compile` made the program in this package, so the program begins with the runtime.
package=@chelonia/cli-x64-linux@3.4.0
program=package/chel
package_sha512=7b2ec1a8d888398d8f92937f518c63a66386d40ec79a997269d3fcd289974c6d4356ed5f6f3eeba3f7788113ed1dac4f4643494d2db89437a3739feb4ffdd130
runtime_bytes=107594120
runtime_sha256=723d45cca4f68bd66652da1e0d45562b0700317c1535981035f50f078785a131

main() {
  out=${1:?usage: sh denort.sh OUT [VERSION]}
  version=${2:-$deno}
  [ "$version" = "$deno" ] ||
    fail "Cannot make the runtime of Deno $version: $package has the one of Deno $deno; run npx -y deno@$deno task build"
  if [ -e "$out" ]; then
    check "$out" "the cached runtime $out" 256 "$runtime_sha256" "delete it to fetch it again"
  else
    make
  fi
  echo "recovered from the npm package $package, SHA-256 $runtime_sha256"
}

make() {
  folder=$(dirname -- "$out")
  try "make the folder writable" mkdir -p -- "$folder"
  # In the folder of OUT, so that the last step is a rename.
  work=$(mktemp -d "$folder/denort.XXXXXX" 2>&1) || fail "Cannot make $out: $work; make the folder writable"
  trap 'rm -rf -- "$work"' EXIT
  trap 'exit 130' INT TERM HUP

  # By default, npm pauses for over a minute in all between its tries.
  try "install npm and let it reach its registry" npm pack "$package" --pack-destination "$work" --ignore-scripts \
    --loglevel=error --fetch-retry-mintimeout=1000 --fetch-retry-maxtimeout=5000
  set -- "$work"/*.tgz
  check "$1" "the npm package $package" 512 "$package_sha512" "report this"
  try "install tar, or free some space" tar -xzf "$1" -C "$work" "$program"

  made=$work/denort
  head -c "$runtime_bytes" "$work/$program" >"$made"
  # `deno compile` changed four fields of the ELF header. These are the original values, in little-endian order.
  put 32 '\100\000\000\000\000\000\000\000' # e_phoff: 64
  put 40 '\010\270\151\006\000\000\000\000' # e_shoff: 107591688
  put 56 '\014\000'                         # e_phnum: 12
  put 60 '\046\000'                         # e_shnum: 38
  check "$made" "the recovered runtime" 256 "$runtime_sha256" "report this"
  chmod 755 "$made"
  mv -f -- "$made" "$out"
}

# put OFFSET BYTES
put() {
  printf "$2" | dd of="$made" bs=1 seek="$1" conv=notrunc 2>/dev/null
}

# check FILE SUBJECT BITS DIGEST REMEDY
check() {
  found=$("sha$3sum" <"$1")
  found=${found%% *}
  [ "$found" = "$4" ] || fail "Cannot trust $2: its SHA-$3 must be $4 and is $found; $5"
}

# try REMEDY COMMAND...: fails with the first line of what the command complains about.
try() {
  remedy=$1
  shift
  said=$("$@" 2>&1 >/dev/null) ||
    fail "Cannot make $out from $package: $1 failed ($(printf '%s\n' "$said" | head -n 1)); $remedy"
}

fail() {
  printf '%s\n' "$1" >&2
  exit 1
}

main "$@"

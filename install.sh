#!/bin/sh
# Installs mneme for this user, without root: downloads the archive for this system, verifies its checksum, unpacks it
# into ~/.local/share/mneme/VERSION, and switches ~/.local/share/mneme/current to it in one step.
#
#   sh install.sh [--install | --no-install] [--version V]
#
# --install (or --yes) also registers mneme with Claude Code; --no-install does not even ask. MNEME_DOWNLOAD names
# another place to download from: one that has the archive and its SHA256SUMS.
set -eu

# Where releases are; a release fills in its own.
RELEASES=""

main() {
  parse_options "$@"
  from=${MNEME_DOWNLOAD:-$RELEASES}
  [ -n "$from" ] || fail "this copy of install.sh knows no address; set MNEME_DOWNLOAD to that of a release"
  from=${from%/}
  [ -n "${HOME:-}" ] || fail "HOME is not set; set it to your home folder"
  target=$(detect_target)
  require_tools
  root=$(data_folder)/mneme
  mkdir -p "$root" || fail "$root cannot be made; see what mkdir said"
  work=$(mktemp -d "$root/.new.XXXXXX") || fail "$root cannot be written to; free some space or make it writable"
  trap 'rm -rf "$work"' EXIT
  trap 'exit 130' INT TERM HUP

  download SHA256SUMS
  choose_archive
  say "Downloading $archive"
  download "$archive"
  verify
  unpack
  place
  switch
  link_command
  register
}

parse_options() {
  register=ask
  wanted=""
  while [ $# -gt 0 ]; do
    case $1 in
      --install | --yes) register=yes ;;
      --no-install) register=no ;;
      --version)
        [ $# -gt 1 ] || fail "--version needs a version; try --version 0.1.0"
        shift
        wanted=$1
        case $wanted in *[!0-9A-Za-z.+-]*) fail "$wanted is no version; try --version 0.1.0" ;; esac
        ;;
      *) fail "$1 is no option; there are --install, --no-install and --version V" ;;
    esac
    shift
  done
}

say() { printf '%s\n' "$*"; }

fail() {
  printf 'Cannot install mneme: %s\n' "$*" >&2
  exit 1
}

has() { command -v "$1" >/dev/null 2>&1; }

detect_target() {
  machine=$(uname -m)
  case $(uname -s) in
    Linux)
      if ldd --version 2>&1 | grep -qi musl; then
        fail "this system has musl and the executables need glibc; build mneme from its sources"
      fi
      system=linux
      ;;
    Darwin)
      system=macos
      # A shell under Rosetta says x86_64 of an arm64 machine.
      [ "$(sysctl -n sysctl.proc_translated 2>/dev/null || true)" != 1 ] || machine=arm64
      ;;
    *) fail "there is no release for $(uname -s); on Windows use install.ps1" ;;
  esac
  case $machine in
    x86_64 | amd64) say "$system-x64" ;;
    aarch64 | arm64) say "$system-arm64" ;;
    *) fail "there is no release for $machine; there is one for x86-64 and one for arm64" ;;
  esac
}

require_tools() {
  has curl || has wget || fail "neither curl nor wget is there; install one of them"
  has sha256sum || has shasum || fail "neither sha256sum nor shasum is there; install one of them"
  has tar || fail "tar is not there; install it"
  # bsdtar reads xz by itself, every other tar starts a program for it.
  if ! has xz && ! tar --version 2>&1 | grep -q bsdtar; then
    fail "xz is not there, which tar needs to unpack; install it (Debian: apt install xz-utils)"
  fi
}

# XDG asks that a path which is not absolute be ignored.
data_folder() {
  case ${XDG_DATA_HOME:-} in
    /*) say "${XDG_DATA_HOME%/}" ;;
    *) say "$HOME/.local/share" ;;
  esac
}

download() {
  if has curl; then
    curl -fsSL --retry 2 -o "$work/$1" "$from/$1" || fail "$from/$1 could not be downloaded whole; see above, and try again"
  else
    wget -q -t 2 -O "$work/$1" "$from/$1" || fail "$from/$1 could not be downloaded whole; try again"
  fi
}

# Sets version, archive and expected from the one line of SHA256SUMS that is about this system.
choose_archive() {
  pattern="[0-9][0-9A-Za-z.+-]*"
  [ -z "$wanted" ] || pattern=$(printf '%s' "$wanted" | sed 's/[.]/[.]/g')
  lines=$(sed -n "s/^\([0-9a-f]\{64\}\) [ *]mneme-\($pattern\)-$target\.tar\.xz\$/\1 \2/p" "$work/SHA256SUMS")
  case $lines in
    "") fail "$from has no ${wanted:+mneme $wanted }archive for $target; see what it has in $from/SHA256SUMS" ;;
    *"
"*) fail "$from has several versions; choose one with --version" ;;
  esac
  expected=${lines%% *}
  version=${lines#* }
  archive=mneme-$version-$target.tar.xz
}

digest() {
  if has sha256sum; then sha256sum <"$1"; else shasum -a 256 <"$1"; fi | cut -c 1-64
}

verify() {
  found=$(digest "$work/$archive")
  [ "$found" = "$expected" ] && return
  fail "the SHA-256 of $archive must be $expected and is $found; nothing was unpacked; try again, and report it if it stays"
}

# Sets new: the unpacked folder, of which it is known that it starts.
unpack() {
  mkdir "$work/unpacked"
  tar -xf "$work/$archive" -C "$work/unpacked" ||
    fail "$archive could not be unpacked in $root; see what tar said, and free some space (it takes 200 MB)"
  rm -f "$work/$archive"
  new=""
  for folder in "$work"/unpacked/mneme-*/; do new=${folder%/}; done
  [ -x "$new/mneme" ] || fail "$archive holds no mneme; report this"
  says=$("$new/mneme" --version 2>&1) || fail "mneme $version does not start on this system: $says"
  [ "$says" = "$version" ] || fail "$archive holds mneme $says and not $version; report this"
}

# Sets name: the folder below root in which this version now lies. One that is there already is never written to, as
# its executables may be running: it serves, or the new one gets a name of its own.
place() {
  name=$version
  if [ -e "$root/$name" ] && ! is_same "$root/$name"; then name=$version.$(printf '%.8s' "$expected"); fi
  if [ -e "$root/$name" ]; then
    say "mneme $version is in $root/$name already"
  else
    mv "$new" "$root/$name" || fail "$root/$name could not be made; see what mv said"
    say "Unpacked mneme $version into $root/$name"
  fi
}

is_same() {
  cmp -s "$new/SHA256SUMS" "$1/SHA256SUMS" || return 1
  if has sha256sum; then (cd "$1" && sha256sum -c SHA256SUMS) else (cd "$1" && shasum -a 256 -c SHA256SUMS) fi >/dev/null 2>&1
}

# A hook that starts meanwhile finds the old version or the new one: the link is replaced by rename.
switch() {
  old=$(readlink "$root/current" 2>/dev/null || true)
  [ "$old" != "$name" ] || return 0
  ln -s "$name" "$work/current"
  rename_link "$work/current" "$root/current"
  [ -z "$old" ] || say "Switched from $old, which stays: '$root/$old/mneme' install --self goes back to it"
}

# Without its own option mv would move a link into the folder that the other link names.
rename_link() {
  mv -fT "$1" "$2" 2>/dev/null || mv -fh "$1" "$2" 2>/dev/null || ln -sfn "$(readlink "$1")" "$2" ||
    fail "$2 could not be switched; see what ln said"
}

link_command() {
  bin=$HOME/.local/bin
  command=$bin/mneme
  there=$(readlink "$command" 2>/dev/null || true)
  if [ "$there" = "$root/current/mneme" ]; then
    :
  elif [ -e "$command" ] || [ -n "$there" ]; then
    say "$command is something else and stays; this mneme is $root/current/mneme"
    command=$root/current/mneme
  else
    mkdir -p "$bin" && ln -s "$root/current/mneme" "$command" || fail "$command could not be made; see above"
    say "Linked $command"
  fi
  # As a shell takes it, also with blanks in the path.
  typed=$(printf '%s' "$command" | sed "s/'/'\\\\''/g; s|.*[^0-9A-Za-z_./@%+,:-].*|'&'|")
}

# Of the PATH "mneme install" speaks itself.
tell_path() {
  case :${PATH:-}: in
    *:"$bin":*) ;;
    *) say "$bin is not on your PATH; to type mneme alone, add to $(shell_profile): export PATH=\"\$HOME/.local/bin:\$PATH\"" ;;
  esac
}

# Where this user's shell looks at its start.
shell_profile() {
  case ${SHELL:-} in
    */zsh) say "~/.zshrc" ;;
    */bash) case $target in macos-*) say "~/.bash_profile" ;; *) say "~/.bashrc" ;; esac ;;
    *) say "your shell's profile" ;;
  esac
}

register() {
  if [ "$register" = ask ] && [ -t 1 ] && (: </dev/tty) 2>/dev/null; then
    printf 'Register mneme with Claude Code now (hooks, MCP server, skill)? [Y/n] '
    read -r answer </dev/tty || answer=n
    case $answer in "" | [Yy]*) register=yes ;; esac
  fi
  if [ "$register" = yes ]; then
    "$root/current/mneme" install || fail "it lies in $root, and could not be registered; run $typed install again"
  else
    [ "$command" != "$bin/mneme" ] || tell_path
    say "To register it with Claude Code: $typed install"
  fi
  say "To undo: $typed uninstall --client all"
}

main "$@"

#!/bin/sh
# Starts the plugin's program. Follows links to itself one by one: before 12.3, macOS has no `readlink -f`.
self=$0
while [ -L "$self" ]; do
  to=$(readlink "$self")
  case $to in
    /*) self=$to ;;
    *) self=${self%/*}/$to ;;
  esac
done
exec "${self%/*}/../programs/mneme" "$@"

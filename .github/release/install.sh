#!/bin/sh
# Installs atomdump, id3dump and atomdiff with their manual pages and completions.
#
#   ./install.sh             into /usr/local
#   ./install.sh PREFIX      into PREFIX: PREFIX/bin, PREFIX/share/man, …
#   ./install.sh --remove [PREFIX]
#
# Nothing is downloaded, and nothing outside PREFIX is changed.
set -eu
here=$(cd "$(dirname "$0")" && pwd -P)
remove=
if [ "${1:-}" = --remove ]; then
  remove=yes
  shift
fi
case ${1-/usr/local} in
  # An empty word is a variable that was not set.
  -* | "")
    sed -n 's/^# \{0,1\}//p' "$0" | sed -n 2,8p >&2
    exit 2
    ;;
esac
prefix=${1:-/usr/local}

# Every file of the archive that belongs below a prefix, each on a line of its own.
files() { (cd "$here" && find bin share \( -type f -o -type l \) | sort); }

if [ -n "$remove" ]; then
  files | while IFS= read -r file; do rm -f -- "$prefix/$file"; done
  echo "removed from $prefix"
  exit 0
fi
[ "$prefix" != "$here" ] || {
  echo "install.sh: $prefix is where the archive was unpacked" >&2
  exit 2
}
files | while IFS= read -r file; do
  mkdir -p -- "$prefix/${file%/*}"
  # A program that runs keeps its file: the new one takes the place of its name.
  rm -f -- "$prefix/$file.new"
  cp -P -- "$here/$file" "$prefix/$file.new"
  mv -f -- "$prefix/$file.new" "$prefix/$file"
done
"$prefix/bin/atomdump" --version
echo "installed in $prefix"
case ":$PATH:" in
  *":$prefix/bin:"*) ;;
  *) echo "$prefix/bin is not in PATH" ;;
esac

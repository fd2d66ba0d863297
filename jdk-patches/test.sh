#!/usr/bin/env bash
# Tests the patched JDK that build.sh makes (which is built first, if need be).
#
#   jdk-patches/test.sh [26|25|17]          the JDK alone: semantics in interpreter, C1 and C2; machine code; under a minute
#   jdk-patches/test.sh --all [26|25|17]    then J-NVM's whole test suite on it, with no flags
set -euo pipefail
all=
[ "${1:-}" != --all ] || { all=1 && shift; }
here=$(cd "$(dirname "$0")" && pwd)
home=$("$here/build.sh" "${1:-25}")
classes=$(mktemp -d)
trap 'rm -rf "$classes"' EXIT
"$home/bin/javac" -nowarn -Xlint:-removal -XDignore.symbol.file --add-exports java.base/jdk.internal.misc=ALL-UNNAMED -d "$classes" "$here"/test/*.java 2>&1 |
  grep -v "warning\|^Note\|sun.misc.Unsafe\|\^" || true
"$home/bin/java" --add-exports java.base/jdk.internal.misc=ALL-UNNAMED -cp "$classes" PwbTest
if [ -n "$all" ]; then
  cd "$here/.."
  JAVA_HOME=$home mvn -B -ntp clean verify
fi

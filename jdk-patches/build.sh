#!/usr/bin/env bash
# Builds OpenJDK 26, 25 or 17 with the patches of this folder. Standard output gets one line, its JAVA_HOME; progress goes to standard error.
#
#   jdk-patches/build.sh [26|25|17]          builds, unless these very patches were built before; may be interrupted and started again:
#                                         the build runs on in the background, and another call watches it
#   jdk-patches/build.sh --home [26|25|17]   prints JAVA_HOME of a finished build of these patches, or fails
#   jdk-patches/build.sh --check [26|25|17]  only applies the patches to the pinned source (exit 3: it cannot, or has no source)
#
# Environment: JNVM_JDK_CACHE (default ~/.cache/jnvm/jdk), JNVM_BOOT_JDK, JNVM_JDK_JOBS (default: all processors).
set -euo pipefail

mode=build
case ${1:-} in --home | --check | --work) mode=${1#--} && shift ;; esac
release=${1:-25}
here=$(cd "$(dirname "$0")" && pwd)
cache=${JNVM_JDK_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/jnvm/jdk}

case $release in
  26)
    version=26.0.2.1+1
    sha256=b9a893567232edf475e1511ce2de897a00bc3d775f2e46269f492164150f0d76
    date=2026-08-18
    boot_releases="26 25"
    ;;
  25)
    version=25.0.3+9
    sha256=2dd6c441b49705480db1ebfcd03f43d5dcb7f1d4290e98c1fa6eeefae50cfa07
    date=2026-04-21
    boot_releases="25 24"
    ;;
  17)
    version=17.0.19+10
    sha256=7a61915b168dfb9b45413140d78e38dc5b5250d99d1d99fef7136bf9fd45a07c
    date=2026-04-21
    boot_releases="17 16"
    ;;
  *) echo "usage: $0 [--home|--check] [26|25|17]" >&2 && exit 2 ;;
esac
name=openjdk-${release}_$version.orig.tar.xz
# Debian's source packages; an older version stays longer in one archive than in the other
urls="http://deb.debian.org/debian/pool/main/o/openjdk-$release/$name
http://security.debian.org/debian-security/pool/updates/main/o/openjdk-$release/$name"
patches=("$here/$release"/*.patch)
# Debian's tarballs lack some bundled libraries. Collectors and tools that no test of this project needs are left out.
options="--with-version-string=$version-jnvm --with-source-date=$date --enable-headless-only --with-jvm-variants=server
 --with-native-debug-symbols=none --disable-warnings-as-errors
 --with-jvm-features=-shenandoahgc,-zgc,-jvmci,-epsilongc,-dtrace,-vm-structs
 --with-libjpeg=system --with-giflib=system --with-libpng=system --with-lcms=system --with-zlib=system
 --with-harfbuzz=system --with-freetype=system"
packages="autoconf zip unzip file g++ make patch xz-utils curl libcups2-dev libfontconfig1-dev libasound2-dev libfreetype-dev
 zlib1g-dev libx11-dev libxext-dev libxrender-dev libxrandr-dev libxtst-dev libxt-dev libpcsclite-dev liblcms2-dev
 libjpeg62-turbo-dev libgif-dev libpng-dev libharfbuzz-dev"

key=$(cat <(echo "$sha256 $options") "${patches[@]}" | sha256sum | cut -c1-12)
tarball=$cache/sources/$name
work=$cache/$release
home=$cache/$release-$key
log=$work/log

say() { echo "$(date +%H:%M:%S) $*" >&2; }

fetch() { # maximal seconds
  [ -f "$tarball" ] && return
  mkdir -p "$cache/sources"
  local url
  for url in $urls; do
    say "fetching $url"
    if curl -fsSL --connect-timeout 5 --max-time "$1" -o "$tarball.part" "$url"; then
      if echo "$sha256  $tarball.part" | sha256sum -c --status; then
        mv "$tarball.part" "$tarball"
        return
      fi
      say "its SHA-256 is $(sha256sum < "$tarball.part" | cut -c1-64), expected $sha256"
    fi
    rm -f "$tarball.part"
  done
  say "could not fetch $name; put it into $cache/sources"
  return 1
}

patched_files() { sed -n 's,^+++ b/,,p' "${patches[@]}" | sort -u; }

# the files that the patches change, and those given, as they are with the patches, below folder $1
patch_aside() {
  local folder=$1 top
  shift
  rm -rf "$folder"
  mkdir -p "$folder"
  top=openjdk-$release-$version
  # shellcheck disable=SC2046
  tar xJf "$tarball" --no-same-owner -C "$folder" --strip-components=1 $(printf "$top/%s\n" $(patched_files) "$@" | sort -u)
  local file
  for file in "${patches[@]}"; do
    patch -d "$folder" -p1 --fuzz=0 -s < "$file" || { say "$(basename "$file") does not apply to $version" && return 1; }
  done
}

install_packages() {
  local missing="" p
  for p in $packages; do
    dpkg-query -W -f='${Status}' "$p" 2> /dev/null | grep -q '^install ok installed' || missing+=" $p"
  done
  [ -n "$missing" ] || return 0
  local as=""
  [ "$(id -u)" = 0 ] || as="sudo -n"
  say "installing$missing"
  # shellcheck disable=SC2086
  { $as apt-get -q update && DEBIAN_FRONTEND=noninteractive $as apt-get -q install -y --no-install-recommends $missing; } || {
    say "could not install; as root: apt-get install$missing"
    return 1
  }
}

boot_jdk() {
  [ -z "${JNVM_BOOT_JDK:-}" ] || { echo "$JNVM_BOOT_JDK" && return; }
  local r candidate
  for r in $boot_releases; do
    for candidate in "${JAVA_HOME:-}" "$(dirname "$(dirname "$(readlink -f "$(command -v javac || true)")")")" /usr/lib/jvm/*; do
      if [ -x "$candidate/bin/javac" ] && grep -q "^JAVA_VERSION=\"$r[.\"]" "$candidate/release" 2> /dev/null; then
        readlink -f "$candidate"
        return
      fi
    done
  done
  say "no JDK of release $boot_releases to build with; set JNVM_BOOT_JDK"
  return 1
}

# runs in the background, output in $log
work() {
  local began=$SECONDS boot
  install_packages
  fetch 1800
  boot=$(boot_jdk)
  if [ ! -f "$work/extracted" ]; then
    say "unpacking $name"
    rm -rf "$work/src" "$work/patched"
    mkdir -p "$work/src"
    tar xJf "$tarball" --no-same-owner -C "$work/src" --strip-components=1
    touch "$work/extracted"
  fi
  # only what differs is copied, so that make rebuilds only what a changed patch touches
  say "applying ${#patches[@]} patches"
  # shellcheck disable=SC2046
  patch_aside "$work/aside" $(cat "$work/patched" 2> /dev/null)
  (cd "$work/aside" && find . -type f ! -name '*.orig') | while read -r file; do
    cmp -s "$work/aside/$file" "$work/src/$file" || cp "$work/aside/$file" "$work/src/$file"
  done
  patched_files > "$work/patched"
  rm -rf "$work/aside"
  mkdir -p "$work/build"
  cd "$work/build"
  if [ "$(cat "$work/configured" 2> /dev/null)" != "$boot $options" ]; then
    say "configuring"
    # shellcheck disable=SC2086
    bash "$work/src/configure" --with-boot-jdk="$boot" $options
    echo "$boot $options" > "$work/configured"
  fi
  say "building"
  CPATH=/usr/include/PCSC make JOBS="${JNVM_JDK_JOBS:-$(nproc)}" jdk-image
  images/jdk/bin/java -version
  images/jdk/bin/javap --module jdk.unsupported sun.misc.Unsafe | grep -c 'void pwb(long)\|void pfence()\|void psync()' | grep -qx 3 ||
    { say "the image has no pwb, pfence, psync" && return 1; }
  rm -rf "$home"
  mv images/jdk "$home"
  say "built in $(((SECONDS - began) / 60)) min, $(du -sh "$home" | cut -f1)"
}

case $mode in
  home)
    [ -x "$home/bin/java" ] || { say "patches $key for $release are not built" && exit 1; }
    echo "$home"
    ;;
  check)
    stamp=$cache/applies-$release-$key
    if [ ! -f "$stamp" ]; then
      for tool in curl xz patch; do
        command -v "$tool" > /dev/null || { say "no $tool here" && exit 3; }
      done
      fetch 8 || exit 3
      aside=$(mktemp -d)
      trap 'rm -rf "$aside"' EXIT
      patch_aside "$aside/src"
      touch "$stamp"
    fi
    say "${#patches[@]} patches apply to $version"
    ;;
  work)
    work
    ;;
  build)
    mkdir -p "$work"
    if [ ! -x "$home/bin/java" ]; then
      # make runs niced by itself; whoever gets the lock builds, and has it until the build ends
      setsid nohup flock -n -o "$work/lock" bash "$0" --work "$release" > "$log.new" 2>&1 < /dev/null &
      sleep 1
      if kill -0 $! 2> /dev/null || flock -n "$work/lock" true; then
        mv "$log.new" "$log"
      else
        say "a build runs already: watching it"
      fi
      say "log: $log"
      before="" after='\n' pause=60
      [ ! -t 2 ] || { before='\r\033[K' after="" pause=2; }
      while ! flock -w "$pause" "$work/lock" true; do
        objects=$({ find "$work/build/hotspot" -name '*.o' 2> /dev/null || true; } | wc -l)
        printf "$before%s %s HotSpot objects; %s$after" "$(date +%H:%M:%S)" "$objects" "$(tail -n 1 "$log" | cut -c1-90)" >&2
      done
      [ -n "$after" ] || echo >&2
    fi
    [ -x "$home/bin/java" ] || { tail -n 20 "$log" >&2 && say "failed; a further call goes on where it stopped" && exit 1; }
    echo "$home"
    ;;
esac

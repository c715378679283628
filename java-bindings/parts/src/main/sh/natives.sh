#!/bin/sh
# Native code for other platforms, cross-compiled: Zig links and compiles the C file (cargo-zigbuild), so no compiler or library of the
# platform is needed. Each is packed into a jar below build/natives. Nothing of it is run here; what is checked is that each library has the
# functions that Java calls. Needs python3 with venv, for Zig, and rustup, for Rust's own library.
# Arguments: the command of Maven; then platforms, such as linux-aarch64; none: all.
set -eu

root=$(CDPATH= cd -- "$(dirname -- "$0")/../../../../.." && pwd -P)
cd "$root"
maven=$1
shift
out=build/natives
tools=$out/tools
mkdir -p "$out"

# Platform as Java has it, Rust's target, the library's file, programs beside it. glibc 2.17 is that of the oldest systems with a JDK 17.
platforms='linux-x86_64 x86_64-unknown-linux-gnu.2.17 liboraculum.so guard
linux-aarch64 aarch64-unknown-linux-gnu.2.17 liboraculum.so guard
macos-x86_64 x86_64-apple-darwin liboraculum.dylib -
macos-aarch64 aarch64-apple-darwin liboraculum.dylib -
windows-x86_64 x86_64-pc-windows-gnu oraculum.dll -'

if [ ! -x "$tools/bin/cargo-zigbuild" ]; then
  echo "[oraculum] installing Zig and cargo-zigbuild into $tools"
  python3 -m venv "$tools"
  "$tools/bin/pip" install -q ziglang==0.17.1 cargo-zigbuild==0.24.1
fi
PATH=$root/$tools/bin:$PATH
export PATH

functions() { # the names by which Java calls native code, in a file
  LC_ALL=C grep -ao 'Java_dev_oraculum[A-Za-z0-9_]*' "$1" | LC_ALL=C sort -u
}

functions target/release/liboraculum.so > "$out/functions"

echo "$platforms" | while read -r platform target file programs; do
  [ $# -eq 0 ] || case " $* " in *" $platform "*) ;; *) continue ;; esac
  echo "[oraculum] compiling for $platform"
  plain=${target%.2.17}
  rustup -q target add "$plain"
  cargo zigbuild -q --release --lib --target "$target" </dev/null
  if [ "$programs" = guard ]; then
    cargo zigbuild -q --release -p oraculum-guard -p oraculum-solver --bins --target "$target" </dev/null
  fi
  functions "target/$plain/release/$file" > "$out/functions-$platform"
  if ! diff "$out/functions" "$out/functions-$platform"; then
    echo "[oraculum] the library of $platform lacks functions that Java calls, or has others" >&2
    exit 1
  fi
  # Unquoted: a command and its arguments.
  $maven package -DskipTests -pl parts -am -Dnative.platform="$platform" -Dnative.file="$file" \
    -Dnative.directory="$root/target/$plain/release" </dev/null
  cp java-bindings/parts/target/oraculum-parts-*-"$platform".jar "$out/"
done
ls -l "$out"/*.jar

#!/bin/sh
# Builds the jars that are published or distributed twice, from nothing but the engine, and compares them. Argument: the command of Maven.
set -eu

root=$(CDPATH= cd -- "$(dirname -- "$0")/../../../../.." && pwd -P)
cd "$root"
first=$(mktemp)
second=$(mktemp)
trap 'rm -f "$first" "$second"' EXIT

build() {
  # Unquoted: a command and its arguments.
  $1 clean package -DskipTests -pl standalone,junit,runner,../gradle,../maven -am
  modules='runtime kinds agent worker parts spi core junit-agent junit cli standalone job runner ../gradle ../maven'
  for module in $modules; do
    find "java-bindings/$module/target" -maxdepth 1 -name '*.jar' -not -name 'original-*' -exec sha256sum {} +
  done | sort -k 2
  find build/dist/lib build/dist/worker build/dist/junit build/oraculum.jar build/dist/sbom.json -type f -exec sha256sum {} + | sort -k 2
}

echo "[oraculum] building the jars"
build "$1" > "$first"
echo "[oraculum] building the jars again"
build "$1" > "$second"
if ! diff "$first" "$second"; then
  echo "[oraculum] these differ" >&2
  exit 1
fi
echo "[oraculum] $(wc -l < "$first") files, equal byte by byte"

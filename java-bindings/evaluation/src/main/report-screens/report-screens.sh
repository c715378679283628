#!/bin/sh
# `make report-screens`: a page of `oraculum report`, of real runs on the tutorial's project, looked at in Chromium (screens.mjs).
set -eu
cd "$(dirname -- "$0")/../../../../.."

root=$PWD
source=$root/java-bindings/evaluation/src/main/report-screens
work=$root/build/report-screens

skip() {
  echo "[report-screens] skipped: $1"
  exit 0
}

CHROMIUM=${CHROMIUM:-$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)}
[ -n "$CHROMIUM" ] || skip "there is no Chromium; install it (Debian: apt-get install chromium), or name it in CHROMIUM"
command -v npm >/dev/null || skip "there is no npm, which brings axe-core and playwright-core; install Node.js 20 or newer"
export CHROMIUM

mkdir -p "$work/browser" "$work/screens"
cp "$source/package.json" "$source/package-lock.json" "$source/screens.mjs" "$work/browser"
(cd "$work/browser" && npm ci --silent --no-audit --no-fund) || skip "npm cannot fetch axe-core and playwright-core"

rm -rf "$work/sample"
cp -r docs/tutorial/sample "$work/sample"
cd "$work/sample"
echo "[report-screens] compiling docs/tutorial/sample"
mvn -B -ntp -q test-compile dependency:build-classpath -Dmdep.includeScope=test -Dmdep.outputFile=target/cp.txt
junit=$(cat target/cp.txt)
tests=target/test-classes:$junit
javac -cp "target/classes:$junit" -d target/generated generated/parking/TimeOfDayGeneratedTest.java

# 1 is a result that a build may want to stop for: unsafe assertions, say.
run() {
  echo "[report-screens] oraculum $1"
  "$root/oraculum" "$@" --quiet || [ $? -eq 1 ]
}
run improve --classpath target/classes --tests "$tests" --class parking.Garage --seed 1 --json improve.json
run infer --classpath target/classes --tests "$tests" --class parking.TimeOfDay --json infer.json
run rank --classpath target/classes --manual-tests "$tests" --generated-tests "target/generated:$junit" --class parking.TimeOfDay \
  --sources generated --json rank.json
run select --classpath target/classes --tests "$tests" --class parking.TimeOfDay --count 3 --record --out oracle --json select.json
# The change that the tutorial makes.
sed -i.old 's/% (24 \* 60)/% (23 * 60)/' src/main/java/parking/TimeOfDay.java
mvn -B -ntp -q compile
run check --oracle oracle/oracle.json --classpath target/classes --tests "$tests" --json check.json
run generate --classpath target/classes --class parking.TimeOfDay --class parking.Garage --max-tests 200 --seed 1 --out tests \
  --json generate.json
run report --output report.html improve.json infer.json rank.json select.json check.json generate.json

cd "$work/browser"
node screens.mjs "$work/sample/report.html" "$work/screens"
echo "[report-screens] screenshots: build/report-screens/screens"

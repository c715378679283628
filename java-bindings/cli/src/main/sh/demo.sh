#!/bin/sh
# `make demo`: fetches commons-lang3 and the tests that the project publishes, and improves an assertion of one of its methods.
set -eu
cd "$(dirname -- "$0")/../../../../.."

files=build/demo
version=3.18.0
maven="mvn -B -ntp -q org.apache.maven.plugins:maven-dependency-plugin:3.9.0:copy -Dmdep.stripVersion=true -DoutputDirectory=$PWD/$files"
fetch() { # group:artifact:version[:packaging:classifier], file
  [ -f "$files/$2" ] || $maven -Dartifact="$1"
}

echo "[demo] fetching commons-lang3 $version and its tests from the Maven repository"
mkdir -p "$files"
fetch "org.apache.commons:commons-lang3:$version" commons-lang3.jar
fetch "org.apache.commons:commons-lang3:$version:jar:tests" commons-lang3-tests.jar
fetch org.junit.jupiter:junit-jupiter-api:5.14.1 junit-jupiter-api.jar
fetch org.junit.jupiter:junit-jupiter-params:5.14.1 junit-jupiter-params.jar

set -- improve \
  --classpath "$files/commons-lang3.jar" \
  --tests "$files/commons-lang3-tests.jar:$files/junit-jupiter-api.jar:$files/junit-jupiter-params.jar" \
  --method 'org.apache.commons.lang3.BooleanUtils#compare(boolean,boolean)' \
  --test-class org.apache.commons.lang3.BooleanUtilsTest \
  --assertion 'result >= -1' \
  --seed 1 --budget 30s --json "$files/compare.json"
echo "[demo] ./oraculum $*"
./oraculum "$@"
echo "[demo] the same as JSON: $files/compare.json"

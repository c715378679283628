#!/bin/sh
# One run of `generate` on a Spark cluster of three workers, of which one is killed in the middle, and the same run in one process:
# results and tests are equal but for times. Called by `make spark-cluster`.
# Arguments: the checkout; a folder that is made anew; then the command to divide, without --out and --json.
set -eu

root=$1
work=$2
shift 2
home=$root/build/spark
java=java
[ -z "${JAVA_HOME:-}" ] || java=$JAVA_HOME/bin/java

# Spark needs these of a JVM 17 or newer; executors get them from it.
opens=
for package in java.lang java.lang.invoke java.lang.reflect java.io java.net java.nio java.util java.util.concurrent \
  java.util.concurrent.atomic sun.nio.ch sun.nio.cs sun.security.action sun.util.calendar; do
  opens="$opens --add-opens=java.base/$package=ALL-UNNAMED"
done

spark() { # a program of Spark
  # shellcheck disable=SC2086
  exec "$java" $opens -Djdk.reflect.useDirectMethodHandle=false -Xmx512m -cp "$home/jars/*" "$@"
}

rm -rf "$work"
mkdir -p "$work/results" "$work/workers"
export SPARK_HOME="$home" SPARK_SCALA_VERSION=2.13 SPARK_LOCAL_IP=127.0.0.1

pids=
trap 'for pid in $pids; do pkill -9 -P "$pid" 2>/dev/null || true; kill -9 "$pid" 2>/dev/null || true; done' EXIT

await() { # a file, and what it has to have
  for _ in $(seq 1 600); do
    ! grep -qs "$2" "$1" || return 0
    sleep 0.2
  done
  echo "there is no \"$2\" in $1" >&2
  exit 1
}

spark org.apache.spark.deploy.master.Master --host 127.0.0.1 --port 0 --webui-port 0 > "$work/master.log" 2>&1 &
pids="$!"
await "$work/master.log" 'Starting Spark master at'
master=$(sed -n 's|.*Starting Spark master at \(spark://[0-9.:]*\).*|\1|p' "$work/master.log" | head -n 1)

workers=
for number in 1 2 3; do
  spark org.apache.spark.deploy.worker.Worker --host 127.0.0.1 --webui-port 0 -c 1 -m 1G -d "$work/workers/$number" "$master" \
    > "$work/worker-$number.log" 2>&1 &
  pids="$pids $!"
  workers="$workers $!"
done
for number in 1 2 3; do await "$work/worker-$number.log" 'Successfully registered with master'; done
echo "[spark] $master with three workers"

spark org.apache.spark.deploy.SparkSubmit --master "$master" --class dev.oraculum.spark.Main \
  --conf spark.driver.host=127.0.0.1 --conf spark.executor.memory=512m --conf spark.executor.cores=1 \
  "$root/build/oraculum-spark.jar" --oraculum "$root/build/oraculum.jar" --results "$work/results" --json "$work/cluster.json" \
  -- "$@" --out "$work/cluster" > "$work/driver.log" 2>&1 &
driver=$!
pids="$pids $driver"

done_so_far() { find "$work/results" -name '*-of-*.json' ! -name '.*' | wc -l; }
while [ "$(done_so_far)" -lt 8 ]; do
  kill -0 "$driver" 2>/dev/null || { tail -n 40 "$work/driver.log"; exit 1; }
  sleep 0.2
done
# The second worker's machine is gone: it, its executor and what that has started.
victim=$(echo $workers | cut -d ' ' -f 2)
executors=$(pgrep -P "$victim" || true)
# shellcheck disable=SC2086
kill -9 "$victim" $executors
echo "[spark] the second worker was killed when $(done_so_far) classes were done"

status=0
wait "$driver" || status=$?
[ "$status" -le 1 ] || { tail -n 40 "$work/driver.log"; exit "$status"; }
grep -q 'Lost executor' "$work/driver.log" || { echo "no executor was lost" >&2; exit 1; }
said=$(sed -n 's/.*TaskSchedulerImpl: \(Lost executor.*\)/\1/p' "$work/driver.log" | head -n 1)
echo "[spark] $(done_so_far) classes are done; Spark says: $said"

"$java" -jar "$root/build/oraculum.jar" "$@" --out "$work/single" --json "$work/single.json" > "$work/single.log" 2>&1 || [ $? -eq 1 ]

without_times() { tr -d '\n' < "$1" | sed -E 's/"elapsed" : (\{[^}]*\}|[0-9.E-]+)/"elapsed"/g' | sed "s|$work/[a-z]*/|OUT/|g"; }
without_times "$work/cluster.json" > "$work/cluster.txt"
without_times "$work/single.json" > "$work/single.txt"
cmp "$work/cluster.txt" "$work/single.txt"
diff -r "$work/cluster" "$work/single"
files=$(find "$work/single" -name '*.java' | wc -l)
echo "[spark] the result and the $files files of tests are those of one process, byte by byte but for times"

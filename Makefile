# Oraculum: `make` lists what can be made.
# V=1 shows the commands' own output; JDK=/path runs the end-to-end tests on another JDK.

SHELL := /bin/sh
JOBS  ?= $(shell nproc 2>/dev/null || echo 2)
MVN   ?= mvn
DIST  := build/dist
STAMP := $(DIST)/.stamp
JDK   ?=
# Lints and Rust tests are built beside what `native` builds: see the file.
TESTED := --release --config .cargo/tests.toml

MAVEN := $(MVN) -B -ntp -Dstyle.color=never -f java-bindings/pom.xml
ifeq ($(V),)
MAVEN_QUIET := $(MAVEN) -q
CARGO_QUIET := -q
else
MAVEN_QUIET := $(MAVEN)
CARGO_QUIET :=
endif

.PHONY: help build dist demo test check cargo-test java-test e2e bench results engine-times generalisation slow-start hostile select-results select-effectiveness call-graphs infer-results rank-results recording-results clean

help: ## this list
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "  make %-15s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

build: dist ## the engine, the Java modules and the distribution (no tests)

native:
	@echo "[oraculum] building the engine (cargo build --release)"
	@cargo build $(CARGO_QUIET) --release --lib -j $(JOBS)
	@cargo build $(CARGO_QUIET) --release -p oraculum-guard -p oraculum-solver --bins -j $(JOBS)
.PHONY: native

# Without the plugins for builds and the tests that need them: the API of Gradle is a download of 178 MB.
dist: native ## the distribution under build/dist, which ./oraculum runs
	@echo "[oraculum] building the Java modules (mvn package) into $(DIST)"
	@$(MAVEN_QUIET) package -DskipTests -pl '!standalone,!job,!runner,!../gradle,!../gradle/marker,!../maven,!../spark,!e2e'
	@touch $(STAMP)

jar: native ## the command line as one jar: build/oraculum.jar, for `java -jar oraculum.jar improve ..`
	@echo "[oraculum] building one jar (mvn package) into build/oraculum.jar"
	@$(MAVEN_QUIET) package -DskipTests -pl standalone -am
.PHONY: jar

# Not of `make test`: Spark's jars are 220 MB, and the run takes minutes. A library of Spark's own is the subject.
SPARK_RUN ?= generate --classpath build/spark/jars/commons-lang3-3.20.0.jar --package org.apache.commons.lang3.builder \
  --package org.apache.commons.lang3.time --package org.apache.commons.lang3.math --seed 1 --max-tests 200 --budget 7200 \
  --set generate.mutants=20 --set generate.variants=0
spark-cluster: native ## one run on a Spark cluster, of which a worker is killed, equals that of one process (docs/guide/spark.md)
	@$(MAVEN_QUIET) package -DskipTests -pl standalone,../spark -am
	@mvn -B -ntp -q -f spark/home/pom.xml dependency:copy-dependencies -DoutputDirectory="$(CURDIR)/build/spark/jars"
	@sh spark/src/main/sh/cluster.sh "$(CURDIR)" "$(CURDIR)/build/spark/run" $(SPARK_RUN)
.PHONY: spark-cluster

natives: native ## native code for other platforms, cross-compiled and packed into build/natives; PLATFORMS="linux-aarch64 .." for some of them
	@sh java-bindings/parts/src/main/sh/natives.sh "$(MAVEN_QUIET)" $(PLATFORMS)
.PHONY: natives

# Two builds of all jars from the same sources and the same engine.
reproducible: native ## builds the jars twice and compares them, byte by byte
	@sh java-bindings/standalone/src/main/sh/reproducible.sh "$(MAVEN_QUIET)"
.PHONY: reproducible

test-classes: dist
	@$(MAVEN_QUIET) package -DskipTests
.PHONY: test-classes

# While Java's unit tests keep one core busy, the Rust tests are built and run on the other.
test: check native solver-if-any ## everything: formatting, lints, Rust tests, Java tests, end-to-end tests
	@$(MAKE) --no-print-directory -j2 cargo-test verify

check: ## rustfmt and clippy
	@echo "[oraculum] checking the format (cargo fmt --check)"
	@cargo fmt --all --check
	@rustfmt --check --edition 2024 src/engine/*.rs src/engine/*/*.rs # a macro declares these modules
	@echo "[oraculum] linting (cargo clippy -D warnings)"
	@cargo clippy -q $(TESTED) --workspace --all-targets -j $(JOBS) -- -D warnings

# A library that Oraculum can solve with and does not need: tests compare it with the own solver.
SOLVER := build/solver
solver: ## Z3's native library for Linux, under build/solver (a download of 63 MB)
	@[ -d $(SOLVER)/com ] && [ -f $(SOLVER)/z3-turnkey.jar ] || { \
	  echo "[oraculum] fetching Z3 (mvn dependency:copy) into $(SOLVER)"; \
	  $(MAVEN_QUIET) -N dependency:copy -Dartifact=tools.aqua:z3-turnkey:4.14.1 -Dmdep.stripVersion=true \
	    -DoutputDirectory="$(CURDIR)/$(SOLVER)" && cd $(SOLVER) && jar xf z3-turnkey.jar com/microsoft/z3/linux; }
.PHONY: solver

# Tests that compare with it say that they are skipped.
solver-if-any:
	@$(MAKE) --no-print-directory solver || echo "[oraculum] Z3 could not be fetched: tests are not compared with it"
.PHONY: solver-if-any

# Incremental compilation pays when one file changes; from nothing it only costs.
cargo-test: solver-if-any ## Rust tests
	@echo "[oraculum] running the Rust tests (cargo test)"
	@CARGO_INCREMENTAL=0 cargo test -q $(TESTED) --lib -j $(JOBS)
	@CARGO_INCREMENTAL=0 cargo test -q -p oraculum-guard -p oraculum-solver -j $(JOBS)

quick: native solver-if-any ## unit tests of both languages, no end-to-end tests
	@cargo test -q $(TESTED) --lib -j $(JOBS)
	@$(MAVEN_QUIET) test -pl runtime,kinds,agent,worker,core,cli -am
.PHONY: quick

fuzz: ## a million damaged records, facts, requests and files (FUZZ_CASES=n)
	@echo "[oraculum] fuzzing the engine's inputs"
	@ORACULUM_FUZZ_CASES=$(or $(FUZZ_CASES),1000000) cargo test --release -q -j $(JOBS) --lib hostile -- --nocapture
.PHONY: fuzz

java-test: native solver-if-any ## Java unit and end-to-end tests
	@$(MAKE) --no-print-directory verify

verify:
	@echo "[oraculum] running the Java tests, unit and end-to-end (mvn verify)"
	@$(MAVEN) verify
	@touch $(STAMP)
.PHONY: verify

e2e: native solver-if-any ## only the end-to-end tests; JDK=/path chooses the JDK they and Oraculum run on; ONLY=jdk leaves out those that do not hang on it
	@echo "[oraculum] running the end-to-end tests$(if $(JDK), on $(JDK)) (mvn verify)"
	@$(MAVEN) verify -Dunit.skip=true $(if $(JDK),"-Djvm=$(JDK)/bin/java") $(if $(filter jdk,$(ONLY)),-DexcludedGroups=same-on-every-jdk)
	@touch $(STAMP)

slow-start: native ## end-to-end tests of workers that start 3, 10 and 25 s late
	@$(MAVEN) verify -Dunit.skip=true -Dtest=WorkerStartsEndToEndTest -Dsurefire.failIfNoSpecifiedTests=false -Doraculum.start.delays=3,10,25

hostile: native ## every kind of hostile mutant, the slow ones too; JDK=/path chooses the JDK
	@echo "[oraculum] running hostile mutants of every kind$(if $(JDK), on $(JDK)) (mvn verify)"
	@$(MAVEN) verify -Dunit.skip=true -Dtest=HostileMutantsEndToEndTest -Dsurefire.failIfNoSpecifiedTests=false -Doraculum.hostile=all $(if $(JDK),"-Djvm=$(JDK)/bin/java")
	@touch $(STAMP)

install: native ## dev.oraculum:oraculum and what it needs into the local Maven repository, with sources and Javadoc
	@echo "[oraculum] installing the Java modules into the local Maven repository (mvn install)"
	@$(MAVEN_QUIET) install -DskipTests -Pdocumented
	@touch $(STAMP)
.PHONY: install

demo: ## improve an assertion of a commons-lang3 method with the tests that the project publishes
	@sh java-bindings/cli/src/main/sh/demo.sh

KILLS ?= 200
SEED  ?= 1
kill-storm: test-classes ## SIGKILL of commands and workers at random times, each resumed: the same results, nothing left behind; KILLS=200 SEED=1
	@cd java-bindings/e2e && java -Doraculum.home="$(CURDIR)/$(DIST)" -cp "target/test-classes:$(CURDIR)/$(DIST)/lib/*:$(CURDIR)/$(DIST)/junit/platform-1/*" \
	  dev.oraculum.cli.KillStorm $(KILLS) $(SEED) 1
.PHONY: kill-storm

generate-speed: test-classes ## generated tests that a worker runs in a second, in batches, with and without coverage
	@cd java-bindings/e2e && java -Doraculum.home="$(CURDIR)/$(DIST)" -cp "target/test-classes:$(CURDIR)/$(DIST)/lib/*:$(CURDIR)/$(DIST)/junit/platform-1/*" \
	  dev.oraculum.execution.BatchSpeed
.PHONY: generate-speed

BUSY ?= 8
BUSY_TESTS := ProcessesEndToEndTest,RunawayMutantsEndToEndTest,KillAndResumeEndToEndTest,KillStormEndToEndTest,SignalsEndToEndTest,BatchEndToEndTest,CheckEndToEndTest
busy-tests: native ## tests that start, kill and resume workers, with BUSY=8 busy threads beside them
	@echo "[oraculum] running $(BUSY_TESTS) beside $(BUSY) busy threads"
	@busy=; for i in $$(seq $(BUSY)); do (while :; do :; done) & busy="$$busy $$!"; done; trap "kill $$busy" EXIT; trap 'exit 130' INT; trap 'exit 143' TERM; \
	  $(MAVEN) verify -Dunit.skip=true -Dtest=$(BUSY_TESTS) -Dsurefire.failIfNoSpecifiedTests=false $(if $(JDK),"-Djvm=$(JDK)/bin/java")
.PHONY: busy-tests

bench: ## criterion benchmarks of the engine
	@echo "[oraculum] benchmarking (cargo bench)"
	@cargo bench

results: dist ## docs/results/improve.md and engine-times.md from real methods and their tests; SUBJECTS=word: only those, to the terminal
	@java -cp "java-bindings/evaluation/target/classes:$(DIST)/lib/*" dev.oraculum.evaluation.ImproveTable . $(SUBJECTS)
	@$(MAKE) --no-print-directory engine-times

engine-times: dist ## docs/results/engine-times.md: the engine alone and the whole command on methods whose right assertion is known
	@java --enable-native-access=ALL-UNNAMED -Djava.library.path="$(DIST)/native" -cp "java-bindings/evaluation/target/classes:$(DIST)/lib/*" \
	  dev.oraculum.evaluation.EngineTimes . $(SUBJECTS)

generalisation: dist ## docs/results/generalisation.md: learnt on one half of tests and mutators, judged on the other; SUBJECTS=word as above
	@java --enable-native-access=ALL-UNNAMED -Djava.library.path="$(DIST)/native" -cp "java-bindings/evaluation/target/classes:$(DIST)/lib/*" \
	  dev.oraculum.evaluation.Generalisation . $(SUBJECTS)

specifications: dist ## docs/results/specifications.md: small methods with specifications written by hand, and false alarms; SUBJECTS=word as above, EVIDENCE=keep: search and judge only; GENERATED=3000: specifications-generated.md
	@EVIDENCE=$(EVIDENCE) GENERATED=$(or $(GENERATED),0) java --enable-native-access=ALL-UNNAMED -Djava.library.path="$(DIST)/native" -Doraculum.home="$(DIST)" \
	  -cp "java-bindings/evaluation/target/classes:$(DIST)/lib/*" dev.oraculum.evaluation.specifications.Specifications . $(SUBJECTS)
.PHONY: specifications

select-results: dist ## docs/results/select.md: oracle data of the libraries of the SODS study, with times and memory
	@java -Djava.library.path="$(DIST)/native" -cp "java-bindings/evaluation/target/classes:$(DIST)/lib/*" dev.oraculum.evaluation.SelectResults .

select-effectiveness: dist ## docs/results/select-effectiveness.md and .svg: faults that selected data detect, against baselines; SUBJECTS=word: only those, to the terminal
	@java --enable-native-access=ALL-UNNAMED -Djava.library.path="$(DIST)/native" -cp "java-bindings/evaluation/target/classes:$(DIST)/lib/*" \
	  dev.oraculum.evaluation.selection.SelectEffectiveness . --second $(SUBJECTS)

call-graphs: native ## docs/results/call-graphs.md: our call graphs against what tests execute, and against WALA's
	@rm -f docs/results/call-graphs.md docs/results/call-graphs-missing.txt
	@$(MAVEN_QUIET) test -pl evaluation -am -Dtest=CallGraphCrossCheckTest -Dsurefire.failIfNoSpecifiedTests=false \
	  -Dcallgraphs.libraries=csv,mime4j,commons-io -Dcallgraphs.report="$(CURDIR)/docs/results/call-graphs.md"

MERGE := java --enable-native-access=ALL-UNNAMED -Djava.library.path="$(DIST)/native" -Doraculum.home="$(DIST)" -cp "java-bindings/evaluation/target/classes:$(DIST)/lib/*" \
	  dev.oraculum.evaluation.merging.MergeRate .
merge-rate: dist ## docs/results/merge-rate.md: assertions of methods drawn by a rule, attacked by the library's tests and by generated ones; SET=first|second|third STATE=commit GENERATED=3000: improve with so many generated tests
	@ORACULUM_NO_BUILD=1 GENERATED=$(or $(GENERATED),0) $(MERGE) $(or $(SET),first) run $(or $(STATE),$(shell git rev-parse --short HEAD))
.PHONY: merge-rate

GENERATE := java -cp "java-bindings/evaluation/target/classes:java-bindings/evaluation/target/libraries/jacoco.jar:$(DIST)/lib/*" dev.oraculum.evaluation.generation.GenerateResults .
generate-results: dist ## docs/results/generate.md: tests of classes drawn by a rule, judged by JaCoCo and PIT; SET=first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|thirteenth|texts|further-texts|more-texts BUDGET=30 RUNS="search:1 without-templates:1 random:1" STATE=commit
	@for run in $(or $(RUNS),search:1 without-templates:1 random:1); do \
	  ORACULUM_NO_BUILD=1 $(GENERATE) $(or $(SET),first) $${run%%:*} $(or $(BUDGET),30) $${run#*:} $(or $(STATE),$(shell git rev-parse --short HEAD)) $(if $(filter no,$(PIT)),,pit) || exit 1; done
.PHONY: generate-results

generate-flakiness: dist ## the tests of ten classes of a generate-results run, a hundred times on each of JDKS="/home /home"; STATE=commit of the run
	@$(GENERATE) $(or $(SET),first) flaky $(or $(STATE),$(shell git rev-parse --short HEAD)) $(or $(JDKS),$(shell dirname $$(dirname $$(readlink -f $$(command -v java)))))
.PHONY: generate-flakiness

evoobj-results: dist ## docs/results/evoobj.md: branches covered with seed templates and without, by algorithm; SUBJECTS=word: only those
	@java --enable-native-access=ALL-UNNAMED -Djava.library.path="$(DIST)/native" -Doraculum.home="$(DIST)" -cp "java-bindings/evaluation/target/classes:$(DIST)/lib/*" \
	  dev.oraculum.evaluation.EvoObjResults . $(SUBJECTS)
.PHONY: evoobj-results

symbolic-results: dist solver ## docs/results/symbolic.md: branches covered with symbolic execution and without; SUBJECTS=word: only those
	@java --enable-native-access=ALL-UNNAMED -Djava.library.path="$(DIST)/native" -Doraculum.home="$(DIST)" \
	  -cp "java-bindings/evaluation/target/classes:java-bindings/evaluation/target/libraries/jacoco.jar:$(DIST)/lib/*" \
	  dev.oraculum.evaluation.symbolic.SymbolicResults . $(SUBJECTS)
.PHONY: symbolic-results

PROGRAMS ?= 10000
symbolic-programs: solver ## docs/results/symbolic-programs.txt: random programs, of which each solved branch is run and has to be taken; PROGRAMS=10000
	@ORACULUM_PROGRAMS=$(PROGRAMS) CARGO_INCREMENTAL=0 cargo test -q $(TESTED) --lib -j $(JOBS) -- --nocapture \
	  random_programs_take what_the_own_solver_leaves the_solvers_agree > build/symbolic-programs.log
	@sed -n 's/^figure: //p' build/symbolic-programs.log | sort -rn > docs/results/symbolic-programs.txt
.PHONY: symbolic-programs

paths-results: ## docs/results/paths.md and .svg: policies of path selection on recorded pools of eight programs
	@cargo run --release $(CARGO_QUIET) --example path_policies -- docs/results
.PHONY: paths-results

infer-results: dist ## docs/results/infer.md: likely invariants against a list made by hand, and the time of traces
	@java --enable-native-access=ALL-UNNAMED -Djava.library.path="$(DIST)/native" -Doraculum.home="$(DIST)" -cp "java-bindings/evaluation/target/classes:$(DIST)/lib/*" \
	  dev.oraculum.evaluation.InferResults .

rank-results: dist ## docs/results/rank.md: where the first wrong assertion of generated tests comes, on releases with real faults; SUBJECTS=id: only those, to the terminal
	@$(MVN) -B -ntp -q -f java-bindings/evaluation/src/faults/pom.xml process-resources
	@java --enable-native-access=ALL-UNNAMED -Djava.library.path="$(DIST)/native" -Doraculum.home="$(DIST)" -cp "java-bindings/evaluation/target/classes:$(DIST)/lib/*" \
	  dev.oraculum.evaluation.RankResults . $(SUBJECTS)

service-cost: dist ## what a session of oraculum-spi's services costs, and whether ten thousand leave anything behind; SESSIONS=10000
	@java --enable-native-access=ALL-UNNAMED -Djava.library.path="$(DIST)/native" -Doraculum.home="$(DIST)" -cp "java-bindings/evaluation/target/classes:$(DIST)/lib/*" \
	  dev.oraculum.evaluation.services.ServiceCost $(SESSIONS)
.PHONY: service-cost

# Not part of `make test`: it needs a browser and two packages of npm.
report-screens: dist ## a page of `oraculum report` in Chromium: screenshots at three widths, light and dark, and axe-core's rules; CHROMIUM=/path
	@ORACULUM_NO_BUILD=1 sh java-bindings/evaluation/src/main/report-screens/report-screens.sh
.PHONY: report-screens

recording-results: dist ## docs/results/recording.md: what recording every invocation of a class costs its tests; SUBJECTS=word: only those, to the terminal
	@java --enable-native-access=ALL-UNNAMED -Djava.library.path="$(DIST)/native" -Doraculum.home="$(DIST)" -cp "java-bindings/evaluation/target/classes:$(DIST)/lib/*" \
	  dev.oraculum.evaluation.RecordingCost . $(SUBJECTS)

history-safety: dist ## what --history keeps against runs without it, on a library edited at random
	@for of in "generate $(EVALUATED)/commons-csv-1.1.jar - 10" "generate $(EVALUATED)/commons-cli-1.2.jar - 10" \
	  "improve java-bindings/subjects/target/oraculum-subjects-0.1.0.jar java-bindings/subjects/target/test-classes:$$(echo $(DIST)/junit/platform-1/*.jar | tr ' ' :) 3"; do \
	  java --enable-native-access=ALL-UNNAMED -Djava.library.path="$(DIST)/native" -Doraculum.home="$(DIST)" -cp "java-bindings/evaluation/target/classes:$(DIST)/lib/*" \
	    dev.oraculum.evaluation.history.HistorySafety . $$of 1 || exit 1; \
	done
.PHONY: history-safety
EVALUATED := java-bindings/evaluation/target/libraries

clean: ## removes everything built
	@echo "[oraculum] removing build/, target/ and the Maven targets"
	@rm -rf build target java-bindings/target java-bindings/*/target gradle/target gradle/*/target maven/target

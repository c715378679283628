/**
 * The public Java API of Oraculum. Here stands what every job shares. What one capability alone has is in a package of its own, which
 * begins with its request:
 *
 * <ul>
 * <li>{@link dev.oraculum.api.improve}: better assertions, by mutants and a search;
 * <li>{@link dev.oraculum.api.infer}: likely invariants;
 * <li>{@link dev.oraculum.api.rank}: which assertions of generated tests are probably wrong;
 * <li>{@link dev.oraculum.api.select}: which variables are worth asserting on, and {@link dev.oraculum.api.oracle}: their values, recorded
 * and compared;
 * <li>{@link dev.oraculum.api.report}: results as a page for people.
 * </ul>
 *
 * <p>{@link dev.oraculum.api.Oraculum} runs whole jobs. A job is a {@link dev.oraculum.api.Request}: a {@link dev.oraculum.api.Project},
 * and what the capability adds to it. Its {@link dev.oraculum.api.JobListener} hears of {@link dev.oraculum.api.Phase}s; its {@link
 * dev.oraculum.api.Report} says in a {@link dev.oraculum.api.RunInfo} how the run went. What can be set is in {@link
 * dev.oraculum.api.settings}.
 *
 * <p>{@link dev.oraculum.api.Engine} alone, for states that come from elsewhere, takes {@link dev.oraculum.api.evidence} and facts of a
 * {@link dev.oraculum.api.program}. Its {@link dev.oraculum.api.evidence.Evidence} takes states unit by unit: the original class first,
 * then one unit a mutant. {@link dev.oraculum.api.Engine#improve} searches, with a listener for progress, and can be cancelled; results are
 * records. Whatever is wrong with the input is an {@link java.lang.IllegalArgumentException} whose message can be shown to a user; a closed
 * engine answers with {@link java.lang.IllegalStateException}; the rest is {@link dev.oraculum.api.OraculumException}.
 *
 * <p>For example, states of {@code int abs(int x)}, a mutant that returns {@code x} and one that returns {@code -x} (this is a test, {@code
 * AbsExampleTest}, which also shows how {@code states} writes the records of docs/formats.md into a direct buffer). Five states are too few
 * for the gates of the hybrid engine to let a clause pass, so co-evolution is asked for:
 *
 * <pre>{@code
 * Schema schema = new Schema("Example#abs(int)", List.of(new Variable("x", ValueType.INT), new Variable("result", ValueType.INT)));
 *     try (Engine engine = Engine.open(EngineOptions.inMemory())) { Evidence evidence = engine.evidence();
 *     evidence.begin(schema, Map.of());
 *     try (EvidenceUnit original = evidence.beginUnit(new UnitHeader(0, "original", UnitKind.ORIGINAL))) {
 *         original.append(states(schema, new long[][] {{-7, 7}, {-1, 1}, {0, 0}, {1, 1}, {5, 5}}));
 *         original.finish("completed", List.of("AbsTest#all"), "{}");
 *     }
 *     try (EvidenceUnit mutant = evidence.beginUnit(new UnitHeader(1, "returns x", UnitKind.MUTANT))) {
 *         mutant.append(states(schema, new long[][] {{-7, -7}, {-1, -1}, {0, 0}, {1, 1}, {5, 5}}));
 *         mutant.finish("completed", List.of("AbsTest#all"), "{}");
 *     }
 *     try (EvidenceUnit mutant = evidence.beginUnit(new UnitHeader(2, "returns -x", UnitKind.MUTANT))) {
 *         mutant.append(states(schema, new long[][] {{-7, 7}, {-1, 1}, {0, 0}, {1, -1}, {5, -5}}));
 *         mutant.finish("completed", List.of("AbsTest#all"), "{}");
 *     }
 *
 *     Improvement improvement = engine.improve(
 *             ImproveRequest.defaults().withAssertion("result >=
 * x").withBudget(Duration.ofSeconds(30)).withEngine(SearchEngine.COEVOLUTION),
 *             progress -> true);
 *
 *     assertEquals(StopReason.PERFECT, improvement.stopReason());
 *     assertEquals(2, improvement.initial().fn());
 *     assertTrue(improvement.best().perfect(), () -> improvement.best().text().assertion());
 *     assertEquals(2, improvement.best().mutants().detected());
 * }
 * }</pre>
 */
package dev.oraculum.api;

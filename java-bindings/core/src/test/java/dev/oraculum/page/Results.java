package dev.oraculum.page;

import dev.oraculum.api.report.ReportPage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A small result of each kind, as docs/formats.md has it; quotes are {@code '} here. */
final class Results {
    static final String IMPROVE = json("""
            {'schemaVersion': 1, 'method': 'pkg.Calc#min(int,int)', 'seed': 7, 'stopReason': 'stagnation', 'generations': 50,
             'elapsed': {'tests': 0.25, 'total': 1.5},
             'evidence': {'correct': 13, 'incorrect': 21, 'tests': 5, 'generatedTests': 2, 'invocations': 17, 'sufficient': true,
              'summary': '5 tests return from the method 17 times',
              'mutants': {'total': 9, 'killedBeforeAssertion': 1, 'likelyEquivalent': 2, 'notJudged': 0, 'detected': 4, 'survived': 2},
              'variables': ['x', 'result'], 'variablesLeftOut': [{'name': 'y', 'reason': 'unstable'}],
              'testsLeftOut': [{'name': 'CalcTest.slow', 'reason': 'fails'}], 'tooLong': 1, 'inheritedCorruption': 3,
              'classesLeftOut': [{'name': 'pkg.Odd', 'reason': 'damaged'}],
              'contained': {'mutants': 1, 'tests': 2, 'refused': [{'kind': 'write', 'target': '/etc/x', 'mutants': 1}]},
              'notRecorded': {'mutants': 1, 'tests': 4, 'reasons': [{'reason': 'ran out of memory', 'tests': 4}]}},
             'initial': {'assertion': 'true', 'fp': 0, 'fn': 21, 'size': 1},
             'improved': {'assertion': 'result <= x && result == old_x', 'java': 'result <= x && result == old_x',
              'entryValues': ['final int old_x = x;'], 'exitValues': ['final int n = x.length;'], 'fp': 0, 'fn': 4, 'size': 5},
             'floor': {'atoms': 30, 'fn': 3}, 'gap': 1, 'ungated': {'assertion': 'result < x', 'fn': 3, 'size': 3},
             'archive': [{'assertion': 'result < x', 'fn': 3, 'size': 3}],
             'clauses': [{'assertion': 'result <= x', 'size': 3, 'mutants': 31, 'states': 17, 'alone': 14, 'support': 12,
              'confidence': 0.8049}],
             'unchanged': ['a == null || a.equals(old_a)'], 'clausesLeftOut': [{'name': 'q > 0', 'reason': 'cannot find symbol'}],
             'verified': {'compiled': true, 'statesChecked': 34, 'disagreements': 0},
             'assessed': {'tests': 500, 'states': 90, 'rounds': 2, 'counterexamples': 1, 'dropped': [{'name': 'z > 0', 'reason': 'false'}]},
             'proof': {'status': 'proven', 'reason': '', 'tests': 5, 'jvms': 1, 'furtherStates': 6, 'counterexamples': 0, 'rounds': 0},
             'survivingMutants': ['min(int,int)/CONDITIONALS_BOUNDARY/7', 'min(int,int)/MATH/9']}""");

    static final String BATCH = """
            {"schemaVersion": 1, "seed": 7, "elapsed": 9.3, "outcomes": {"improved": 1, "noTests": 1}, "results": [
            """ + IMPROVE + json("""
            ], 'failures': [{'method': 'pkg.Calc#idle()', 'outcome': 'noTests', 'reason': 'no test reaches it'}]}""");

    static final String INFER = json("""
            {'schemaVersion': 1, 'settings': {}, 'points': [
             {'name': 'pkg.Calc:::OBJECT', 'method': 'pkg.Calc', 'place': 'object', 'line': null, 'samples': 40, 'variables': ['this.n'],
              'variablesLeftOut': 0, 'implied': 1, 'elsewhere': 0, 'invariants': [{'says': 'bound', 'daikon': 'this.n >= 0',
              'jml': 'this.n >= 0', 'assertion': null, 'java': null, 'variables': ['this.n'], 'confidence': 0.9999, 'samples': 40}]},
             {'name': 'pkg.Calc.add(int):::ENTER', 'method': 'pkg.Calc.add(int)', 'place': 'entry', 'line': null, 'samples': 20,
              'variables': ['x'], 'variablesLeftOut': 2, 'implied': 0, 'elsewhere': 0, 'invariants': [{'says': 'bound', 'daikon': 'x >= 1',
              'jml': 'x >= 1', 'assertion': 'x >= 1', 'java': 'x >= 1', 'variables': ['x'], 'confidence': 1.0, 'samples': 20}]},
             {'name': 'pkg.Calc.add(int):::EXIT', 'method': 'pkg.Calc.add(int)', 'place': 'exit', 'line': null, 'samples': 20,
              'variables': ['x', 'return'], 'variablesLeftOut': 0, 'implied': 0, 'elsewhere': 0, 'invariants': [
              {'says': 'order', 'daikon': 'return > x', 'jml': null, 'assertion': 'result > x', 'java': 'result > x',
               'variables': ['return', 'x'], 'confidence': 1.0, 'samples': 20},
              {'says': 'unchanged', 'daikon': 'x == orig(x)', 'jml': null, 'assertion': null, 'java': null,
               'variables': ['x', 'orig(x)'], 'confidence': 1.0, 'samples': 20}]},
             {'name': 'pkg.Calc.add(int):::EXIT9', 'method': 'pkg.Calc.add(int)', 'place': 'exit', 'line': 9, 'samples': 8,
              'variables': ['x'], 'variablesLeftOut': 0, 'implied': 0, 'elsewhere': 0, 'invariants': [{'says': 'constant',
              'daikon': 'x == 5', 'jml': 'x == 5', 'assertion': null, 'java': null, 'variables': ['x'], 'confidence': 1.0, 'samples': 8}]},
             {'name': 'loop:::POINT', 'method': 'loop', 'place': 'other', 'line': null, 'samples': 3, 'variables': ['i'],
              'variablesLeftOut': 0, 'implied': 0, 'elsewhere': 0, 'invariants': []}],
             'failures': [{'method': 'pkg.Calc#idle()', 'reason': 'no test reaches it'}],
             'testsLeftOut': [{'method': 'pkg.Calc.add(int)', 'name': 'CalcTest.slow', 'reason': 'fails'}],
             'exitsWithoutEntry': 0, 'entriesWithoutExit': 0, 'truncated': [{'file': 'a.dtrace', 'line': 12}],
             'elapsed': {'total': 0.5}}""");

    static final String RANK = json("""
            {'schemaVersion': 1, 'className': 'pkg.Calc', 'settings': {}, 'depth': 2, 'profile': 'cumulative',
             'totals': {'assertions': 6, 'executed': 6, 'unsafe': 2, 'constraints': 25, 'violatedConstraints': 7}, 'toRead': 1,
             'assertions': [
              {'position': 1.5, 'score': 1.0, 'top': true, 'test': 'pkg.CalcGenTest.test1', 'file': 'pkg/CalcGenTest.java', 'line': 21,
               'ordinal': 0, 'kind': 'assertEquals', 'text': 'assertEquals(0, calc.n());', 'tests': ['pkg.CalcGenTest.test9'], 'reasons': [
               {'constraint': 'minutes >= 0', 'daikon': 'minutes >= 0', 'method': 'pkg.Calc#plus(int)', 'moment': 'entry', 'violations': 1,
                'allViolations': 4, 'uniqueness': 0.25, 'score': 0.25, 'confidence': 0.9995, 'samples': 31, 'examples': [
                {'test': 'pkg.CalcGenTest.test1', 'invocation': 1, 'dos': 0.875, 'similar': {'test': 'pkg.CalcTest.day', 'invocation': 1},
                 'values': [{'name': 'minutes', 'value': '-90'}]}]}], 'reasonsLeftOut': 3},
              {'position': 3.0, 'score': 0.5, 'top': false, 'test': 'pkg.CalcGenTest.test2', 'file': null, 'line': 0, 'ordinal': 0,
               'kind': 'assertTrue', 'text': null, 'tests': [], 'reasons': [], 'reasonsLeftOut': 0}],
             'restPosition': 4.5, 'manual': {'tests': 4, 'used': 3, 'reaching': 3, 'invocations': 127,
              'leftOut': [{'name': 'pkg.CalcTest.slow', 'reason': 'fails'}]},
             'generated': {'tests': 3, 'used': 3, 'reaching': 3, 'invocations': 17, 'leftOut': []},
             'notObserved': ['pkg.Calc#odd() has too many variables'], 'problems': ['pkg.Odd cannot be woven'],
             'elapsed': {'total': 2.0}}""");

    static final String SELECT = json("""
            {'schemaVersion': 1, 'settings': {'count': 2}, 'testClasses': ['pkg.CalcTest'],
             'figures': {'classes': 2, 'methods': 8, 'reachableMethods': 7, 'data': 16, 'chains': 15, 'cyclicChains': 4},
             'selected': [
              {'rank': 1, 'datum': {'className': 'pkg.Calc', 'method': 'free', 'descriptor': '()I', 'source': 'Calc.java', 'line': 26,
               'kind': 'return', 'name': null, 'owner': null, 'element': false, 'operations': [4]}, 'capability': 5.25,
               'initialCapability': 6.0, 'observes': [{'datum': {'className': 'pkg.Calc', 'method': '<init>', 'descriptor': '(I)V',
               'source': 'Calc.java', 'line': 9, 'kind': 'field', 'name': 'places', 'owner': 'pkg.Calc', 'element': true,
               'operations': [5]}, 'capability': 0.5}]}],
             'missing': ['pkg.Gone'], 'problems': ['pkg.Odd: damaged'], 'elapsed': {'facts': 0.3, 'total': 2.4}}""");

    static final String CHECK = json("""
            {'schemaVersion': 1, 'testsRun': 3, 'valuesCompared': 9, 'mismatches': [
              {'test': 'pkg.CalcTest.day', 'testId': '[day]', 'datum': {'className': 'pkg.Calc', 'method': 'free', 'descriptor': '()I',
               'source': 'Calc.java', 'line': 26, 'kind': 'field', 'name': 'places', 'owner': 'pkg.Calc', 'element': true,
               'operations': [4]}, 'kind': 'value', 'index': 8, 'expected': '280', 'actual': '360', 'expectedCount': 12,
               'actualCount': 13, 'repeatable': false}],
             'testsNotPassing': [{'name': 'pkg.CalcTest.night', 'reason': 'failed'}],
             'testsNotRecorded': [{'name': 'pkg.CalcTest.slow', 'reason': 'stopped'}], 'testsGone': ['pkg.CalcTest.gone'],
             'dataGone': [{'datum': {'className': 'pkg.Calc', 'method': 'sum', 'line': 0, 'kind': 'return', 'name': null, 'owner': null,
               'element': false}, 'reason': 'there is no such method', 'tests': 2}], 'problems': ['pkg.Odd cannot be woven']}""");

    static final String GENERATE = json("""
            {'schemaVersion': 1, 'className': 'pkg.Calc', 'scope': {'method': 'min(II)I', 'line': 26}, 'settings': {}, 'seed': 7,
             'stop': 'MAX_TESTS', 'executed': 300, 'coverage': {'branch': {'goals': 6, 'covered': 5}, 'line': {'goals': 9, 'covered': 9}},
             'existing': {'testClasses': ['pkg.CalcTest'], 'tests': 3, 'notPassing': [{'name': 'pkg.CalcTest.slow', 'reason': 'fails'}],
              'sequences': 3, 'seeds': 3, 'covered': {'branch': 2}},
             'missed': [{'kind': 'branch', 'method': 'pkg.Calc.min(II)I', 'line': 27, 'outcome': 1, 'infeasible': ['x is final']}],
             'mutants': [
              {'className': 'pkg.Calc', 'id': 'min(int,int)/MATH/6', 'line': 26, 'description': 'addition to subtraction',
               'end': 'KILLED', 'missedBy': {'count': 0, 'tests': []}, 'difference': null, 'blocked': null},
              {'className': 'pkg.Calc', 'id': 'min(int,int)/MATH/7', 'line': 26, 'description': 'same', 'end': 'EQUIVALENT',
               'missedBy': {'count': 0, 'tests': []}, 'difference': null, 'blocked': null},
              {'className': 'pkg.Calc', 'id': 'min(int,int)/MATH/8', 'line': 0, 'description': 'one more', 'end': 'UNASSERTED',
               'missedBy': {'count': 2, 'tests': ['test0']}, 'difference': {'test': 'test0', 'of': 'the result of Calc.min(..)',
               'original': '1', 'mutant': '2', 'why': 'NOT_WRITTEN'}, 'blocked': null},
              {'className': 'pkg.Calc', 'id': 'max(int,int)/MATH/9', 'line': 30, 'description': 'gone', 'end': 'NOT_REACHED',
               'missedBy': {'count': 0, 'tests': []}, 'difference': null,
               'blocked': {'kind': 'method', 'method': 'pkg.Calc.max(II)I', 'line': 30, 'outcome': 0}}],
             'files': [{'path': 'pkg/Calc_Test.java', 'className': 'pkg.Calc_Test', 'source': 'class Calc_Test {}', 'tests': 4}],
             'faults': [{'className': 'pkg.Calc', 'contract': 'x.equals(x)', 'test': 'fault0', 'failure': 'it is false'}],
             'faultsFile': {'path': 'pkg/Calc_Faults.java', 'className': 'pkg.Calc_Faults', 'source': '', 'tests': 1},
             'left': {'does not compile': 2}, 'missingTypes': ['pkg.Gone'], 'templates': {'tests': 0, 'refused': {}}, 'symbolic': {},
             'elapsed': {'search': 1.5}}""");

    static final String GENERATE_ALL = """
            {"schemaVersion": 1, "seed": 7, "elapsed": 9.3, "outcomes": {"generated": 1, "noCode": 1}, "tests": 4, "coverage": {},
             "mutants": {}, "results": [
            """ + GENERATE + json("""
            ], 'failures': [{'className': 'pkg.Shape', 'outcome': 'noCode', 'reason': 'an interface'}]}""");

    private Results() {}

    /** The kinds by name. */
    static Map<String, String> all() {
        Map<String, String> all = new LinkedHashMap<>();
        all.put("improve.json", IMPROVE);
        all.put("batch.json", BATCH);
        all.put("infer.json", INFER);
        all.put("rank.json", RANK);
        all.put("select.json", SELECT);
        all.put("check.json", CHECK);
        all.put("generate.json", GENERATE);
        all.put("generate-all.json", GENERATE_ALL);
        return all;
    }

    static String json(String quoted) {
        return quoted.replace('\'', '"');
    }

    /** The page of these texts, each in a file of its own. */
    static ReportPage page(Path folder, String... results) throws IOException {
        List<Path> files = new ArrayList<>();
        for (String result : results) {
            files.add(Files.writeString(folder.resolve("result" + files.size() + ".json"), result));
        }
        return ReportPage.of(files);
    }

    /** All kinds on one page. */
    static String html(Path folder) throws IOException {
        return page(folder, all().values().toArray(String[]::new)).html();
    }

    static Stream<String> texts() {
        return all().values().stream();
    }
}

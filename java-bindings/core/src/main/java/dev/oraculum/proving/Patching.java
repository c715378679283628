package dev.oraculum.proving;

import dev.oraculum.api.evidence.Exits;
import dev.oraculum.api.improve.Form;
import dev.oraculum.api.improve.Proving;
import dev.oraculum.patch.SourcePatches;
import dev.oraculum.patch.SourcePatches.Insertion;
import dev.oraculum.patch.TestPatches;
import java.nio.file.Path;
import java.util.List;

/** Brings assertions into sources, of the code under test or of its tests. */
interface Patching {
    /** As it is to stand there. */
    SourcePatches patch(List<Insertion> insertions);

    /** Each clause by itself, for the runtime to hear of. */
    SourcePatches onTrial(List<Insertion> insertions);

    /** Folder of the sources that are changed. */
    Path folder();

    /** As a request wants it. */
    static Patching of(Proving proving, Exits exits, List<Path> classPath) {
        if (proving.form() == Form.TEST) {
            TestPatches tests = new TestPatches(proving.sources(), proving.testSources(), classPath);
            return new Patching() {
                @Override
                public SourcePatches patch(List<Insertion> insertions) {
                    return tests.insert(insertions);
                }

                @Override
                public SourcePatches onTrial(List<Insertion> insertions) {
                    return tests.onTrial(insertions);
                }

                @Override
                public Path folder() {
                    return proving.testSources();
                }
            };
        }
        return new Patching() {
            @Override
            public SourcePatches patch(List<Insertion> insertions) {
                return SourcePatches.insert(proving.sources(), insertions, exits, proving.form());
            }

            @Override
            public SourcePatches onTrial(List<Insertion> insertions) {
                return SourcePatches.onTrial(proving.sources(), insertions, exits);
            }

            @Override
            public Path folder() {
                return proving.sources();
            }
        };
    }
}

package dev.oraculum.api.infer;

import java.util.List;

/** Invariants of classes as JML: clauses in front of members, of which only the names are known. */
final class JmlText {
    private final StringBuilder text = new StringBuilder();

    private JmlText() {}

    static String of(List<ClassInvariants> classes) {
        JmlText jml = new JmlText();
        classes.forEach(jml::add);
        return jml.text.toString();
    }

    private void add(ClassInvariants of) {
        line("class " + of.className() + " {");
        of.objects().forEach(block -> {
            clauses(block.name().equals("class") ? "static invariant" : "invariant", block.invariants());
            line("");
        });
        of.methods().forEach(method -> {
            clauses("requires", method.requires());
            clauses("ensures", method.ensures());
            method.unchanged().forEach(this::unchanged);
            method.exits().forEach(exit -> {
                line("  // at line " + exit.line() + ":");
                exit.ensures().forEach(invariant ->
                        line("  // ensures " + (invariant.jml() == null ? invariant.daikon() : invariant.jml())));
            });
            line("  " + name(of.className(), method.name()) + ";");
            line("");
        });
        of.others().forEach(block -> {
            line("  // at " + block.name() + ":");
            block.invariants().forEach(invariant -> line("  // " + invariant.daikon()));
            line("");
        });
        // The last clause needs no empty line after it.
        text.setLength(text.toString().stripTrailing().length());
        text.append("\n}\n");
        line("");
    }

    private void clauses(String keyword, List<Inference.Invariant> invariants) {
        for (Inference.Invariant invariant : invariants) {
            // What JML has no words for is told to people.
            line(invariant.jml() == null
                    ? "  // " + keyword + ", in Daikon's words: " + invariant.daikon()
                    : "  //@ " + keyword + " " + invariant.jml() + ";");
        }
    }

    private void unchanged(String name) {
        boolean value = !name.contains("[") && !name.contains("size(");
        String read = name.equals("return") ? "\\result" : name.endsWith(".toString") ? name.substring(0, name.length() - 9) : name;
        line(value ? "  //@ ensures \\not_modified(" + read + ");" : "  // unchanged: " + name);
    }

    private static String name(String className, String method) {
        String simple = className.substring(className.lastIndexOf('.') + 1);
        return method.startsWith("<init>") ? simple + method.substring(6) : method;
    }

    private void line(String line) {
        text.append(line).append('\n');
    }
}

package dev.oraculum.generation;

import com.palantir.javapoet.CodeBlock;
import dev.oraculum.facts.ClassInfo;
import dev.oraculum.facts.Hierarchy;
import dev.oraculum.spi.SeedTemplate;
import dev.oraculum.spi.SeedTemplate.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import javax.lang.model.SourceVersion;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * A seed template as Java, a statement a line, with slots as variables that have a value. For people types have their simple names; for
 * javac their full ones.
 */
public final class TemplateText {
    private final Hierarchy hierarchy;
    private final List<Statement> statements;
    /** Expressions of slots by number, in place of their own values. */
    private final Map<Integer, String> values;
    private final boolean isShort;
    /** By statement, the variable that has its value; null: it has none. */
    private final List<String> variables = new ArrayList<>();
    private final Set<String> taken = new HashSet<>();

    private TemplateText(Hierarchy hierarchy, SeedTemplate template, Map<Integer, String> values, boolean isShort) {
        this.hierarchy = hierarchy;
        this.statements = template.statements();
        this.values = values;
        this.isShort = isShort;
    }

    /** For people. */
    public static List<String> readable(Hierarchy hierarchy, SeedTemplate template) {
        return new TemplateText(hierarchy, template, Map.of(), true).lines();
    }

    /**
     * For javac, in a method that throws anything, of a class in the package of the entry's.
     *
     * @param values expressions of slots by number, in place of their own values
     */
    public static List<String> compilable(Hierarchy hierarchy, SeedTemplate template, Map<Integer, String> values) {
        return new TemplateText(hierarchy, template, values, false).lines();
    }

    private List<String> lines() {
        for (Statement statement : statements) {
            // A variable hides a package, or a class without one, of the same name (JLS 6.4.2).
            named(statement).forEach(name -> taken.add(className(name).split("\\.")[0]));
        }
        List<String> lines = new ArrayList<>();
        for (int number = 0; number < statements.size(); number++) {
            lines.add(line(number, statements.get(number)));
        }
        return lines;
    }

    private String line(int number, Statement statement) {
        boolean defines = statement.type() != null && (isUsed(number) || !standsAlone(statement));
        String given = values.get(number);
        String expression = given != null ? given : expression(statement, defines);
        String name = defines ? unique(statement) : null;
        variables.add(name);
        return defines ? type(statement.type()) + " " + name + " = " + expression + ";" : expression + ";";
    }

    /** Whether its expression is a statement by itself (JLS 14.8). */
    private static boolean standsAlone(Statement statement) {
        return statement instanceof SeedTemplate.Construct || statement instanceof SeedTemplate.Call;
    }

    private boolean isUsed(int number) {
        return statements.stream().skip(number + 1L).anyMatch(statement -> uses(statement).contains(number));
    }

    /** Internal names of the classes that stand in a statement's text as more than the type of a variable. */
    private static List<String> named(Statement statement) {
        if (statement instanceof SeedTemplate.Call call && call.receiver() == null) {
            return List.of(call.owner());
        }
        if (statement instanceof SeedTemplate.GetField get && get.object() == null) {
            return List.of(get.owner());
        }
        if (statement instanceof SeedTemplate.PutField put && put.object() == null) {
            return List.of(put.owner());
        }
        return statement instanceof SeedTemplate.EnumConstant constant ? List.of(constant.className()) : List.of();
    }

    private static List<Integer> uses(Statement statement) {
        List<Integer> uses = new ArrayList<>();
        if (statement instanceof SeedTemplate.Construct made) {
            uses.addAll(made.arguments());
        } else if (statement instanceof SeedTemplate.Call call) {
            uses.add(call.receiver());
            uses.addAll(call.arguments());
        } else if (statement instanceof SeedTemplate.GetField get) {
            uses.add(get.object());
        } else if (statement instanceof SeedTemplate.PutField put) {
            uses.add(put.object());
            uses.add(put.value());
        } else if (statement instanceof SeedTemplate.NewArray array) {
            uses.add(array.length());
        } else if (statement instanceof SeedTemplate.PutElement put) {
            uses.addAll(List.of(put.array(), put.index(), put.value()));
        }
        return uses;
    }

    private String expression(Statement statement, boolean defines) {
        if (statement instanceof SeedTemplate.Construct made) {
            return construct(made);
        }
        if (statement instanceof SeedTemplate.Call call) {
            String result = Type.getReturnType(call.descriptor()).getDescriptor();
            return (defines ? cast(statement, result) : "") + object(call.receiver(), call.owner()) + "." + call.name()
                    + "(" + arguments(call.arguments()) + ")";
        }
        if (statement instanceof SeedTemplate.GetField get) {
            return cast(statement, get.descriptor()) + object(get.object(), get.owner()) + "." + get.name();
        }
        if (statement instanceof SeedTemplate.PutField put) {
            return object(put.object(), put.owner()) + "." + put.name() + " = " + variables.get(put.value());
        }
        if (statement instanceof SeedTemplate.NewArray array) {
            String[] parts = type(array.type()).split("\\[", 2);
            return "new " + parts[0] + "[" + variables.get(array.length()) + parts[1];
        }
        if (statement instanceof SeedTemplate.PutElement put) {
            return variables.get(put.array()) + "[" + variables.get(put.index()) + "] = " + variables.get(put.value());
        }
        if (statement instanceof SeedTemplate.Primitive number) {
            return literal(number);
        }
        if (statement instanceof SeedTemplate.Text text) {
            return CodeBlock.of("$S", text.constant()).toString();
        }
        return statement instanceof SeedTemplate.EnumConstant constant ? className(constant.className()) + "." + constant.name() : "null";
    }

    private String construct(SeedTemplate.Construct made) {
        ClassInfo info = hierarchy.find(made.className()).orElse(null);
        boolean inner = info != null && info.outer() != null && !info.isInterface() && !info.is(Opcodes.ACC_STATIC);
        if (!inner || made.arguments().isEmpty()) {
            return "new " + className(made.className()) + "(" + arguments(made.arguments()) + ")";
        }
        List<Integer> arguments = made.arguments();
        String others = arguments(arguments.subList(1, arguments.size()));
        return variables.get(arguments.get(0)) + ".new " + info.simpleName() + "(" + others + ")";
    }

    private static String literal(SeedTemplate.Primitive slot) {
        if (!(slot.constant() instanceof Number number)) {
            return String.valueOf(slot.constant());
        }
        return switch (slot.type()) {
            case "C" -> JavaLiterals.of((char) number.intValue());
            case "J" -> JavaLiterals.of(number.longValue());
            case "F" -> JavaLiterals.of(number.floatValue());
            case "D" -> JavaLiterals.of(number.doubleValue());
            // A variable of a smaller type takes an int that fits.
            default -> JavaLiterals.of(number.intValue());
        };
    }

    private String cast(Statement statement, String given) {
        return statement.type() == null || statement.type().equals(given) ? "" : "(" + type(statement.type()) + ") ";
    }

    private String object(Integer value, String owner) {
        return value == null ? className(owner) : variables.get(value);
    }

    private String arguments(List<Integer> values) {
        return values.stream().map(variables::get).collect(Collectors.joining(", "));
    }

    private String type(String descriptor) {
        Type type = Type.getType(descriptor);
        Type element = type.getSort() == Type.ARRAY ? type.getElementType() : type;
        int dimensions = type.getSort() == Type.ARRAY ? type.getDimensions() : 0;
        return (element.getSort() == Type.OBJECT ? className(element.getInternalName()) : element.getClassName()) + "[]".repeat(dimensions);
    }

    private String className(String internalName) {
        String canonical = hierarchy.canonicalName(internalName);
        String folder = ClassInfo.packageOf(internalName);
        return isShort ? canonical.substring(folder.length()) : canonical;
    }

    private String unique(Statement statement) {
        String type = type(statement.type());
        String simple = type.substring(type.lastIndexOf('.') + 1).replace("[]", "s");
        String lower = simple.substring(0, 1).toLowerCase(Locale.ROOT) + simple.substring(1);
        String base = statement instanceof SeedTemplate.Slot ? "slot" : lower;
        if (SourceVersion.isKeyword(base)) {
            base = "value";
        }
        return Names.unique(taken, base);
    }
}

package dev.oraculum.generation;

import com.palantir.javapoet.ArrayTypeName;
import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.TypeName;
import dev.oraculum.api.seed.SeedTemplate;
import dev.oraculum.api.seed.SeedTemplate.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import javax.lang.model.SourceVersion;
import org.objectweb.asm.Type;

/** A seed template as Java, for people: slots are variables with a value, types have their simple names, and nothing is imported. */
public final class TemplateText {
    private final List<Statement> statements;
    /** By statement, the variable that has its value; null: it has none. */
    private final List<String> variables = new ArrayList<>();
    private final Set<String> taken = new HashSet<>();

    private TemplateText(SeedTemplate template) {
        statements = template.statements();
    }

    /** The statements, a line each. */
    public static List<String> of(SeedTemplate template) {
        TemplateText text = new TemplateText(template);
        List<String> lines = new ArrayList<>();
        for (Statement statement : text.statements) {
            lines.add(text.line(statement));
        }
        return lines;
    }

    private String line(Statement statement) {
        String expression = expression(statement);
        boolean used = statement.type() != null && isUsed(variables.size());
        String name = used ? unique(statement) : null;
        variables.add(name);
        return used ? type(statement.type()) + " " + name + " = " + expression + ";" : expression + ";";
    }

    private boolean isUsed(int number) {
        return statements.stream().skip(number + 1L).anyMatch(statement -> uses(statement).contains(number));
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

    private String expression(Statement statement) {
        if (statement instanceof SeedTemplate.Construct made) {
            return "new " + simple(made.className()) + "(" + arguments(made.arguments()) + ")";
        }
        if (statement instanceof SeedTemplate.Call call) {
            String result = Type.getReturnType(call.descriptor()).getDescriptor();
            return cast(statement, result) + object(call.receiver(), call.owner()) + "." + call.name()
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
        return statement instanceof SeedTemplate.EnumConstant constant ? simple(constant.className()) + "." + constant.name() : "null";
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

    private static String cast(Statement statement, String given) {
        return statement.type() == null || statement.type().equals(given) ? "" : "(" + type(statement.type()) + ") ";
    }

    private String object(Integer value, String owner) {
        return value == null ? simple(owner) : variables.get(value);
    }

    private String arguments(List<Integer> values) {
        return values.stream().map(variables::get).collect(Collectors.joining(", "));
    }

    private static String type(String descriptor) {
        TypeName type = JavaTypes.erasure(descriptor);
        String dimensions = "";
        while (type instanceof ArrayTypeName array) {
            type = array.componentType();
            dimensions += "[]";
        }
        return (type instanceof ClassName name ? String.join(".", name.simpleNames()) : type.toString()) + dimensions;
    }

    private static String simple(String internalName) {
        return String.join(".", JavaTypes.className(internalName).simpleNames());
    }

    private String unique(Statement statement) {
        boolean slot = statement instanceof SeedTemplate.Primitive || statement instanceof SeedTemplate.Text
                || statement instanceof SeedTemplate.EnumConstant || statement instanceof SeedTemplate.Null;
        String type = type(statement.type());
        String simple = type.substring(type.lastIndexOf('.') + 1).replace("[]", "s");
        String base = slot ? "slot" : simple.substring(0, 1).toLowerCase(Locale.ROOT) + simple.substring(1);
        if (SourceVersion.isKeyword(base)) {
            base = "value";
        }
        return Names.unique(taken, base);
    }
}

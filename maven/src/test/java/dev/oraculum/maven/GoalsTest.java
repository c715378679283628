package dev.oraculum.maven;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.api.Problem;
import dev.oraculum.api.Setting;
import dev.oraculum.job.Job;
import dev.oraculum.job.Remedies;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.maven.plugin.descriptor.MojoDescriptor;
import org.apache.maven.plugin.descriptor.Parameter;
import org.apache.maven.plugin.descriptor.PluginDescriptor;
import org.junit.jupiter.api.Test;

/** The goals as Maven sees them. */
class GoalsTest {
    private static final Pattern ELEMENT = Pattern.compile("<([A-Za-z]+)>");

    private static Set<String> parameters(MojoDescriptor goal) {
        return goal.getParameters().stream().filter(Parameter::isEditable).map(Parameter::getName)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void eachJobIsAGoalWithItsOptions() throws Exception {
        PluginDescriptor plugin = Descriptor.read();
        assertEquals("oraculum", plugin.getGoalPrefix());
        assertEquals("[check, generate, help, improve, infer, merge, rank, report, report-aggregate, select]",
                plugin.getMojos().stream().map(MojoDescriptor::getGoal).collect(Collectors.toCollection(TreeSet::new)).toString());
        for (Job job : Job.values()) {
            MojoDescriptor goal = plugin.getMojo(job.word());
            assertTrue(parameters(goal).containsAll(job.options()), job + " " + parameters(goal));
            assertEquals("verify", goal.getPhase());
            assertEquals("test", goal.getDependencyResolutionRequired());
            assertTrue(goal.isThreadSafe(), goal.getGoal());
        }
    }

    /** A property is the parameter's name behind `oraculum.`, and each has words that `help` shows. */
    @Test
    void everyParameterHasAPropertyAndDocumentation() throws Exception {
        int seen = 0;
        for (MojoDescriptor goal : Descriptor.read().getMojos()) {
            for (Parameter parameter : goal.getParameters()) {
                if (parameter.isEditable() && !goal.getGoal().equals("help")) {
                    seen++;
                    String where = goal.getGoal() + " " + parameter.getName();
                    assertTrue(parameter.getDescription() != null && parameter.getDescription().length() > 10, where);
                    if (!parameter.getName().equals("settings")) {
                        assertEquals("${oraculum." + parameter.getName() + "}",
                                goal.getMojoConfiguration().getChild(parameter.getName()).getValue(), where);
                    }
                }
            }
        }
        assertTrue(seen > 50, seen + " parameters");
    }

    @Test
    void everySettingOfEveryProblemHasWordsThatAPomCanUse() throws Exception {
        Set<String> known = new TreeSet<>();
        Descriptor.read().getMojos().forEach(goal -> known.addAll(parameters(goal)));
        Set<String> used = new TreeSet<>();
        Remedies remedies = new Remedies(new PomWording());
        for (Problem.Code code : Problem.Code.values()) {
            for (Setting setting : Setting.values()) {
                String way = remedies.way(code.name(), setting.apiName());
                assertNotNull(way, code + " " + setting);
                Matcher matcher = ELEMENT.matcher(way);
                while (matcher.find()) {
                    assertTrue(known.contains(matcher.group(1)) || matcher.group(1).startsWith("max"), way);
                    used.add(matcher.group(1));
                }
            }
        }
        assertTrue(used.size() > 8, used.toString());
    }
}

package dev.oraculum.services;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.api.JobListener;
import dev.oraculum.api.Project;
import dev.oraculum.api.select.Select;
import dev.oraculum.spi.OracleData;
import dev.oraculum.spi.SelectedDatum;
import dev.oraculum.spi.SelectedDatum.Place;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EngineOracleDataTest {
    private static final String CLASS = "dev.oraculum.spi.PathCondition";
    private static final List<Path> CLASSES = List.of(Path.of("../spi/target/classes"));

    @Test
    void theSameAsTheRequest() {
        List<SelectedDatum> found = OracleData.on(CLASSES, Map.of("count", "4")).select(List.of(CLASS));
        Select request = Select.of(Project.of(CLASSES)).withClasses(List.of(CLASS));
        request = request.withSettings(request.settings().withCount(4));
        List<String> expected = request.run(JobListener.NONE).selected().stream()
                .map(choice -> choice.datum().className() + choice.datum().operations() + choice.capability())
                .toList();
        assertEquals(expected, found.stream().map(d -> d.place().className() + d.place().operations() + d.capability()).toList());
        assertTrue(found.size() > 1, found.toString());
        assertEquals(CLASS, found.get(0).place().className());
    }

    @Test
    void whatTestsExecuteCounts() {
        OracleData data = OracleData.on(CLASSES);
        List<Place> all = data.data(List.of(CLASS));
        List<Place> ofOne = all.stream().filter(place -> place.method().equals("toString")).toList();
        assertTrue(!ofOne.isEmpty() && ofOne.size() < all.size(), all.toString());
        List<SelectedDatum> found = data.select(List.of(CLASS), List.of(ofOne));
        SelectedDatum first = found.get(0);
        assertEquals("toString", first.place().method(), found.toString());
        assertTrue(first.capability() > 0, found.toString());
    }

    @Test
    void wrongNames() {
        OracleData data = OracleData.on(CLASSES);
        assertTrue(assertThrows(IllegalArgumentException.class, () -> data.select(List.of("dev.oraculum.spi.PathCondit")))
                .getMessage().contains("there is no class dev.oraculum.spi.PathCondit"));
        assertThrows(IllegalArgumentException.class, () -> data.select(List.of()));
        assertThrows(IllegalArgumentException.class, () -> OracleData.on(List.of()));
        assertThrows(IllegalArgumentException.class, () -> OracleData.on(CLASSES, Map.of("cont", "4")));
    }
}

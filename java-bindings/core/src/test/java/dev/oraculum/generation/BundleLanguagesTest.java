package dev.oraculum.generation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BundleLanguagesTest {
    @TempDir
    private Path folder;

    private Path jar(String... files) throws IOException {
        Path jar = Files.createTempFile(folder, "some", ".jar");
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(jar))) {
            for (String file : files) {
                out.putNextEntry(new ZipEntry(file));
            }
        }
        return jar;
    }

    private Path folder(String... files) throws IOException {
        Path made = Files.createTempDirectory(folder, "classes");
        for (String file : files) {
            Files.createDirectories(made.resolve(file).getParent());
            Files.createFile(made.resolve(file));
        }
        return made;
    }

    @Test
    void theLanguageOfTheMostBundlesIsSpoken() throws IOException {
        Path jar = jar("p/M.properties", "p/M_de.properties", "p/M_ru.properties", "p/M_en.properties",
                "q/M.properties", "q/M_en.properties", "q/M_ru_RU.properties");
        assertEquals(Optional.of("ru"), BundleLanguages.mostUsed(List.of(jar), "en"));
        assertEquals(Optional.of("en"), BundleLanguages.mostUsed(List.of(jar), "ru"), "of equals, the first");
        assertEquals(Optional.of("de"), BundleLanguages.mostUsed(List.of(folder("p/W.class", "p/W_de.class"), jar("M.properties")), "en"));
    }

    @Test
    void whatIsNoBundleSpeaksNoLanguage() throws IOException {
        Path broken = Files.writeString(folder.resolve("broken.jar"), "no jar");
        List<Path> none = List.of(
                jar("p/M_de.properties", "p/Utils_xx.class", "p/Utils.class", "p/Big_do.properties", "de/M.properties"),
                folder("p/W_fr.properties", "p/W.class"), broken, folder.resolve("not-there"));
        assertEquals(Optional.empty(), BundleLanguages.mostUsed(none, "en"));
    }
}

package pkg;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.fail;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class VaultTest {
    private Vault.Crew crew;

    @BeforeEach
    void gather() {
        crew = Vault.Crew.of("Octavia", 31337);
    }

    @Test
    void aCrewWithAPlanGetsIn() {
        crew.step("Pa").step("ei").step("wv");
        assertEquals("open", new Vault().enter(crew));
    }

    @Test
    void aVaultIsShut() {
        assertFalse(new Vault().isOpened());
    }

    @Test
    void thisOneFails() {
        new Vault().enter(null);
        fail("on purpose");
    }
}

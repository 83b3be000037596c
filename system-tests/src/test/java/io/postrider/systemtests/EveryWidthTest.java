package io.postrider.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every page of the console is accessible at every width that a screen is likely to have. */
@Tag("faults")
@Tag("widths")
class EveryWidthTest {

    @TempDir private Path folder;

    @Test
    void everyPageIsAccessibleAtEveryWidth() throws Exception {
        int pages =
                ConsoleSuite.run(
                        folder,
                        Map.of("POSTRIDER_BROWSER_WIDTHS", "1920,1280,1024,768,640,480,375,320"),
                        Duration.ofMinutes(12),
                        "pages.spec.ts");
        assertThat(pages).isPositive();
    }
}

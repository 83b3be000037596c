package io.postrider.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.testkit.claims.Verifies;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** The console does what a user expects, on a desktop and at the least width. */
@Tag("browser")
@Isolated("a browser takes what a machine has")
class ConsoleInBrowserTest {

    @TempDir private Path folder;

    @Test
    @Timeout(value = 37, unit = TimeUnit.MINUTES)
    @Verifies("console-policy")
    void everyPageDoesWhatAPersonExpects() throws Exception {
        assertThat(ConsoleSuite.run(folder, Map.of(), Duration.ofMinutes(35))).isPositive();
    }
}

package io.postrider.standalone.broker;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.utils.Exit;
import org.junit.jupiter.api.Test;

class FatalExitTest {

    @Test
    void aFailingBrokerEndsTheProcessEvenWhenAShutdownHookWaitsForIt() throws Exception {
        Process process =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                                "-cp",
                                System.getProperty("java.class.path"),
                                FatalExitTest.class.getName())
                        .redirectErrorStream(true)
                        .start();
        try {
            assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();

            assertThat(process.exitValue()).isEqualTo(3);
            assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .contains(
                            "postrider: the embedded Kafka broker failed (disk gone);"
                                    + " the lines above show the cause.")
                    .contains("/some/folder");
        } finally {
            process.destroyForcibly();
        }
    }

    /** Fails the way Kafka does, in a process whose shutdown never ends. */
    public static void main(String[] arguments) {
        Runtime.getRuntime().addShutdownHook(new Thread(FatalExitTest::hang));
        FatalExit.install(Path.of("/some/folder"), System.err);
        Exit.exit(3, "disk gone");
    }

    private static void hang() {
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

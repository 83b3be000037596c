package io.postrider.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.api.spool.ClickSpool;
import io.postrider.api.spool.SpoolSettings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class FailedProcessTest {

    @Test
    void aPartThatFailedForGoodEndsTheProcessInOrder() throws Exception {
        assertThat(output("close", 60)).contains("the decider failed and cannot go on", "closed");
    }

    @Test
    void aShutdownThatHangsIsCutOff() throws Exception {
        assertThat(output("hang", 1)).contains("the decider failed").doesNotContain("closed");
    }

    @Test
    void aThreadThatAnErrorEndedEndsTheProcess() throws Exception {
        assertThat(output("drainer", 60)).contains("the drainer failed and cannot go on", "closed");
    }

    private static String output(String hook, int longestClose) throws Exception {
        Process process =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                                "-cp",
                                System.getProperty("java.class.path"),
                                FailedProcessTest.class.getName(),
                                hook,
                                Integer.toString(longestClose))
                        .redirectErrorStream(true)
                        .start();
        try {
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).isEqualTo(70);
            return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } finally {
            process.destroyForcibly();
        }
    }

    /** Reports a failed part, in a process that closes or hangs. */
    public static void main(String[] arguments) throws IOException {
        Thread hook =
                new Thread(() -> {
                    if (arguments[0].equals("hang")) {
                        hang();
                    }
                    System.out.println("closed");
                });
        Runtime.getRuntime().addShutdownHook(hook);
        Duration closing = Duration.ofSeconds(Integer.parseInt(arguments[1]));
        FailedProcess process = new FailedProcess(System.err, closing);
        if (arguments[0].equals("drainer")) {
            drain(process);
        } else {
            process.accept("the decider");
            process.accept("clicks");
        }
        hang();
    }

    private static void drain(FailedProcess process) throws IOException {
        Path folder = Files.createTempDirectory("drainer");
        ClickSpool spool = ClickSpool.open(folder, SpoolSettings.of(1));
        VitalParts parts = new VitalParts();
        parts.add("the drainer", VitalPartsTest.brokenDrainer(spool).dead());
        parts.onDeath(process);
    }

    private static void hang() {
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

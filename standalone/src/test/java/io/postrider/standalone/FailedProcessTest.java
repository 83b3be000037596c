package io.postrider.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.redirects.spool.ClickSpool;
import io.postrider.redirects.spool.SpoolSettings;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class FailedProcessTest {

    private final List<Integer> halted = new ArrayList<>();

    @Test
    void aPartThatFailedForGoodEndsTheProcessInOrder() throws Exception {
        assertThat(output("close", 60)).contains("the decider failed permanently", "closed");
    }

    @Test
    void aShutdownThatHangsIsCutOff() throws Exception {
        assertThat(output("hang", 1)).contains("the decider failed").doesNotContain("closed");
    }

    @Test
    void aThreadThatAnErrorEndedEndsTheProcess() throws Exception {
        assertThat(output("drainer", 60)).contains("the drainer failed permanently", "closed");
    }

    @Test
    void aStopThatHangsIsCutOffWithItsOwnCode() throws Exception {
        List<Thread> threads = new ArrayList<>();
        ThreadFactory factory =
                task -> {
                    threads.add(new Thread(task));
                    return threads.getLast();
                };

        new FailedProcess(System.err, Duration.ZERO, factory, halted::add).limitShutdown(143);
        threads.getFirst().join();

        assertThat(halted).containsExactly(143);
    }

    @Test
    void aProcessThatCannotStartAThreadIsHalted() {
        process(System.err, _ -> new Unstartable()).accept("the decider");

        assertThat(halted).containsExactly(70);
    }

    @Test
    void aProcessThatCannotStartASecondThreadIsHalted() {
        Queue<Thread> threads = new ArrayDeque<>(List.of(new Thread(), new Unstartable()));

        process(System.err, _ -> threads.remove()).accept("the decider");

        assertThat(halted).containsExactly(70);
    }

    @Test
    void aProcessThatCannotSayWhyIsHalted() {
        PrintStream broken =
                new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8) {
                    @Override
                    public void println(@Nullable String line) {
                        throw new InternalError("no memory");
                    }
                };

        process(broken, _ -> new Thread()).accept("the decider");

        assertThat(halted).containsExactly(70);
    }

    private FailedProcess process(PrintStream errors, ThreadFactory threads) {
        return new FailedProcess(errors, Duration.ofHours(1), threads, halted::add);
    }

    /** A thread for which the operating system has no room. */
    private static final class Unstartable extends Thread {
        @Override
        public void start() {
            throw new InternalError("no native thread");
        }
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

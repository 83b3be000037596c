package io.postrider.benchmarks;

import io.postrider.benchmarks.load.BenchmarkException;
import java.time.Duration;
import java.util.List;

/** The load on the redirects: closed loop, two threads, 32 connections. */
final class Wrk {

    static final String COMMAND = "wrk -t2 -c32 -d%ds --latency";
    private static final Duration GRACE = Duration.ofSeconds(30);

    private Wrk() {}

    /** Runs it against an address for so long. */
    static WrkResult run(String url, int seconds) {
        List<String> command =
                List.of("wrk", "-t2", "-c32", "-d" + seconds + "s", "--latency", url);
        Tool.Output output = Tool.run(command, Duration.ofSeconds(seconds).plus(GRACE));
        if (output.status() != 0) {
            throw new BenchmarkException(
                    "wrk ended with " + output.status() + ": " + output.text());
        }
        return WrkResult.parse(output.text());
    }
}

package io.postrider.benchmarks;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The output of one run of wrk.
 *
 * @param unexpected answers with a status other than 2xx and 3xx
 * @param socketErrors failed connects, reads and writes, and timeouts
 */
record WrkResult(
        long requests,
        double perSecond,
        double p50Ms,
        double p99Ms,
        long unexpected,
        long socketErrors) {

    private static final Pattern REQUESTS = Pattern.compile("(?m)^\\s*(\\d+) requests in ");
    private static final Pattern PER_SECOND =
            Pattern.compile("(?m)^Requests/sec:\\s+([0-9.]+)\\s*$");
    private static final Pattern UNEXPECTED =
            Pattern.compile("(?m)^\\s*Non-2xx or 3xx responses: (\\d+)");
    private static final Pattern SOCKET_ERRORS =
            Pattern.compile(
                    "(?m)^\\s*Socket errors: connect (\\d+), read (\\d+), write (\\d+), timeout"
                            + " (\\d+)");
    private static final int SOCKET_ERROR_KINDS = 4;

    /**
     * Reads wrk's output, as printed with {@code --latency}.
     *
     * @throws IllegalArgumentException where a figure is missing, so that nothing is taken for 0 that was not said
     */
    static WrkResult parse(String output) {
        return new WrkResult(
                Long.parseLong(required(REQUESTS, output)),
                Double.parseDouble(required(PER_SECOND, output)),
                percentile("50", output),
                percentile("99", output),
                unexpected(output),
                socketErrors(output));
    }

    private static String required(Pattern pattern, String output) {
        Matcher matcher = pattern.matcher(output);
        if (!matcher.find()) {
            throw new IllegalArgumentException("wrk did not print " + pattern + ": " + output);
        }
        return matcher.group(1);
    }

    private static double percentile(String percent, String output) {
        Pattern line = Pattern.compile("(?m)^\\s*" + percent + "%\\s+(\\S+)\\s*$");
        return milliseconds(required(line, output));
    }

    /** Reads a time as wrk prints it: with the unit that suits its size. */
    static double milliseconds(String time) {
        Matcher matcher = Pattern.compile("([0-9.]+)(us|ms|s|m|h)").matcher(time);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("wrk printed the time " + time);
        }
        double number = Double.parseDouble(matcher.group(1));
        return switch (matcher.group(2)) {
            case "us" -> number / 1_000;
            case "ms" -> number;
            case "s" -> number * 1_000;
            case "m" -> number * 60_000;
            default -> number * 3_600_000;
        };
    }

    /** wrk prints this line only where there is something to tell. */
    private static long unexpected(String output) {
        Matcher matcher = UNEXPECTED.matcher(output);
        return matcher.find() ? Long.parseLong(matcher.group(1)) : 0;
    }

    private static long socketErrors(String output) {
        Matcher matcher = SOCKET_ERRORS.matcher(output);
        long sum = 0;
        if (matcher.find()) {
            for (int kind = 1; kind <= SOCKET_ERROR_KINDS; kind++) {
                sum += Long.parseLong(matcher.group(kind));
            }
        }
        return sum;
    }
}

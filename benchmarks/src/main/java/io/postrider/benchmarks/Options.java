package io.postrider.benchmarks;

import io.postrider.benchmarks.load.BenchmarkException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The options of the benchmarks.
 *
 * @param rounds of each contender
 * @param seconds of a round; three times as long for what is called at a constant rate
 * @param warmup seconds
 * @param starts number of measurements of each kind of start
 * @param thousands of links that there are before the starts of the part {@code size}, and in the lists of {@code reads}
 */
record Options(Set<Part> parts, int rounds, int seconds, int warmup, int starts, int thousands) {

    static final String USAGE =
            "Usage: ./postrider bench [redirect|commands|delivery|keys|revocation|process|size|reads|messaging|automation|metrics|all]"
                    + " [rounds=5] [seconds=10] [warmup=20] [starts=5] [thousands=1000]";

    /** Benchmarks that take longer than all others together run on request only. */
    private static final Set<Part> ALL =
            EnumSet.complementOf(
                    EnumSet.of(
                            Part.SIZE, Part.READS, Part.MESSAGING, Part.AUTOMATION, Part.METRICS));

    private static final Options DEFAULT = new Options(ALL, 5, 10, 20, 5, 1_000);
    private static final int LONG_WARM_UP_FACTOR = 3;
    private static final int CONSTANT_RATE_FACTOR = 3;
    private static final int MAX = 3_600;

    /** The parts of the suite. */
    enum Part {
        REDIRECT,
        COMMANDS,
        DELIVERY,
        KEYS,
        REVOCATION,
        PROCESS,
        SIZE,
        READS,
        MESSAGING,
        AUTOMATION,
        METRICS
    }

    static Options parse(List<String> arguments) {
        Options options = DEFAULT;
        Set<Part> parts = EnumSet.noneOf(Part.class);
        for (String argument : arguments) {
            int equals = argument.indexOf('=');
            if (equals > 0) {
                options =
                        options.with(argument.substring(0, equals), argument.substring(equals + 1));
            } else {
                parts.addAll(named(argument));
            }
        }
        return parts.isEmpty() ? options : options.only(parts);
    }

    private static Set<Part> named(String name) {
        if (name.equals("all")) {
            return ALL;
        }
        for (Part part : Part.values()) {
            if (part.name().toLowerCase(Locale.ROOT).equals(name)) {
                return EnumSet.of(part);
            }
        }
        throw new BenchmarkException("there is no benchmark " + name + ". " + USAGE);
    }

    private Options only(Set<Part> chosen) {
        return new Options(chosen, rounds, seconds, warmup, starts, thousands);
    }

    private Options with(String name, String value) {
        int number = number(name, value);
        return switch (name) {
            case "rounds" -> new Options(parts, number, seconds, warmup, starts, thousands);
            case "seconds" -> new Options(parts, rounds, number, warmup, starts, thousands);
            case "warmup" -> new Options(parts, rounds, seconds, number, starts, thousands);
            case "starts" -> new Options(parts, rounds, seconds, warmup, number, thousands);
            case "thousands" -> new Options(parts, rounds, seconds, warmup, starts, number);
            default -> throw new BenchmarkException("there is no option " + name + ". " + USAGE);
        };
    }

    private static int number(String name, String value) {
        if (!value.matches("[1-9][0-9]{0,3}") || Integer.parseInt(value) > MAX) {
            throw new BenchmarkException(
                    name + " is '" + value + "'; it must be a whole number from 1 to " + MAX);
        }
        return Integer.parseInt(value);
    }

    /** Duration of calls at a constant rate, long enough to show rare delays. */
    Duration constantRate() {
        return Duration.ofSeconds((long) seconds * CONSTANT_RATE_FACTOR);
    }

    Duration warmUp() {
        return Duration.ofSeconds(warmup);
    }

    /** Duration of the warm-up, if much more code must be compiled. */
    Duration longWarmUp() {
        return warmUp().multipliedBy(LONG_WARM_UP_FACTOR);
    }
}

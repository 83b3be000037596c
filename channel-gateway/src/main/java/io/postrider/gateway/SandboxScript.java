package io.postrider.gateway;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the simulated network does with a message to a number. The last two digits of {@code +1 202 555 01xx} choose the script;
 * any other number has that of {@code 00}.
 *
 * @param refusal the code of the error that the call is answered with
 * @param steps the statuses that follow
 * @param replies the texts that are sent back
 * @param answersAfter the time until the call is answered
 */
record SandboxScript(
        Optional<Integer> refusal, List<Step> steps, List<String> replies, Duration answersAfter) {

    private static final String NUMBERS = "120255501";
    private static final int UNDELIVERABLE = 131_026;

    /**
     * A status that is told.
     *
     * @param error the code of a failure; 0 for all other statuses
     */
    record Step(Duration after, String status, int error) {}

    private static final SandboxScript ALL =
            statuses(step(100, "sent"), step(300, "delivered"), step(1_000, "read"));

    private static final Map<String, SandboxScript> BY_NUMBER =
            Map.ofEntries(
                    Map.entry("01", statuses(step(100, "sent"), step(300, "delivered"))),
                    Map.entry("02", statuses(step(100, "sent"))),
                    Map.entry("03", statuses(step(300, "read"))),
                    Map.entry(
                            "04",
                            statuses(step(100, "read"), step(300, "delivered"), step(500, "sent"))),
                    Map.entry(
                            "05",
                            statuses(
                                    step(100, "sent"),
                                    step(100, "sent"),
                                    step(100, "sent"),
                                    step(300, "delivered"),
                                    step(300, "delivered"),
                                    step(300, "delivered"))),
                    Map.entry("07", statuses(step(100, "delivered"), failed(300))),
                    Map.entry("08", statuses(failed(100), step(300, "delivered"))),
                    Map.entry("10", statuses(failed(100))),
                    Map.entry("11", refused(UNDELIVERABLE)),
                    Map.entry("20", all(Duration.ZERO, "Thank you!")),
                    Map.entry("23", all(Duration.ZERO, "STOP")),
                    Map.entry("40", refused(131_047)),
                    Map.entry("41", refused(132_000)),
                    Map.entry("42", refused(132_001)),
                    Map.entry("43", refused(132_015)),
                    Map.entry("44", refused(131_050)),
                    Map.entry("45", refused(131_049)),
                    Map.entry("46", refused(131_053)),
                    Map.entry("47", refused(131_009)),
                    Map.entry("54", all(Duration.ofMinutes(1))),
                    Map.entry("57", refused(190)),
                    Map.entry("58", refused(368)),
                    Map.entry("59", refused(131_031)),
                    Map.entry(
                            "61",
                            statuses(
                                    step(100, "sent"),
                                    step(300, "delivered"),
                                    step(500, "read"),
                                    step(700, "played"))));

    /** The script of a number without its +. */
    static SandboxScript of(String number) {
        return number.startsWith(NUMBERS) && number.length() == NUMBERS.length() + 2
                ? BY_NUMBER.getOrDefault(number.substring(NUMBERS.length()), ALL)
                : ALL;
    }

    private static SandboxScript statuses(Step... steps) {
        return new SandboxScript(Optional.empty(), List.of(steps), List.of(), Duration.ZERO);
    }

    private static SandboxScript all(Duration answersAfter, String... replies) {
        return new SandboxScript(Optional.empty(), ALL.steps(), List.of(replies), answersAfter);
    }

    private static SandboxScript refused(int code) {
        return new SandboxScript(Optional.of(code), List.of(), List.of(), Duration.ZERO);
    }

    private static Step step(long millis, String status) {
        return new Step(Duration.ofMillis(millis), status, 0);
    }

    private static Step failed(long millis) {
        return new Step(Duration.ofMillis(millis), "failed", UNDELIVERABLE);
    }
}

package io.postrider.messaging.gateway;

import io.postrider.schemas.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The behaviour of the simulated network for a message, chosen by its recipient. {@code sandbox.json} contains the scripts by
 * the last two digits of the numbers +1 202 555 01xx; all other numbers have that of {@code 00}.
 *
 * @param what the script in words
 * @param answer the kind of answer to the call
 * @param answerAfter the time until the call is answered
 * @param steps the statuses that follow
 * @param replies the messages that come back, see {@link #replies(String, String, String)}
 */
record SandboxScript(
        String what,
        Optional<Refusal> refusal,
        Answer answer,
        Duration answerAfter,
        List<Step> steps,
        List<ObjectNode> replies) {

    private static final String NUMBERS = "120255501";
    private static final String ALL = "00";
    private static final String ANY = "99";
    private static final int UNDELIVERABLE = 131_026;
    private static final Map<String, SandboxScript> BY_DIGITS = read();

    /** The kind of an answer. */
    enum Answer {
        GIVEN,
        HELD,
        MALFORMED,
        CLOSED
    }

    /**
     * A refusal of the call.
     *
     * @param status of HTTP
     * @param code of the Graph API; 0 for an answer that is no JSON
     * @param times number of rejected calls about the message
     */
    record Refusal(int status, int code, int times) {}

    /**
     * A status that is told.
     *
     * @param error the code of a failure; 0 for all other statuses
     */
    record Step(Duration after, String status, int error) {}

    /** The script of a number without its plus sign. */
    static SandboxScript of(String number) {
        boolean chooses =
                number.startsWith(NUMBERS) && number.length() == NUMBERS.length() + ALL.length();
        String digits = chooses ? number.substring(NUMBERS.length()) : ALL;
        if (digits.equals(ANY)) {
            List<SandboxScript> all = List.copyOf(BY_DIGITS.values());
            return all.get(ThreadLocalRandom.current().nextInt(all.size()));
        }
        return Objects.requireNonNull(BY_DIGITS.getOrDefault(digits, BY_DIGITS.get(ALL)));
    }

    /** All scripts by their digits, for the table of the manual. */
    static Map<String, SandboxScript> all() {
        return BY_DIGITS;
    }

    /** The refusal of a call. */
    Optional<Refusal> refusal(int callsBefore) {
        return refusal.filter(refused -> callsBefore < refused.times());
    }

    /**
     * The messages that come back, of which some have an {@code id}, {@code from} or {@code signed} of their own.
     *
     * @param number the id of the number that sent
     * @param sent the id of the message that was sent
     * @param first the id of the first of these messages
     */
    List<ObjectNode> replies(String number, String sent, String first) {
        return replies.stream()
                .map(reply ->
                        reply.toString()
                                .replace("$number", number)
                                .replace("$sent", sent)
                                .replace("$first", first))
                .map(text -> (ObjectNode) Json.mapper().readTree(text))
                .toList();
    }

    private static Map<String, SandboxScript> read() {
        try (InputStream file = SandboxScript.class.getResourceAsStream("sandbox.json")) {
            JsonNode all = Json.mapper().readTree(Objects.requireNonNull(file).readAllBytes());
            JsonNode usual = all.path(ALL).path("statuses");
            Map<String, SandboxScript> scripts = new LinkedHashMap<>();
            all.properties()
                    .forEach(entry -> scripts.put(entry.getKey(), of(entry.getValue(), usual)));
            return scripts;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static SandboxScript of(JsonNode script, JsonNode usual) {
        JsonNode refusal = script.path("refusal");
        List<Step> steps = new ArrayList<>();
        (script.has("statuses") ? script.path("statuses") : usual)
                .properties()
                .forEach(status ->
                        Stream.generate(() -> step(status.getKey(), status.getValue().asLong(0)))
                                .limit(script.path("times").asInt(1))
                                .forEach(steps::add));
        return new SandboxScript(
                script.path("what").asString(""),
                refusal.isMissingNode() ? Optional.empty() : Optional.of(refusal(refusal)),
                script.path("answer")
                        .asStringOpt()
                        .map(name -> Answer.valueOf(name.toUpperCase(Locale.ROOT)))
                        .orElse(Answer.GIVEN),
                Duration.ofMillis(script.path("answer_after").asLong(0)),
                steps,
                script.path("replies").valueStream().map(ObjectNode.class::cast).toList());
    }

    private static Refusal refusal(JsonNode refusal) {
        return new Refusal(
                refusal.path("status").asInt(400),
                refusal.path("code").asInt(0),
                refusal.path("times").asInt(Integer.MAX_VALUE));
    }

    private static Step step(String status, long millis) {
        return new Step(
                Duration.ofMillis(millis), status, status.equals("failed") ? UNDELIVERABLE : 0);
    }
}

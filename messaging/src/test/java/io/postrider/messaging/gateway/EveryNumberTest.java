package io.postrider.messaging.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.domain.instances.Instance;
import io.postrider.domain.messages.Message;
import io.postrider.domain.messages.MessageError;
import io.postrider.domain.messages.MessageStatus;
import io.postrider.domain.messages.Receipt;
import io.postrider.schemas.Attempt;
import io.postrider.testkit.MemoryFolder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every number of the sandbox does what the table of the manual says. */
class EveryNumberTest {

    private static final Duration MINUTE = Duration.ofMinutes(1);

    @TempDir(factory = MemoryFolder.class)
    private Path folder;

    private TestGateway gateway;
    private Instance instance;

    @BeforeEach
    void open() {
        gateway = new TestGateway(folder);
        instance = gateway.instances.sandbox();
    }

    @AfterEach
    void close() {
        gateway.close();
    }

    private static String number(String digits) {
        return "+120255501" + digits;
    }

    private Message sentTo(String digits) {
        String id = gateway.send(instance, number(digits));
        gateway.later(MINUTE);
        return gateway.message(id);
    }

    private List<String> outcomes(Message message) {
        return gateway.attempts(message.id()).stream().map(Attempt::outcome).toList();
    }

    /** The receipts of each number, in the order in which they were told, with the milliseconds until then. */
    @Test
    void receiptsComeWhenTheScriptTellsThem() {
        Map<String, String> expected =
                table(
                        """
                        00: submitted 0 sent 100 delivered 300 read 1000: read
                        01: submitted 0 sent 100 delivered 300: delivered
                        02: submitted 0 sent 100: sent
                        03: submitted 0 read 300: read
                        04: submitted 0 read 100 delivered 300 sent 500: read
                        05: submitted 0 sent 100 delivered 300: delivered
                        07: submitted 0 delivered 100 failed 300: delivered
                        08: submitted 0 failed 100 delivered 300: delivered
                        09: submitted 0 sent 5000 delivered 5200 read 6000: read
                        20: submitted 0 sent 100 delivered 300 read 1000: read
                        56: outcome_unknown 0 sent 100 delivered 300 read 1000: read
                        60: submitted 0 sent 100: sent
                        61: submitted 0 sent 100 delivered 300 read 500 played 700: played
                        85: submitted 0 sent 100 delivered 300 read 1000: read
                        """);
        Map<String, String> sent = new LinkedHashMap<>();
        expected.keySet()
                .forEach(digits -> sent.put(digits, gateway.send(instance, number(digits))));
        Map<String, List<String>> told = new LinkedHashMap<>();
        for (int millis = 0; millis <= 6_000; millis += 100) {
            for (Map.Entry<String, String> each : sent.entrySet()) {
                note(
                        gateway.message(each.getValue()),
                        millis,
                        told.computeIfAbsent(each.getKey(), _ -> new ArrayList<>()));
            }
            gateway.later(Duration.ofMillis(100));
        }

        assertThat(told)
                .allSatisfy((digits, receipts) ->
                        assertThat(
                                        String.join(" ", receipts)
                                                + ": "
                                                + gateway.message(sent.getOrDefault(digits, ""))
                                                        .status()
                                                        .label())
                                .isEqualTo(expected.get(digits)))
                .hasSameSizeAs(expected);
    }

    private static void note(Message message, int millis, List<String> told) {
        List<Receipt> all = message.receipts();
        for (Receipt receipt : all.subList(told.size(), all.size())) {
            told.add(receipt.status().label() + " " + millis);
        }
    }

    private static Map<String, String> table(String lines) {
        Map<String, String> table = new LinkedHashMap<>();
        lines.lines().forEach(line -> table.put(line.substring(0, 2), line.substring(4)));
        return table;
    }

    @Test
    void aRefusedTokenPausesTheInstanceUntilItIsConnectedAgain() {
        String id = gateway.send(instance, number("57"));
        assertThat(gateway.instances.known(instance).stateReason()).isEqualTo("190");

        gateway.instances.connected(instance);
        gateway.later(MINUTE);

        assertThat(gateway.message(id).error()).isEmpty();
        assertThat(gateway.message(id).providerId()).isNotNull();
    }

    @Test
    void aRefusalFailsTheMessageWithTheCodeOfTheProvider() {
        table(
                        """
                        11: 131026 false recipient
                        40: 131047 false recipient
                        41: 132000 false message
                        42: 132001 false message
                        43: 132015 false message
                        44: 131050 false recipient
                        45: 131049 false recipient
                        46: 131053 false message
                        47: 131009 false message
                        58: 368 true account
                        59: 131031 true account
                        """)
                .forEach((digits, expected) -> {
                    Message message = gateway.message(gateway.send(instance, number(digits)));
                    MessageError error = message.error().orElseThrow();
                    assertThat(error.code() + " " + error.retryable() + " " + error.scope())
                            .as(digits)
                            .isEqualTo(expected);
                    assertThat(error.detail()).contains("Rejected by the sandbox.");
                    assertThat(outcomes(message))
                            .containsExactly(Attempt.STARTED, Attempt.EXHAUSTED);
                });
        gateway.later(MINUTE);

        assertThat(gateway.edge.arrived()).isZero();
    }

    @Test
    void aFailureMayFollowAnAcceptedMessage() {
        Message message = sentTo("10");

        assertThat(message.status()).isEqualTo(MessageStatus.FAILED);
        assertThat(message.error())
                .contains(new MessageError("131026", "Message undeliverable", false, "recipient"));
        assertThat(outcomes(message)).containsExactly(Attempt.STARTED, Attempt.DELIVERED);
    }

    @Test
    void temporaryRejectionsAreSentAgain() {
        table("50: 429\n51: 400\n52: 503 503\n")
                .forEach((digits, expected) -> {
                    Message message = sentTo(digits);
                    assertThat(message.status()).isEqualTo(MessageStatus.READ);
                    assertThat(
                                    gateway.attempts(message.id()).stream()
                                            .filter(each -> each.outcome().equals(Attempt.RETRY))
                                            .map(each -> String.valueOf(each.statusCode())))
                            .as(digits)
                            .containsExactly(expected.split(" ", -1));
                    assertThat(outcomes(message)).endsWith(Attempt.STARTED, Attempt.DELIVERED);
                });
    }

    @Test
    void aRecipientThatGetsTooMuchIsLeftAloneForSixSeconds() {
        String id = gateway.send(instance, "+12025550151");

        gateway.later(Duration.ofMillis(5_900));
        assertThat(gateway.message(id).status()).isEqualTo(MessageStatus.ACCEPTED);
        gateway.later(Duration.ofMillis(200));
        assertThat(gateway.message(id).status()).isEqualTo(MessageStatus.SENT);
    }

    /** The ninth attempt is some six hours after the first one. */
    @Test
    void aProviderThatIsNeverThereIsGivenUpAfterNineAttempts() {
        Message waiting = sentTo("53");
        assertThat(waiting.status()).isEqualTo(MessageStatus.ACCEPTED);

        gateway.later(Duration.ofHours(3));
        assertThat(gateway.message(waiting.id()).status()).isEqualTo(MessageStatus.ACCEPTED);
        gateway.later(Duration.ofHours(6));

        Message message = gateway.message(waiting.id());
        assertThat(message.error())
                .contains(
                        new MessageError(
                                "http_503",
                                "The provider responded with status 503.",
                                true,
                                "instance"));
        assertThat(gateway.attempts(message.id()))
                .filteredOn(attempt -> !attempt.outcome().equals(Attempt.STARTED))
                .extracting(Attempt::number)
                .containsExactly(1, 2, 3, 4, 5, 6, 7, 8, 9);
    }

    @Test
    void aConnectionThatIsClosedLeavesTheOutcomeUnknown() {
        Message message = sentTo("55");

        assertThat(message.status()).isEqualTo(MessageStatus.OUTCOME_UNKNOWN);
        assertThat(outcomes(message)).containsExactly(Attempt.STARTED, Attempt.UNKNOWN);
        assertThat(gateway.attempts(message.id()).getLast().error()).isEqualTo("no_answer");
        assertThat(gateway.edge.arrived()).isZero();
    }

    @Test
    void anAnswerThatCannotBeReadLeavesTheOutcomeToTheReceipts() {
        Message message = sentTo("56");

        assertThat(message.status()).isEqualTo(MessageStatus.READ);
        assertThat(gateway.attempts(message.id()).getLast().error()).isEqualTo("malformed_answer");
    }

    @Test
    void receiptsMayComeBeforeTheAnswer() {
        Message message = gateway.drafts.text(instance, "+12025550106");
        gateway.send(message);

        gateway.until(() -> gateway.message(message.id()).status() == MessageStatus.SENT);
        assertThat(gateway.message(message.id()).providerId()).startsWith("wamid.");
        gateway.until(() -> {
            gateway.later(MINUTE);
            return gateway.message(message.id()).receipts().size() == 3;
        });

        assertThat(gateway.message(message.id()).receipts())
                .extracting(Receipt::status)
                .containsExactlyInAnyOrder(
                        MessageStatus.SENT, MessageStatus.SUBMITTED, MessageStatus.DELIVERED);
    }

    @Test
    void aReceiptMayComeMinutesLater() {
        Message message = sentTo("60");
        assertThat(message.status()).isEqualTo(MessageStatus.SENT);

        gateway.later(Duration.ofMinutes(9));

        assertThat(gateway.message(message.id()).status()).isEqualTo(MessageStatus.DELIVERED);
    }

    @Test
    void anyOtherScriptMayFollowAtRandom() {
        Set<String> drawn =
                Stream.generate(() -> SandboxScript.of("12025550199").what())
                        .limit(1_000)
                        .collect(Collectors.toSet());

        assertThat(drawn).hasSizeGreaterThan(10);
    }
}

package io.postrider.domain.messages;

import static io.postrider.domain.messages.MessageStatus.CANCELED;
import static io.postrider.domain.messages.MessageStatus.DELIVERED;
import static io.postrider.domain.messages.MessageStatus.FAILED;
import static io.postrider.domain.messages.MessageStatus.OUTCOME_UNKNOWN;
import static io.postrider.domain.messages.MessageStatus.READ;
import static io.postrider.domain.messages.MessageStatus.SENT;
import static io.postrider.domain.messages.MessageStatus.SUBMITTED;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.domain.kernel.Decision;
import io.postrider.domain.kernel.Decision.Accepted;
import io.postrider.domain.kernel.Decision.Rejected;
import io.postrider.domain.kernel.Lifecycle;
import io.postrider.domain.kernel.Lifecycle.Present;
import io.postrider.domain.messages.MessageCommand.CancelMessage;
import io.postrider.domain.messages.MessageCommand.ExpireMessage;
import io.postrider.domain.messages.MessageCommand.ReceiveMessage;
import io.postrider.domain.messages.MessageCommand.RecordReceipt;
import io.postrider.domain.messages.MessageCommand.SendMessage;
import io.postrider.domain.messages.MessageEvent.MessageExpired;
import io.postrider.testkit.claims.Verifies;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class MessageDeciderTest {

    private static final String WORKSPACE = "ws_1";
    private static final Instant NOW = Instant.parse("2026-11-25T10:00:00Z");
    private static final Instant END = NOW.plusSeconds(60);
    private static final List<MessageStatus> FIVE =
            List.of(SUBMITTED, SENT, DELIVERED, READ, FAILED);

    private final MessageDecider decider = new MessageDecider();

    /** All 120 orders of five statuses, each with duplicates. */
    static Stream<List<MessageStatus>> orders() {
        return permutations(FIVE).stream()
                .map(order -> {
                    List<MessageStatus> all = new ArrayList<>(order);
                    Random random = new Random(order.hashCode());
                    order.forEach(status -> all.add(random.nextInt(all.size() + 1), status));
                    return all;
                });
    }

    @ParameterizedTest
    @MethodSource("orders")
    void receiptsInAnyOrderEndInTheSameStatusAndMakeTheSameEvents(List<MessageStatus> order) {
        Lifecycle<Message> state = accepted();
        Set<String> events = new TreeSet<>();
        int made = 0;
        for (MessageStatus status : order) {
            for (MessageEvent event : decided(state, receipt(status))) {
                state = decider.evolve(state, event);
                events.add(event.getClass().getSimpleName());
                made++;
            }
        }

        assertThat(value(state).status()).isEqualTo(READ);
        assertThat(value(state).error()).isEmpty();
        assertThat(value(state).receipts())
                .extracting(Receipt::status)
                .containsExactlyInAnyOrderElementsOf(FIVE);
        assertThat(made).isEqualTo(5);
        assertThat(events)
                .containsExactly(
                        "MessageDelivered",
                        "MessageFailed",
                        "MessageRead",
                        "MessageSent",
                        "MessageSubmitted");
    }

    static Stream<Arguments> statuses() {
        return Stream.of(
                Arguments.of(List.of(SUBMITTED, FAILED), FAILED),
                Arguments.of(List.of(SUBMITTED, SENT, FAILED), FAILED),
                Arguments.of(List.of(FAILED, DELIVERED), DELIVERED),
                Arguments.of(List.of(OUTCOME_UNKNOWN), OUTCOME_UNKNOWN),
                Arguments.of(List.of(OUTCOME_UNKNOWN, SENT), SENT),
                Arguments.of(List.of(OUTCOME_UNKNOWN, FAILED), FAILED),
                Arguments.of(List.of(READ), READ));
    }

    @ParameterizedTest
    @MethodSource("statuses")
    void theStatusFollowsFromTheReceipts(List<MessageStatus> receipts, MessageStatus expected) {
        Lifecycle<Message> state = accepted();
        for (MessageStatus status : receipts) {
            state = after(state, receipt(status));
        }

        assertThat(value(state).status()).isEqualTo(expected);
    }

    @Test
    void aMessageIsCanceledOnceAndNotAfterItWasSent() {
        CancelMessage cancel = new CancelMessage(WORKSPACE);
        Lifecycle<Message> canceled = after(accepted(), cancel);
        Lifecycle<Message> submitted = after(accepted(), receipt(SUBMITTED));

        assertThat(value(canceled).status()).isEqualTo(CANCELED);
        assertThat(decided(canceled, cancel)).isEmpty();
        assertThat(decider.decide(submitted, cancel, NOW))
                .isInstanceOfSatisfying(
                        Rejected.class,
                        rejected ->
                                assertThat(rejected.rejection().code())
                                        .isEqualTo("message_not_cancelable"));
    }

    @Test
    void aMessageExpiresAtItsEndUnlessItWasSent() {
        ExpireMessage expire = new ExpireMessage(WORKSPACE, END);

        assertThat(decider.due(accepted()).orElseThrow().at()).isEqualTo(END);
        assertThat(decider.decide(accepted(), expire, NOW)).isEqualTo(Decision.unchanged());
        assertThat(decided(accepted(), expire, END))
                .singleElement()
                .isInstanceOf(MessageExpired.class);
        Lifecycle<Message> submitted = after(accepted(), receipt(SUBMITTED));
        assertThat(decided(submitted, expire, END)).isEmpty();
        assertThat(decider.due(submitted)).isEmpty();
    }

    @Test
    @Verifies("whatsapp-callbacks")
    void aMessageThatIsReceivedTwiceIsOne() {
        ReceiveMessage receive = new ReceiveMessage(message(Direction.INBOUND, null));
        Lifecycle<Message> received = after(decider.initialState(), receive);

        assertThat(decided(received, receive)).isEmpty();
        assertThat(decided(received, receipt(READ))).isEmpty();
    }

    @Test
    void aMessageThatWouldExpireBeforeItMayBeSentIsRefused() {
        Decision<MessageEvent> decision =
                decider.decide(
                        decider.initialState(),
                        new SendMessage(message(Direction.OUTBOUND, END.plusSeconds(1))),
                        NOW);

        assertThat(decision)
                .isInstanceOfSatisfying(
                        Rejected.class,
                        rejected ->
                                assertThat(rejected.rejection().errors().toString())
                                        .contains("/expires_at"));
    }

    private Lifecycle<Message> accepted() {
        return after(decider.initialState(), new SendMessage(message(Direction.OUTBOUND, null)));
    }

    private Lifecycle<Message> after(Lifecycle<Message> state, MessageCommand command) {
        return decided(state, command).stream().reduce(state, decider::evolve, (_, last) -> last);
    }

    private List<MessageEvent> decided(Lifecycle<Message> state, MessageCommand command) {
        return decided(state, command, NOW);
    }

    private List<MessageEvent> decided(
            Lifecycle<Message> state, MessageCommand command, Instant at) {
        return ((Accepted<MessageEvent>) decider.decide(state, command, at)).events();
    }

    private static Message value(Lifecycle<Message> state) {
        return ((Present<Message>) state).value();
    }

    private static RecordReceipt receipt(MessageStatus status) {
        MessageError error =
                status == FAILED ? new MessageError("131026", "Gone.", false, "recipient") : null;
        return new RecordReceipt(WORKSPACE, new Receipt(status, NOW, error), "wamid.1");
    }

    private static Message message(Direction direction, @Nullable Instant scheduledAt) {
        return new Message(
                "msg_1",
                WORKSPACE,
                "inst_1",
                direction,
                "text",
                null,
                "ciphertext",
                direction == Direction.INBOUND ? MessageStatus.RECEIVED : MessageStatus.ACCEPTED,
                null,
                List.of(),
                null,
                scheduledAt,
                END,
                Map.of(),
                NOW,
                NOW);
    }

    private static List<List<MessageStatus>> permutations(List<MessageStatus> all) {
        if (all.isEmpty()) {
            return List.of(List.of());
        }
        List<List<MessageStatus>> found = new ArrayList<>();
        for (MessageStatus first : all) {
            List<MessageStatus> rest = new ArrayList<>(all);
            rest.remove(first);
            for (List<MessageStatus> tail : permutations(rest)) {
                List<MessageStatus> order = new ArrayList<>(Collections.singletonList(first));
                order.addAll(tail);
                found.add(order);
            }
        }
        return found;
    }
}

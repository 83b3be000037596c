package io.postrider.automation.publishing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.automation.publishing.InboundDeduplication.Named;
import io.postrider.automation.publishing.InboundDeduplication.Once;
import io.postrider.automation.publishing.InboundDeduplication.UnansweredException;
import io.postrider.domain.automation.Endpoint;
import io.postrider.domain.automation.EndpointAuth;
import io.postrider.domain.automation.EndpointIntake;
import io.postrider.platform.kafka.Append;
import io.postrider.schemas.json.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ObjectNode;

/** A name counts for 30 days, also for a node that has the events from the read models alone. */
class InboundDeduplicationTest {

    private static final Instant BEGIN = Instant.parse("2026-11-20T10:00:00Z");

    private final Map<String, ObjectNode> log = new HashMap<>();

    @ParameterizedTest
    @CsvSource({
        "PT0S,true",
        "P1D,true",
        "P15D,true",
        "P29DT23H,true",
        "P30DT1S,false",
        "P75D,false"
    })
    void aNameCountsForThirtyDays(Duration later, boolean repeated) {
        // Wherever the spans begin that ids are made of.
        for (int day = 0; day < 30; day += 3) {
            log.clear();
            Instant first = BEGIN.plus(Duration.ofDays(day));
            Once before = publish("order-7", 1, first);

            Once again = publish("order-7", 1, first.plus(later));

            assertThat(before.repeated()).isFalse();
            assertThat(again.repeated()).as("day %d", day).isEqualTo(repeated);
            assertThat(again.id().equals(before.id())).isEqualTo(repeated);
            assertThat(log).hasSize(repeated ? 1 : 2);
        }
    }

    @Test
    void aDifferentBodyWithTheSameNameIsDistinguished() {
        publish("key", 1, BEGIN);

        assertThat(publish("key", 1, BEGIN.plusSeconds(60)).same()).isTrue();
        assertThat(publish("key", 2, BEGIN.plusSeconds(90)).same()).isFalse();
        assertThat(publish("other", 2, BEGIN.plusSeconds(90)).repeated()).isFalse();
    }

    /** Its id in the span before is another one, so that it would be an event again. */
    @Test
    void nothingIsPublishedWhereTheReadModelsDoNotAnswer() {
        InboundDeduplication deaf =
                new InboundDeduplication((_, _) -> Mono.error(new UnansweredException(null)));

        assertThatThrownBy(() -> publish(deaf, "order-7", 1, BEGIN))
                .isInstanceOf(UnansweredException.class);
        assertThat(log).isEmpty();
        assertThat(publish("order-7", 1, BEGIN).repeated()).isFalse();
    }

    /** A sender may have told a time of long ago. */
    @Test
    void anEventOfALongPastTimeIsRepeatedToo() {
        Once before = publish("order-7", 1, BEGIN);
        Objects.requireNonNull(log.get(before.id())).put("timestamp", "2001-01-01T00:00:00Z");

        assertThat(publish("order-7", 1, BEGIN.plusSeconds(60)).repeated()).isTrue();
    }

    /** By a node that has just started. */
    private Once publish(String name, int number, Instant now) {
        return publish(
                new InboundDeduplication((_, id) -> Mono.just(Optional.ofNullable(log.get(id)))),
                name,
                number,
                now);
    }

    private Once publish(InboundDeduplication repeats, String name, int number, Instant now) {
        ObjectNode data = Json.object().put("n", number);
        return Objects.requireNonNull(
                repeats.once(
                                new Named(endpoint(), name, data, data),
                                now,
                                id -> {
                                    log.put(
                                            id,
                                            Json.object()
                                                    .put("id", id)
                                                    .put("timestamp", now.toString())
                                                    .set("data", data));
                                    return Mono.just(Append.DONE);
                                })
                        .block());
    }

    private static Endpoint endpoint() {
        return new Endpoint(
                "ep_01kb3q9b6wf3s5r8t1v4x7z0c2",
                "ws",
                "Orders",
                "order.paid",
                EndpointAuth.URL_TOKEN,
                true,
                "",
                null,
                null,
                null,
                null,
                EndpointIntake.OPEN,
                Map.of(),
                BEGIN,
                BEGIN);
    }
}

package io.postrider.messaging.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.domain.instances.Instance;
import io.postrider.domain.instances.InstanceState;
import io.postrider.messaging.api.SendQueue.Place;
import io.postrider.messaging.api.ServiceWindow.Window;
import io.postrider.schemas.json.Json;
import io.postrider.testkit.records.Records;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** The limiter that a message waits for. */
class MessageExplanationTest {

    private static final Instant NOW = Instant.parse("2026-11-02T09:30:00Z");
    private static final Window OPEN = new Window(true, null);
    private static final Place FIRST = new Place(Optional.empty(), List.of(NOW), 0);

    private final Instance instance =
            in(
                    InstanceState.CONNECTED,
                    null,
                    Instance.blank("inst_1", "ws_1", "cloud_api", "t", NOW));

    private static Instance in(InstanceState state, @Nullable String reason, Instance instance) {
        return Records.with(Records.with(instance, "state", state), "stateReason", reason);
    }

    private static JsonNode json(String quoted) {
        return Json.mapper().readTree(quoted.replace('\'', '"'));
    }

    private static JsonNode message(String type) {
        return json("{'id':'msg_1','status':'accepted','type':'%s'}".formatted(type));
    }

    private String explained(
            Instance of, Window window, JsonNode attempts, Place place, String type) {
        JsonNode told =
                MessageExplanation.of(message(type), Optional.of(of), window, attempts, place, NOW);
        return told.path("reason").asString() + " " + told.path("next_attempt_at").asString("-");
    }

    private String explained(Place place) {
        return explained(instance, OPEN, json("[]"), place, "text");
    }

    /** Forty-five at once, then one in six seconds. */
    @ParameterizedTest
    @CsvSource({
        "1,queued 2026-11-02T09:30:00.000Z",
        "45,queued 2026-11-02T09:30:00.000Z",
        "46,pair_rate 2026-11-02T09:30:06.000Z",
        "50,pair_rate 2026-11-02T09:30:30.000Z"
    })
    void aPersonGetsSoManyMessagesAtOnce(int messages, String told) {
        assertThat(explained(new Place(Optional.empty(), Collections.nCopies(messages, NOW), 0)))
                .isEqualTo(told);
    }

    @Test
    void aNumberSendsSoManyInASecond() {
        assertThat(explained(new Place(Optional.empty(), List.of(NOW), 100)))
                .isEqualTo("instance_rate 2026-11-02T09:30:01.000Z");
    }

    @ParameterizedTest
    @CsvSource({
        "131056,pair_rate",
        "130429,instance_rate",
        "131048,quality_tier",
        "80007,account_rate",
        "http_503,queued"
    })
    void theErrorOfTheLastAttemptNamesALimit(String error, String reason) {
        JsonNode attempts =
                json("[{'error':'%s','next_attempt_at':'2026-11-02T09:31:00Z'}]".formatted(error));

        assertThat(explained(instance, OPEN, attempts, FIRST, "text"))
                .isEqualTo(reason + " 2026-11-02T09:31:00.000Z");
    }

    @ParameterizedTest
    @CsvSource({
        "PAUSED,instance_paused -",
        "RESTRICTED,instance_restricted -",
        "RECONNECTING,instance_not_connected -"
    })
    void anInstanceKeepsItsMessages(InstanceState state, String told) {
        Instance other = in(state, "190", instance);

        assertThat(explained(other, OPEN, json("[]"), FIRST, "text")).isEqualTo(told);
        assertThat(
                        MessageExplanation.of(
                                        message("text"),
                                        Optional.of(other),
                                        OPEN,
                                        json("[]"),
                                        FIRST,
                                        NOW)
                                .path("detail")
                                .asString())
                .contains("190");
    }

    @Test
    void aWindowThatHasClosedHoldsBackAllButTemplates() {
        Window closed = new Window(false, NOW);

        assertThat(explained(instance, closed, json("[]"), FIRST, "text"))
                .isEqualTo("window_closed -");
        assertThat(explained(instance, closed, json("[]"), FIRST, "template")).startsWith("queued");
    }

    @ParameterizedTest
    @CsvSource({
        "all,text,recipient_opted_out",
        "marketing,text,queued",
        "marketing,template,recipient_opted_out"
    })
    void aWishOfThePersonIsNamed(String category, String type, String reason) {
        JsonNode contact = json("{'opted_out':true,'opt_out_category':'%s'}".formatted(category));
        Place place = new Place(Optional.of(contact), List.of(NOW), 0);

        assertThat(explained(instance, OPEN, json("[]"), place, type)).startsWith(reason);
    }
}

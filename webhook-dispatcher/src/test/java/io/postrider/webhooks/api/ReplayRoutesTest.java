package io.postrider.webhooks.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.schemas.json.Json;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

class ReplayRoutesTest {

    private static final Instant SINCE = Instant.parse("2026-11-21T10:00:00Z");
    private static final Span SPAN =
            new Span(SINCE, Optional.of(SINCE.plusSeconds(60)), Optional.empty());

    @Test
    void aSpanHasBothOfItsEnds() {
        assertThat(SPAN.holds(SINCE)).isTrue();
        assertThat(SPAN.holds(SINCE.plusSeconds(60))).isTrue();
        assertThat(SPAN.holds(SINCE.minusMillis(1))).isFalse();
        assertThat(SPAN.holds(SINCE.plusSeconds(61))).isFalse();
    }

    @Test
    void anEventThatWasAcceptedLateDoesNotEndAReplay() {
        ObjectNode old = at(SINCE.minusSeconds(1));

        assertThat(ReplayRoutes.isOver(SPAN, List.of(old, at(SINCE)))).isFalse();
        assertThat(ReplayRoutes.isOver(SPAN, List.of(old, old))).isTrue();
    }

    @Test
    void aPageOnWhichNoEventIsOfTheTypesDoesNotEndAReplay() {
        assertThat(ReplayRoutes.isOver(SPAN, List.of())).isFalse();
    }

    private static ObjectNode at(Instant time) {
        return Json.object().put("timestamp", Json.time(time));
    }
}

package io.postrider.domain.links;

import static io.postrider.domain.links.LinkSamples.EMPTY_PATCH;
import static io.postrider.domain.links.LinkSamples.WORKSPACE;
import static io.postrider.domain.links.LinkSamples.full;
import static io.postrider.domain.links.LinkSamples.limited;
import static io.postrider.testkit.records.Records.camelCase;
import static io.postrider.testkit.records.Records.with;

import io.postrider.domain.kernel.DeciderSpec;
import io.postrider.domain.kernel.FieldError;
import io.postrider.domain.kernel.Rejection;
import io.postrider.domain.links.LinkCommand.AdmitClicks;
import io.postrider.domain.links.LinkCommand.CreateLink;
import io.postrider.domain.links.LinkCommand.UpdateLink;
import io.postrider.domain.links.LinkEvent.LinkCreated;
import io.postrider.domain.links.LinkEvent.LinkExhausted;
import io.postrider.domain.links.LinkEvent.LinkUpdated;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LinkLimitsTest {

    private static final Instant AT = Instant.parse("2026-02-03T04:05:06Z");
    private static final Rejection NOT_AFTER_START =
            Rejection.invalid(
                    List.of(
                            new FieldError(
                                    "/expires_at",
                                    "not_after_start",
                                    "Expected an expires_at after starts_at.")));

    private final DeciderSpec<LinkCommand, LinkState, LinkEvent> spec =
            DeciderSpec.of(new LinkDecider(), AT);

    @Test
    void aLinkThatHasExpiredIsNotMade() {
        Link link = limited(WORKSPACE, null, 0);
        Link late = with(link, "expiresAt", AT.plusMillis(1));

        spec.given()
                .when(new CreateLink(with(link, "expiresAt", AT)))
                .thenRefused(
                        Rejection.invalid(
                                List.of(
                                        new FieldError(
                                                "/expires_at",
                                                "in_the_past",
                                                "Expected a time in the future."))))
                .when(new CreateLink(late))
                .then(new LinkCreated(late));
    }

    @Test
    void aLimitThatIsClearedForgetsItsCount() {
        Link unlimited = with(limited(WORKSPACE, null, 0), "updatedAt", AT);
        Link again = with(limited(WORKSPACE, 1L, 0), "updatedAt", AT);
        Link used = with(limited(WORKSPACE, 1L, 1), "updatedAt", AT);

        spec.given(new LinkCreated(limited(WORKSPACE, 2L, 2)))
                .when(limitTo(null))
                .then(new LinkUpdated(unlimited))
                .when(new AdmitClicks(WORKSPACE, 1))
                .thenNothing()
                .when(limitTo(1L))
                .then(new LinkUpdated(again))
                .when(new AdmitClicks(WORKSPACE, 1))
                .then(new LinkExhausted(used, 1));
    }

    @Test
    void aLimitThatIsRaisedLetsTheDifferenceThrough() {
        Link raised = with(limited(WORKSPACE, 3L, 2), "updatedAt", AT);
        Link used = with(limited(WORKSPACE, 3L, 3), "updatedAt", AT);

        spec.given(new LinkCreated(limited(WORKSPACE, 2L, 2)))
                .when(limitTo(3L))
                .then(new LinkUpdated(raised))
                .when(new AdmitClicks(WORKSPACE, 1))
                .then(new LinkExhausted(used, 1))
                .when(new AdmitClicks(WORKSPACE, 1))
                .thenRefused(LinkDecider.CLICKS_EXHAUSTED);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 4})
    void aLimitAtOrBelowTheCountLetsNothingMoreThrough(long limit) {
        Link lowered = with(limited(WORKSPACE, limit, 4), "updatedAt", AT);

        spec.given(new LinkCreated(limited(WORKSPACE, 9L, 4)))
                .when(limitTo(limit))
                .then(new LinkUpdated(lowered))
                .when(new AdmitClicks(WORKSPACE, 1))
                .thenRefused(LinkDecider.CLICKS_EXHAUSTED);
    }

    @ParameterizedTest
    @CsvSource({
        "starts_at, 2026-04-01T00:00:00Z",
        "starts_at, 2026-04-01T00:00:00.001Z",
        "expires_at, 2026-03-01T00:00:00Z",
        "expires_at, 2026-02-28T23:59:59.999Z",
    })
    void aLinkCannotEndBeforeItStarts(String field, Instant value) {
        spec.given(new LinkCreated(full()))
                .when(new UpdateLink(WORKSPACE, patch(field, value)))
                .thenRefused(NOT_AFTER_START);
    }

    @Test
    void aLinkCannotBeCreatedToEndAsItStarts() {
        Link link = with(full(), "expiresAt", full().startsAt());

        spec.given().when(new CreateLink(link)).thenRefused(NOT_AFTER_START);
    }

    @Test
    void oneMillisecondIsTimeEnough() {
        Instant end = Instant.parse("2026-03-01T00:00:00.001Z");

        spec.given(new LinkCreated(full()))
                .when(new UpdateLink(WORKSPACE, patch("expires_at", end)))
                .then(new LinkUpdated(with(with(full(), "expiresAt", end), "updatedAt", AT)));
    }

    private static LinkPatch patch(String field, Object value) {
        return with(with(EMPTY_PATCH, "changed", List.of(field)), camelCase(field), value);
    }

    private static UpdateLink limitTo(@Nullable Long maxClicks) {
        return new UpdateLink(
                WORKSPACE,
                with(with(EMPTY_PATCH, "changed", List.of("max_clicks")), "maxClicks", maxClicks));
    }
}

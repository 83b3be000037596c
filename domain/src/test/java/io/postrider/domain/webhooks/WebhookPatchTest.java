package io.postrider.domain.webhooks;

import static io.postrider.domain.webhooks.WebhookSamples.EMPTY_PATCH;
import static io.postrider.domain.webhooks.WebhookSamples.OPTIONS;
import static io.postrider.domain.webhooks.WebhookSamples.SCOPES;
import static io.postrider.domain.webhooks.WebhookSamples.WORKSPACE;
import static io.postrider.domain.webhooks.WebhookSamples.disabled;
import static io.postrider.domain.webhooks.WebhookSamples.enabled;
import static io.postrider.domain.webhooks.WebhookSamples.endpoint;
import static io.postrider.domain.webhooks.WebhookSamples.options;
import static io.postrider.testkit.records.Records.with;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.domain.kernel.DeciderSpec;
import io.postrider.domain.kernel.Lifecycle;
import io.postrider.domain.webhooks.WebhookCommand.UpdateWebhook;
import io.postrider.domain.webhooks.WebhookEvent.WebhookCreated;
import io.postrider.domain.webhooks.WebhookEvent.WebhookDisabled;
import io.postrider.domain.webhooks.WebhookEvent.WebhookEnabled;
import io.postrider.domain.webhooks.WebhookEvent.WebhookUpdated;
import java.lang.reflect.RecordComponent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class WebhookPatchTest {

    private static final Instant AT = Instant.parse("2026-02-03T04:05:06Z");
    private static final WebhookEndpoint ENDPOINT = enabled(WORKSPACE);

    /** As the endpoint is after any change that leaves it enabled. */
    private static final WebhookEndpoint TOUCHED = endpoint(WORKSPACE, true, null, AT);

    private static final WebhookOptions VALUE_OPTIONS =
            new WebhookOptions(
                    Map.of("x-key", "c2VhbGVk"),
                    "host-1",
                    "shop-1",
                    List.of("shop"),
                    WebhookFormat.CLOUDEVENTS_BINARY,
                    10,
                    WebhookOrdering.ENDPOINT,
                    WebhookSignature.V1A);

    /** Values that the endpoint does not have, none of them named. */
    private static final WebhookPatch VALUES =
            new WebhookPatch(
                    List.of(),
                    "https://example.org/new",
                    "new",
                    List.of("key.created", "*"),
                    SCOPES,
                    "key_1",
                    "true",
                    "{}",
                    VALUE_OPTIONS,
                    false,
                    Map.of("owner", "ada"));

    private static final WebhookPatch ENABLED = with(EMPTY_PATCH, "enabled", true);

    private final DeciderSpec<WebhookCommand, Lifecycle<WebhookEndpoint>, WebhookEvent> spec =
            DeciderSpec.of(new WebhookDecider(), AT);

    @Test
    void aNamedFieldIsSetAndTheOthersStay() {
        Map<String, WebhookEvent> expected =
                Map.of(
                        "url", updated("url", "https://example.org/new"),
                        "description", updated("description", "new"),
                        "event_types", updated("eventTypes", List.of("key.created", "*")),
                        "filter", updated("filter", "true"),
                        "transform", updated("transform", "{}"),
                        "enabled", new WebhookDisabled(endpoint(WORKSPACE, false, "by_caller", AT)),
                        "metadata", updated("metadata", Map.of("owner", "ada")));
        assertThat(
                        Stream.of(WebhookPatch.class.getRecordComponents())
                                .map(RecordComponent::getName))
                .hasSize(expected.size() + 4);
        expected.forEach((field, event) ->
                spec.given(new WebhookCreated(ENDPOINT))
                        .when(update(VALUES, field))
                        .then(event)
                        .when(update(VALUES, field))
                        .thenNothing());
    }

    @Test
    void aNamedSettingIsSetAndTheOthersStay() {
        Map<String, String> fields =
                Map.of(
                        "headers", "headers",
                        "external_id", "externalId",
                        "tags", "tags",
                        "format", "format",
                        "rate_limit", "rateLimit",
                        "ordering", "ordering",
                        "signature", "signature");
        // The destination follows from the URL.
        assertThat(WebhookOptions.class.getRecordComponents()).hasSize(fields.size() + 1);
        fields.forEach((field, component) ->
                spec.given(new WebhookCreated(ENDPOINT))
                        .when(update(VALUES, field))
                        .then(updated("options", with(OPTIONS, component, valueOf(component)))));
    }

    private static Object valueOf(String component) {
        try {
            return WebhookOptions.class.getMethod(component).invoke(VALUE_OPTIONS);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(component, e);
        }
    }

    @Test
    void fieldsThatAreNotNamedStayWhateverThePatchHolds() {
        spec.given(new WebhookCreated(ENDPOINT)).when(update(VALUES)).thenNothing();
        spec.given(new WebhookCreated(ENDPOINT)).when(update(VALUES, "id", "x")).thenNothing();
    }

    @Test
    void aNamedFieldWithoutAValueIsClearedIfTheEndpointCanDoWithoutIt() {
        spec.given(new WebhookCreated(ENDPOINT))
                .when(update(EMPTY_PATCH, "description"))
                .then(new WebhookUpdated(with(TOUCHED, "description", null)));
        spec.given(new WebhookCreated(ENDPOINT))
                .when(update(EMPTY_PATCH, "filter", "transform"))
                .then(new WebhookUpdated(with(with(TOUCHED, "filter", null), "transform", null)));
        spec.given(new WebhookCreated(ENDPOINT))
                .when(update(EMPTY_PATCH, "metadata"))
                .then(new WebhookUpdated(with(TOUCHED, "metadata", Map.of())));
        spec.given(new WebhookCreated(ENDPOINT))
                .when(update(EMPTY_PATCH, "url", "enabled"))
                .thenNothing();
    }

    @Test
    void aPatchToTheValuesThatHoldAddsNothing() {
        WebhookPatch same =
                new WebhookPatch(
                        List.of(),
                        ENDPOINT.url(),
                        ENDPOINT.description(),
                        ENDPOINT.eventTypes(),
                        SCOPES,
                        "key_1",
                        ENDPOINT.filter(),
                        ENDPOINT.transform(),
                        ENDPOINT.options(),
                        true,
                        ENDPOINT.metadata());

        spec.given(new WebhookCreated(ENDPOINT))
                .when(
                        update(
                                same,
                                "url",
                                "description",
                                "event_types",
                                "filter",
                                "transform",
                                "enabled",
                                "metadata"))
                .thenNothing();
    }

    @Test
    void aSaveWithOtherScopesTakesThem() {
        spec.given(new WebhookCreated(ENDPOINT))
                .when(
                        new UpdateWebhook(
                                WORKSPACE, EMPTY_PATCH.savedBy("key_2", List.of("clicks:read"))))
                .then(
                        new WebhookUpdated(
                                with(
                                        with(TOUCHED, "readScopes", List.of("clicks:read")),
                                        "savedBy",
                                        "key_2")));
    }

    @Test
    void aPatchOfABlankEndpointMakesAnEndpoint() {
        WebhookEndpoint blank = WebhookEndpoint.blank("whk_1", WORKSPACE, "c2VjcmV0", AT);

        assertThat(with(VALUES, "changed", List.of()).applyTo(blank, AT))
                .isEqualTo(with(with(blank, "readScopes", SCOPES), "savedBy", "key_1"))
                .extracting(WebhookEndpoint::enabled, WebhookEndpoint::disabledReason)
                .containsExactly(true, null);
        assertThat(with(VALUES, "changed", List.of("enabled")).applyTo(blank, AT))
                .extracting(WebhookEndpoint::enabled, WebhookEndpoint::disabledReason)
                .containsExactly(false, "by_caller");
    }

    @Test
    void aPatchThatEnablesForgetsWhyTheEndpointWasDisabled() {
        spec.given(new WebhookCreated(disabled("gone")))
                .when(update(ENABLED, "enabled"))
                .then(new WebhookEnabled(TOUCHED));
    }

    @Test
    void aPatchThatEnablesChangesTheOtherFieldsFirst() {
        WebhookEndpoint held = endpoint(WORKSPACE, false, "gone", AT);

        spec.given(new WebhookCreated(disabled("gone")))
                .when(update(with(ENABLED, "url", "https://example.org/new"), "enabled", "url"))
                .then(
                        new WebhookUpdated(with(held, "url", "https://example.org/new")),
                        new WebhookEnabled(with(TOUCHED, "url", "https://example.org/new")));
    }

    @Test
    void aPatchThatDisablesChangesTheOtherFieldsAfterwards() {
        WebhookEndpoint held = endpoint(WORKSPACE, false, "by_caller", AT);

        spec.given(new WebhookCreated(ENDPOINT))
                .when(update(VALUES, "enabled", "url"))
                .then(
                        new WebhookDisabled(held),
                        new WebhookUpdated(with(held, "url", "https://example.org/new")))
                .when(update(VALUES, "enabled", "url"))
                .thenNothing();
    }

    @Test
    void aPatchThatDisablesADisabledEndpointKeepsTheReason() {
        spec.given(new WebhookCreated(disabled("gone")))
                .when(update(VALUES, "enabled"))
                .thenNothing();
    }

    @Test
    void endpointsAndPatchesKeepTheirContentWhateverBecomesOfItsSource() {
        // given
        List<String> list = new ArrayList<>(List.of("a"));
        Map<String, String> map = new HashMap<>(Map.of("a", "b"));
        WebhookEndpoint endpoint =
                with(with(with(ENDPOINT, "eventTypes", list), "readScopes", list), "metadata", map);
        WebhookPatch patch =
                new WebhookPatch(
                        list,
                        null,
                        null,
                        list,
                        list,
                        null,
                        null,
                        null,
                        options(map, null),
                        null,
                        map);

        // when
        list.add("c");
        map.put("c", "d");

        // then
        assertThat(
                        List.of(
                                endpoint.eventTypes(),
                                endpoint.readScopes(),
                                patch.changed(),
                                patch.eventTypes(),
                                patch.readScopes()))
                .containsOnly(List.of("a"));
        assertThat(List.of(endpoint.metadata(), patch.metadata(), patch.options().headers()))
                .containsOnly(Map.of("a", "b"));
    }

    @Test
    void anEntryOfTheHeadersIsSetOrRemovedAlone() {
        spec.given(new WebhookCreated(ENDPOINT))
                .when(update(VALUES, "headers/x-key"))
                .then(
                        updated(
                                "options",
                                options(
                                        Map.of("x-team", "Y2lwaGVy", "x-key", "c2VhbGVk"),
                                        "host-1")));
        spec.given(new WebhookCreated(ENDPOINT))
                .when(update(VALUES, "headers/x-team"))
                .then(updated("options", options(Map.of(), "host-1")));
    }

    @Test
    void aStoredHeaderIsNotSentToAnotherServer() {
        WebhookPatch moved = with(VALUES, "options", options(Map.of("x-team", "bmV3"), "host-2"));

        assertThat(decided(update(moved, "url"))).contains("secret_required");
        assertThat(decided(update(moved, "url", "headers/x-other"))).contains("secret_required");
        assertThat(decided(update(moved, "url", "headers"))).startsWith("Accepted");
    }

    @Test
    void theFormatWithoutDataHasNoTransform() {
        WebhookPatch thin = with(VALUES, "options", OPTIONS.in(WebhookFormat.THIN));

        assertThat(decided(update(thin, "format"))).contains("/transform", "not_with_format");
        assertThat(decided(update(with(thin, "transform", null), "format", "transform")))
                .startsWith("Accepted");
    }

    @Test
    void headersAreCountedTogether() {
        Map<String, String> many = new HashMap<>();
        for (int i = 0; i < WebhookOptions.HEADERS_MAX; i++) {
            many.put("x-" + i, "c2VhbGVk");
        }
        WebhookPatch patch = with(VALUES, "options", options(many, null));
        String[] entries = many.keySet().stream().map("headers/"::concat).toArray(String[]::new);

        assertThat(decided(update(patch, "headers"))).startsWith("Accepted");
        assertThat(decided(update(patch, entries))).contains("/headers", "too_many");
    }

    private static String decided(UpdateWebhook command) {
        return new WebhookDecider()
                .decide(new Lifecycle.Present<>(ENDPOINT), command, AT)
                .toString();
    }

    private static WebhookUpdated updated(String field, Object value) {
        return new WebhookUpdated(with(TOUCHED, field, value));
    }

    private static UpdateWebhook update(WebhookPatch patch, String... changed) {
        return new UpdateWebhook(WORKSPACE, with(patch, "changed", List.of(changed)));
    }
}

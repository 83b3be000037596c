package io.postrider.domain.webhooks;

import static io.postrider.testkit.records.Records.with;

import io.postrider.domain.webhooks.WebhookEndpoint.EndpointSecret;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Webhook endpoints and patches for tests, made by the records' constructors alone. */
final class WebhookSamples {

    static final String WORKSPACE = "ws_01h455vb4pex5vsknk084sn02q";
    static final String OTHER_WORKSPACE = "ws_01h455vb4pex5vsknk084sn02r";
    static final String ID = "whk_01h455vb4pex5vsknk084sn02q";
    static final Instant CREATED_AT = Instant.parse("2026-01-01T00:00:00Z");

    /** The scopes of the caller who saved the endpoint, and saves it again. */
    static final List<String> SCOPES = List.of("links:read");

    static final WebhookOptions OPTIONS = options(Map.of("x-team", "Y2lwaGVy"), "host-1");

    /** A patch that names no field. */
    static final WebhookPatch EMPTY_PATCH =
            new WebhookPatch(
                    List.of(),
                    null,
                    null,
                    List.of(),
                    SCOPES,
                    "key_1",
                    null,
                    null,
                    options(Map.of(), "host-1"),
                    null,
                    Map.of());

    private WebhookSamples() {}

    static WebhookOptions options(Map<String, String> headers, @Nullable String destination) {
        return with(with(WebhookOptions.NONE, "headers", headers), "destination", destination);
    }

    static WebhookEndpoint enabled(String workspace) {
        return endpoint(workspace, true, null, CREATED_AT);
    }

    static WebhookEndpoint disabled(String reason) {
        return endpoint(WORKSPACE, false, reason, CREATED_AT);
    }

    static WebhookEndpoint endpoint(
            String workspace, boolean enabled, @Nullable String reason, Instant updatedAt) {
        return new WebhookEndpoint(
                ID,
                workspace,
                "https://example.com/hook",
                "orders",
                List.of("link.*"),
                SCOPES,
                "key_1",
                "event.type == 'link.created'",
                "event.data",
                OPTIONS,
                enabled,
                reason,
                List.of(new EndpointSecret("Y2lwaGVy", CREATED_AT, null)),
                Map.of("team", "ops"),
                CREATED_AT,
                updatedAt);
    }
}

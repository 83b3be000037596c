package io.postrider.webhooks.endpoints;

import static io.postrider.testkit.records.Records.with;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.domain.webhooks.WebhookEndpoint;
import io.postrider.domain.webhooks.WebhookEndpoint.EndpointSecret;
import io.postrider.domain.webhooks.WebhookEvent;
import io.postrider.domain.webhooks.WebhookEvent.WebhookCreated;
import io.postrider.domain.webhooks.WebhookEvent.WebhookDeleted;
import io.postrider.domain.webhooks.WebhookOptions;
import io.postrider.schemas.catalogue.scopes.ReadScopes;
import io.postrider.schemas.codec.LockedSchemaIds;
import io.postrider.testkit.claims.Verifies;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What the dispatcher keeps in memory of webhooks. */
class EndpointReplicaTest {

    private static final Instant NOW = Instant.parse("2026-11-23T10:00:00Z");
    private static final int MAX = 3;

    private final EndpointReplica table = new EndpointReplica(LockedSchemaIds.shipped(), MAX);

    @Test
    @Verifies("tenant-memory")
    void aWorkspaceHasABoundWhateverTheEdgesAccepted() {
        for (int i = 0; i < MAX + 2; i++) {
            apply(new WebhookCreated(endpoint("whk_" + i, "ws_a")));
        }
        apply(new WebhookCreated(endpoint("whk_b", "ws_b")));

        assertThat(table.ofWorkspace("ws_a")).hasSize(MAX);
        assertThat(table.byId("whk_" + MAX)).isEmpty();
        assertThat(table.ofWorkspace("ws_b")).hasSize(1);
    }

    @Test
    void aDeletedWebhookMakesRoom() {
        for (int i = 0; i < MAX; i++) {
            apply(new WebhookCreated(endpoint("whk_" + i, "ws_a")));
        }
        apply(new WebhookDeleted(endpoint("whk_0", "ws_a")));
        apply(new WebhookCreated(endpoint("whk_next", "ws_a")));

        assertThat(table.byId("whk_next")).isPresent();
        assertThat(table.ofWorkspace("ws_a")).hasSize(MAX);
    }

    @Test
    void whatNoDeliveryNeedsIsNotKept() {
        apply(new WebhookCreated(endpoint("whk_1", "ws_a")));

        WebhookEndpoint kept = table.byId("whk_1").orElseThrow();
        assertThat(kept.metadata()).isEmpty();
        assertThat(kept.description()).isNull();
        assertThat(table.ofWorkspace("ws_a").getFirst().endpoint()).isEqualTo(kept);
    }

    @Test
    void formerWishesAreBoundedByTheirTypes() {
        List<String> many = Collections.nCopies(50, "link.created");
        Subscription subscription = Subscription.of(endpoint("whk_1", "ws_a", many));
        for (int i = 0; i < 30; i++) {
            List<String> types = i % 2 == 0 ? List.of("key.created") : many;
            subscription = subscription.changed(endpoint("whk_1", "ws_a", types));
        }

        assertThat(subscription.wishes().stream().mapToInt(wish -> wish.eventTypes().size()).sum())
                .isLessThanOrEqualTo(150);
        assertThat(subscription.wishes()).hasSizeGreaterThanOrEqualTo(2);
    }

    @Test
    void formerFiltersCountAsTypes() {
        WebhookEndpoint endpoint = endpoint("whk_1", "ws_a");
        Subscription subscription = Subscription.of(endpoint);
        for (int i = 0; i < 30; i++) {
            subscription = subscription.changed(with(endpoint, "filter", "x".repeat(4_000 + i)));
        }

        assertThat(subscription.wishes()).hasSize(3);
        assertThat(subscription.wishes().getLast().filter()).hasSize(4_029);
    }

    private void apply(WebhookEvent event) {
        table.keep(event, Subscription.of(event.endpoint()));
    }

    private static WebhookEndpoint endpoint(String id, String workspace) {
        return endpoint(id, workspace, List.of("link.*"));
    }

    private static WebhookEndpoint endpoint(String id, String workspace, List<String> types) {
        return new WebhookEndpoint(
                id,
                workspace,
                "https://www.example.com/hook",
                "text",
                types,
                ReadScopes.all(),
                "key_1",
                null,
                null,
                WebhookOptions.NONE,
                true,
                null,
                List.of(new EndpointSecret("sealed", NOW, null)),
                Map.of("team", "growth"),
                NOW,
                NOW);
    }
}

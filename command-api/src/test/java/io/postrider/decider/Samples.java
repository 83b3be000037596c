package io.postrider.decider;

import io.postrider.domain.kernel.Id;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.kernel.Uuids;
import io.postrider.domain.keys.ApiKey;
import io.postrider.domain.links.Link;
import io.postrider.domain.links.LinkPatch;
import io.postrider.domain.models.Model;
import io.postrider.domain.models.ModelConnection;
import io.postrider.domain.users.Session;
import io.postrider.domain.users.User;
import io.postrider.domain.webhooks.WebhookEndpoint;
import io.postrider.domain.webhooks.WebhookOptions;
import io.postrider.domain.workspaces.Workspace;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Resources as tests need them. */
final class Samples {

    static final Instant NOW = Instant.parse("2026-03-01T12:00:00.123Z");
    static final String WORKSPACE = id(IdKind.WS, 1);
    static final String STRANGER = id(IdKind.WS, 2);

    private Samples() {}

    static String id(IdKind kind, int number) {
        return Id.of(kind, Uuids.v7(NOW.toEpochMilli(), (short) 0, number));
    }

    static Link link(String slug) {
        return link(slug, null);
    }

    static Link link(String slug, @Nullable Long maxClicks) {
        return sample(slug, maxClicks, null);
    }

    private static Link sample(String slug, @Nullable Long maxClicks, @Nullable Instant expiresAt) {
        return new Link(
                id(IdKind.LNK, slug.hashCode()),
                WORKSPACE,
                "go.test",
                slug,
                "https://example.com/" + slug,
                null,
                List.of("a", "b"),
                null,
                expiresAt,
                null,
                maxClicks,
                0,
                302,
                false,
                null,
                Map.of("k", "v"),
                NOW,
                NOW);
    }

    static Link expiring(Instant at) {
        return sample("a", null, at);
    }

    static LinkPatch title(String title) {
        return new LinkPatch(
                List.of("title"),
                null,
                title,
                List.of(),
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                Map.of());
    }

    static LinkPatch startingAfterItsEnd() {
        return new LinkPatch(
                List.of("starts_at", "expires_at"),
                null,
                null,
                List.of(),
                NOW.plusSeconds(2),
                NOW.plusSeconds(1),
                null,
                null,
                null,
                null,
                null,
                Map.of());
    }

    static ApiKey key(int number) {
        return new ApiKey(
                id(IdKind.KEY, number),
                WORKSPACE,
                "public%06d".formatted(number),
                "key " + number,
                "live",
                List.of("links:read"),
                List.of(),
                List.of(),
                List.of(),
                "00ff",
                1,
                null,
                null,
                null,
                null,
                NOW,
                NOW);
    }

    static WebhookEndpoint webhook(int number) {
        return new WebhookEndpoint(
                id(IdKind.WHK, number),
                WORKSPACE,
                "https://example.com/hook/" + number,
                null,
                List.of("link.*"),
                List.of("links:read"),
                "key_1",
                null,
                null,
                WebhookOptions.NONE,
                true,
                null,
                List.of(new WebhookEndpoint.EndpointSecret("c2VjcmV0", NOW, null)),
                Map.of(),
                NOW,
                NOW);
    }

    static Model model(int number) {
        return new Model(
                "model-" + number,
                WORKSPACE,
                id(IdKind.CON, number),
                "upstream",
                null,
                Model.ModelDefaults.NONE,
                null,
                Map.of(),
                NOW,
                NOW);
    }

    static ModelConnection connection(int number) {
        return new ModelConnection(
                id(IdKind.CON, number),
                WORKSPACE,
                "connection " + number,
                ModelConnection.OPENAI_COMPATIBLE,
                "https://example.com/v1",
                Map.of(),
                null,
                null,
                Map.of(),
                NOW,
                NOW);
    }

    static Workspace workspace(int number) {
        return Workspace.opened(id(IdKind.WS, number), "ws " + number, id(IdKind.USR, 1), NOW);
    }

    static User user(int number) {
        return User.opened(
                id(IdKind.USR, number),
                "hash of " + number,
                "sealed email",
                "sealed name",
                "sealed password",
                null,
                null,
                List.of(),
                NOW);
    }

    static Session session(int number) {
        return new Session("hash " + number, "agent", NOW, NOW.plusSeconds(43_200));
    }
}

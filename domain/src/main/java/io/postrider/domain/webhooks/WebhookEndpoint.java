package io.postrider.domain.webhooks;

import io.postrider.domain.kernel.Resource;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A webhook endpoint as it is after some change; its secrets are ciphertext.
 *
 * @param url ciphertext, since tokens of receivers are often in it; plain in what former versions have written
 * @param eventTypes exact types, {@code surface.*} or {@code *}
 * @param readScopes those of who saved it last that read events; events of other scopes are not delivered
 * @param savedBy the id of that key or user; null for a blank one
 * @param filter a CEL condition on the event; null where every event of the types is meant
 * @param transform a JSONata expression that makes the body; null where the event is sent as it is
 * @param disabledReason why it is disabled; null while it is enabled
 * @param secrets signing secrets, newest first, as ciphertext
 */
public record WebhookEndpoint(
        String id,
        String workspace,
        String url,
        @Nullable String description,
        List<String> eventTypes,
        List<String> readScopes,
        @Nullable String savedBy,
        @Nullable String filter,
        @Nullable String transform,
        boolean enabled,
        @Nullable String disabledReason,
        List<EndpointSecret> secrets,
        Map<String, String> metadata,
        Instant createdAt,
        Instant updatedAt)
        implements Resource {

    public WebhookEndpoint {
        eventTypes = List.copyOf(eventTypes);
        readScopes = List.copyOf(readScopes);
        secrets = List.copyOf(secrets);
        metadata = Map.copyOf(metadata);
    }

    /** The purpose under which the URL of an endpoint is sealed. */
    public static String urlPurpose(String id) {
        return id + "/url";
    }

    /** The plain URL; empty where the key of the workspace is gone. */
    public Optional<String> plainUrl(Function<String, Optional<String>> opener) {
        // No ciphertext in Base64 has a colon.
        return url.contains(":") ? Optional.of(url) : opener.apply(url);
    }

    /**
     * A signing secret.
     *
     * @param ciphertext the {@code whsec_} secret under the workspace's data key, in base64
     * @param expiresAt when it is no longer signed with; null while it is the newest
     */
    public record EndpointSecret(
            String ciphertext, Instant createdAt, @Nullable Instant expiresAt) {}

    /** An endpoint without anything that a patch can give it. */
    public static WebhookEndpoint blank(
            String id, String workspace, String ciphertext, Instant now) {
        return new WebhookEndpoint(
                id,
                workspace,
                "",
                null,
                List.of(),
                List.of(),
                null,
                null,
                null,
                true,
                null,
                List.of(new EndpointSecret(ciphertext, now, null)),
                Map.of(),
                now,
                now);
    }

    /** The same endpoint, made at another time: which events it receives is decided by the clock of the log. */
    WebhookEndpoint madeAt(Instant at) {
        return with(enabled, disabledReason, secrets, at, at);
    }

    /** The same endpoint with another secret; the newest one before signs until a time, an older one no more. */
    WebhookEndpoint rotated(String ciphertext, Instant oldUntil, Instant at) {
        Stream<EndpointSecret> before =
                secrets.stream()
                        .limit(oldUntil.isAfter(at) ? 1 : 0)
                        .map(old ->
                                new EndpointSecret(old.ciphertext(), old.createdAt(), oldUntil));
        EndpointSecret newest = new EndpointSecret(ciphertext, at, null);
        return with(
                enabled,
                disabledReason,
                Stream.concat(Stream.of(newest), before).toList(),
                createdAt,
                at);
    }

    boolean signsWith(String ciphertext) {
        return secrets.stream().limit(1).anyMatch(newest -> newest.ciphertext().equals(ciphertext));
    }

    /** Until when the secret before the newest one signs; empty where there is none. */
    public Optional<Instant> previousSecretEndsAt() {
        return secrets.stream().skip(1).findFirst().map(EndpointSecret::expiresAt);
    }

    WebhookEndpoint touchedAt(Instant at) {
        return with(enabled, disabledReason, at);
    }

    WebhookEndpoint with(boolean enabledNow, @Nullable String reason, Instant at) {
        return with(enabledNow, reason, secrets, createdAt, at);
    }

    private WebhookEndpoint with(
            boolean enabledNow,
            @Nullable String reason,
            List<EndpointSecret> secretsNow,
            Instant made,
            Instant updated) {
        return new WebhookEndpoint(
                id,
                workspace,
                url,
                description,
                eventTypes,
                readScopes,
                savedBy,
                filter,
                transform,
                enabledNow,
                reason,
                secretsNow,
                metadata,
                made,
                updated);
    }
}

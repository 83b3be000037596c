package io.postrider.domain.webhooks;

import io.postrider.domain.kernel.FieldError;
import io.postrider.domain.kernel.Metadata;
import io.postrider.domain.kernel.Resource;
import io.postrider.domain.kernel.SendsSecrets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A webhook endpoint after a change; its secrets are ciphertext.
 *
 * @param url the URL of the receiver as ciphertext, since it often contains a token; plain text in records of former versions
 * @param eventTypes the event types: exact types, {@code surface.*} or {@code *}
 * @param readScopes the scopes with which the endpoint reads events: those of the caller who saved it last; events of other
 *     scopes are not delivered
 * @param savedBy the id of the key or user that saved the endpoint last; null for a blank one
 * @param filter a CEL condition on the event; null for every event of the types
 * @param transform a JSONata expression that returns the body; null for the unchanged event
 * @param disabledReason the reason why the endpoint is disabled; null while it is enabled
 * @param secrets the signing secrets, newest first, as ciphertext
 * @param failing the state of a failing endpoint; null while the endpoint is not failing
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
        WebhookOptions options,
        boolean enabled,
        @Nullable String disabledReason,
        List<EndpointSecret> secrets,
        Map<String, String> metadata,
        Instant createdAt,
        Instant updatedAt,
        @Nullable Failing failing)
        implements Resource, SendsSecrets {

    public WebhookEndpoint {
        eventTypes = List.copyOf(eventTypes);
        readScopes = List.copyOf(readScopes);
        secrets = List.copyOf(secrets);
        metadata = Map.copyOf(metadata);
    }

    /** An endpoint that is not failing. */
    public WebhookEndpoint(
            String id,
            String workspace,
            String url,
            @Nullable String description,
            List<String> eventTypes,
            List<String> readScopes,
            @Nullable String savedBy,
            @Nullable String filter,
            @Nullable String transform,
            WebhookOptions options,
            boolean enabled,
            @Nullable String disabledReason,
            List<EndpointSecret> secrets,
            Map<String, String> metadata,
            Instant createdAt,
            Instant updatedAt) {
        this(
                id,
                workspace,
                url,
                description,
                eventTypes,
                readScopes,
                savedBy,
                filter,
                transform,
                options,
                enabled,
                disabledReason,
                secrets,
                metadata,
                createdAt,
                updatedAt,
                null);
    }

    /**
     * The state of an endpoint whose deliveries fail.
     *
     * @param since the time of the first report
     * @param progress the highest {@link WebhookFailures#progress} that was reported
     * @param disablesAt the time at which the endpoint is disabled without a success
     */
    public record Failing(Instant since, int progress, Instant disablesAt) {}

    /** The purpose under which the URL of an endpoint is sealed. */
    public static String urlPurpose(String id) {
        return id + "/url";
    }

    /** The plain URL; empty if the key of the workspace was destroyed. */
    public Optional<String> plainUrl(Function<String, Optional<String>> opener) {
        // No ciphertext in Base64 has a colon.
        return url.contains(":") ? Optional.of(url) : opener.apply(url);
    }

    /**
     * A signing secret.
     *
     * @param ciphertext the {@code whsec_} secret under the workspace's data key, in base64
     * @param key the key pair that is rotated with the secret; null in records of former versions
     * @param expiresAt the time at which signing with the secret ends; null for the newest secret
     */
    public record EndpointSecret(
            String ciphertext,
            @Nullable SigningKey key,
            Instant createdAt,
            @Nullable Instant expiresAt) {

        /** A secret without a key pair. */
        public EndpointSecret(String ciphertext, Instant createdAt, @Nullable Instant expiresAt) {
            this(ciphertext, null, createdAt, expiresAt);
        }
    }

    /**
     * A key pair of Ed25519.
     *
     * @param privateKey PKCS #8 in base64, as ciphertext
     * @param publicKey {@code whpk_} and the base64 of its 32 bytes, as Standard Webhooks writes it
     */
    public record SigningKey(String privateKey, String publicKey) {}

    /** An endpoint without the values that a patch can set. */
    public static WebhookEndpoint blank(
            String id, String workspace, String ciphertext, Instant now) {
        return blank(id, workspace, ciphertext, null, now);
    }

    /** The same with a key pair. */
    public static WebhookEndpoint blank(
            String id, String workspace, String ciphertext, @Nullable SigningKey key, Instant now) {
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
                WebhookOptions.NONE,
                true,
                null,
                List.of(new EndpointSecret(ciphertext, key, now, null)),
                Map.of(),
                now,
                now);
    }

    /** The same endpoint, made at another time: which events it receives is decided by the clock of the log. */
    WebhookEndpoint madeAt(Instant at) {
        return with(enabled, disabledReason, secrets, at, at);
    }

    /** The same endpoint with another secret; the newest one before signs until a time, an older one no more. */
    WebhookEndpoint rotated(
            String ciphertext, @Nullable SigningKey key, Instant oldUntil, Instant at) {
        Stream<EndpointSecret> before =
                secrets.stream()
                        .limit(oldUntil.isAfter(at) ? 1 : 0)
                        .map(old ->
                                new EndpointSecret(
                                        old.ciphertext(), old.key(), old.createdAt(), oldUntil));
        EndpointSecret newest = new EndpointSecret(ciphertext, key, at, null);
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

    /** The public key of the newest secret; empty if it has none. */
    public Optional<String> publicKey() {
        return secrets.stream()
                .findFirst()
                .flatMap(newest -> Optional.ofNullable(newest.key()))
                .map(SigningKey::publicKey);
    }

    /** The end of the previous secret's validity; empty if there is none. */
    public Optional<Instant> previousSecretEndsAt() {
        return secrets.stream().skip(1).findFirst().map(EndpointSecret::expiresAt);
    }

    List<FieldError> errors() {
        List<FieldError> errors = new ArrayList<>(Metadata.errors(metadata));
        errors.addAll(options.errors());
        if (transform != null && options.format() == WebhookFormat.THIN) {
            errors.add(
                    new FieldError(
                            "/transform",
                            "not_with_format",
                            "The format thin has no data that could be transformed."));
        }
        return errors;
    }

    /** The secret that signs is not sent, so that it can sign for any receiver. */
    @Override
    public Collection<String> sentSecrets() {
        return options.headers().values();
    }

    @Override
    public List<String> destination() {
        String destination = options.destination();
        return destination == null ? List.of() : List.of(destination);
    }

    WebhookEndpoint touchedAt(Instant at) {
        return with(enabled, disabledReason, at);
    }

    WebhookEndpoint with(boolean enabledNow, @Nullable String reason, Instant at) {
        return with(enabledNow, reason, secrets, createdAt, at);
    }

    /** The same endpoint in another state of health, which is no edit. */
    public WebhookEndpoint withFailing(@Nullable Failing failingNow) {
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
                options,
                enabled,
                disabledReason,
                secrets,
                metadata,
                createdAt,
                updatedAt,
                failingNow);
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
                options,
                enabledNow,
                reason,
                secretsNow,
                metadata,
                made,
                updated,
                enabledNow == enabled ? failing : null);
    }
}

package io.postrider.webhooks.endpoints;

import io.postrider.domain.webhooks.WebhookEndpoint;
import io.postrider.domain.webhooks.WebhookEndpoint.EndpointSecret;
import io.postrider.domain.webhooks.WebhookEndpoint.SigningKey;
import io.postrider.domain.webhooks.WebhookOptions;
import io.postrider.domain.webhooks.WebhookPatch;
import io.postrider.domain.webhooks.WebhookSignature;
import io.postrider.outbound.egress.HeaderField;
import io.postrider.outbound.egress.WebhookSecret;
import io.postrider.platform.secrets.SecretBox;
import java.security.KeyPair;
import java.security.PrivateKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Seals the secrets of a webhook (its URL, headers and signing secrets), and opens them for an attempt. */
public final class EndpointSecrets {

    private static final int DESTINATION_DIGITS = 32;

    /** What follows scheme, host and port of a canonical URL. */
    private static final Pattern PATH = Pattern.compile("(?<=[^:/])[/?].*");

    private final SecretBox box;

    public EndpointSecrets(SecretBox box) {
        this.box = box;
    }

    /**
     * The secrets of an endpoint in plain text.
     *
     * @param headers those of the caller
     * @param keys the signing secrets in force, newest first; at least one
     * @param signers the private keys that belong to them, for a webhook that signs with these too
     */
    public record Opened(
            String url,
            List<HeaderField> headers,
            List<WebhookSecret> keys,
            List<PrivateKey> signers) {}

    /** A signing secret as ciphertext; empty if the workspace's data key is not known here. */
    public Optional<String> seal(String workspace, String id, WebhookSecret secret) {
        return box.seal(workspace, signingPurpose(id), secret.reveal());
    }

    /** A new key pair, with the private key as ciphertext; empty if the workspace's data key is not known here. */
    public Optional<SigningKey> newKey(String workspace, String id) {
        KeyPair pair = Ed25519.generate();
        return box.seal(workspace, keyPurpose(id), Ed25519.text(pair.getPrivate()))
                .map(sealed -> new SigningKey(sealed, Ed25519.text(pair.getPublic())));
    }

    /**
     * The patch with its secrets as ciphertext; empty if the workspace's data key is not known here.
     *
     * @param before the endpoint as this node knows it, whose ciphertext stays where the plain text is the same
     * @param patch with a URL that was checked
     */
    public Optional<WebhookPatch> seal(
            String workspace, String id, Optional<WebhookEndpoint> before, WebhookPatch patch) {
        String url = patch.url();
        Optional<String> destination =
                url == null
                        ? before.map(endpoint -> endpoint.options().destination())
                        : destination(workspace, url);
        // One that is given again for another destination must not look like the stored one.
        Map<String, String> stored =
                before.map(WebhookEndpoint::options)
                        .filter(options ->
                                destination.equals(Optional.ofNullable(options.destination())))
                        .map(WebhookOptions::headers)
                        .orElse(Map.of());
        Map<String, String> headers = new LinkedHashMap<>();
        patch.options()
                .headers()
                .forEach((name, value) ->
                        sealed(
                                        workspace,
                                        WebhookOptions.headerPurpose(id, name),
                                        Optional.ofNullable(stored.get(name)),
                                        value)
                                .ifPresent(sealed -> headers.put(name, sealed)));
        WebhookOptions options = patch.options().sealed(headers, destination.orElse(null));
        if (headers.size() < patch.options().headers().size()) {
            return Optional.empty();
        }
        return url == null
                ? Optional.of(patch.sealed(null, options))
                : sealed(
                                workspace,
                                WebhookEndpoint.urlPurpose(id),
                                before.map(WebhookEndpoint::url),
                                url)
                        .map(sealed -> patch.sealed(sealed, options));
    }

    private Optional<String> sealed(
            String workspace, String purpose, Optional<String> stored, String plain) {
        return stored.filter(sealed ->
                        box.open(workspace, purpose, sealed).filter(plain::equals).isPresent())
                .or(() -> box.seal(workspace, purpose, plain));
    }

    private Optional<String> destination(String workspace, String url) {
        String origin = PATH.matcher(url).replaceFirst("");
        return box.hash(workspace, "webhook/destination", origin, DESTINATION_DIGITS);
    }

    /** The secrets for an attempt at this time; empty if one of them cannot be opened. */
    public Optional<Opened> open(WebhookEndpoint endpoint, Instant now) {
        List<HeaderField> headers = new ArrayList<>();
        endpoint.options()
                .headers()
                .forEach((name, sealed) ->
                        box.open(
                                        endpoint.workspace(),
                                        WebhookOptions.headerPurpose(endpoint.id(), name),
                                        sealed)
                                .ifPresent(value -> headers.add(new HeaderField(name, value))));
        List<WebhookSecret> keys = keys(endpoint, now);
        List<PrivateKey> signers = signers(endpoint, now);
        if (keys.isEmpty()
                || signers.size() < signingKeys(endpoint, now).size()
                || headers.size() < endpoint.options().headers().size()) {
            return Optional.empty();
        }
        return endpoint.plainUrl(sealed ->
                        box.open(
                                endpoint.workspace(),
                                WebhookEndpoint.urlPurpose(endpoint.id()),
                                sealed))
                .map(url -> new Opened(url, headers, keys, signers));
    }

    private List<WebhookSecret> keys(WebhookEndpoint endpoint, Instant now) {
        return inForce(endpoint, now)
                .flatMap(secret ->
                        box
                                .open(
                                        endpoint.workspace(),
                                        signingPurpose(endpoint.id()),
                                        secret.ciphertext())
                                .stream())
                .flatMap(text -> WebhookSecret.parse(text).stream())
                .toList();
    }

    private List<PrivateKey> signers(WebhookEndpoint endpoint, Instant now) {
        return signingKeys(endpoint, now).stream()
                .flatMap(key ->
                        box
                                .open(
                                        endpoint.workspace(),
                                        keyPurpose(endpoint.id()),
                                        key.privateKey())
                                .stream())
                .map(Ed25519::privateKey)
                .toList();
    }

    /** The key pairs with which an endpoint signs, newest first. */
    public static List<SigningKey> signingKeys(WebhookEndpoint endpoint, Instant now) {
        return endpoint.options().signature() == WebhookSignature.V1
                ? List.of()
                : inForce(endpoint, now).map(EndpointSecret::key).filter(Objects::nonNull).toList();
    }

    private static Stream<EndpointSecret> inForce(WebhookEndpoint endpoint, Instant now) {
        return endpoint.secrets().stream()
                .filter(secret -> {
                    Instant expires = secret.expiresAt();
                    return expires == null || expires.isAfter(now);
                });
    }

    private static String keyPurpose(String id) {
        return id + "/private_key";
    }

    private static String signingPurpose(String id) {
        return id + "/secret";
    }
}

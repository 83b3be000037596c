package io.postrider.domain.models;

import io.postrider.domain.kernel.Metadata;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A partial update of a connection: the fields named in changed get the values given here.
 *
 * @param changed the names of changed fields in snake case, as in the public interface; headers one by one, as {@code
 *     headers/x-title}, or all of them as {@code headers}, and so entries of the metadata, see {@link Metadata}
 * @param headers the values of headers, as ciphertext in a command; a listed header without a value is removed
 * @param apiKey the provider's key, as ciphertext in a command
 */
public record ConnectionPatch(
        List<String> changed,
        @Nullable String name,
        @Nullable String baseUrl,
        Map<String, String> headers,
        @Nullable Integer timeoutSeconds,
        @Nullable String apiKey,
        Map<String, String> metadata) {

    private static final String KEY = "api_key";

    public ConnectionPatch {
        changed = List.copyOf(changed);
        headers = Map.copyOf(headers);
        metadata = Map.copyOf(metadata);
    }

    /** The same patch with other secrets. */
    public ConnectionPatch withSecrets(Map<String, String> newHeaders, @Nullable String newApiKey) {
        return new ConnectionPatch(
                changed, name, baseUrl, newHeaders, timeoutSeconds, newApiKey, metadata);
    }

    /** The connection as it would be; of a blank one, a new connection. */
    public ModelConnection applyTo(ModelConnection connection, Instant at) {
        return new ModelConnection(
                connection.id(),
                connection.workspace(),
                (name != null && has("name")) ? name : connection.name(),
                connection.kind(),
                (baseUrl != null && has("base_url")) ? baseUrl : connection.baseUrl(),
                Metadata.patched("headers", connection.headers(), changed, headers),
                has("timeout") ? timeoutSeconds : connection.timeoutSeconds(),
                has(KEY) ? apiKey : connection.apiKey(),
                Metadata.patched(connection.metadata(), changed, metadata),
                connection.createdAt(),
                at);
    }

    private boolean has(String field) {
        return changed.contains(field);
    }

    /** The names only, since secrets are plain text until they are sealed. */
    @Override
    public String toString() {
        return "ConnectionPatch" + changed;
    }
}

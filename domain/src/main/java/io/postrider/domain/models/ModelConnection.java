package io.postrider.domain.models;

import io.postrider.domain.kernel.FieldError;
import io.postrider.domain.kernel.Metadata;
import io.postrider.domain.kernel.Resource;
import io.postrider.domain.kernel.SendsSecrets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A connection to a provider of models after a change; its secrets are ciphertext.
 *
 * @param kind the provider's API: {@code openai-compatible}
 * @param baseUrl the base URL in canonical form, which {@code /chat/completions} follows
 * @param headers additional headers of every request: names in lower case, values as ciphertext
 * @param timeoutSeconds the timeout of a whole request in seconds; null for the installation's default
 * @param apiKey the provider's key under the workspace's data key, in base64; null if it needs none
 */
public record ModelConnection(
        String id,
        String workspace,
        String name,
        String kind,
        String baseUrl,
        Map<String, String> headers,
        @Nullable Integer timeoutSeconds,
        @Nullable String apiKey,
        Map<String, String> metadata,
        Instant createdAt,
        Instant updatedAt)
        implements Resource, SendsSecrets {

    /** The only kind so far: a provider with OpenAI's API. */
    public static final String OPENAI_COMPATIBLE = "openai-compatible";

    private static final int HEADERS_MAX = 32;

    public ModelConnection {
        headers = Map.copyOf(headers);
        metadata = Map.copyOf(metadata);
    }

    /** A connection without the values that a patch can set. */
    public static ModelConnection blank(String id, String workspace, Instant now) {
        return new ModelConnection(
                id, workspace, "", OPENAI_COMPATIBLE, "", Map.of(), null, null, Map.of(), now, now);
    }

    ModelConnection touchedAt(Instant at) {
        return new ModelConnection(
                id,
                workspace,
                name,
                kind,
                baseUrl,
                headers,
                timeoutSeconds,
                apiKey,
                metadata,
                createdAt,
                at);
    }

    /** Scheme, host and port. */
    @Override
    public List<String> destination() {
        int host = baseUrl.indexOf("://") + "://".length();
        int path = baseUrl.indexOf('/', host);
        return List.of(path < 0 ? baseUrl : baseUrl.substring(0, path));
    }

    @Override
    public List<String> sentSecrets() {
        List<String> sent = new ArrayList<>(headers.values());
        if (apiKey != null) {
            sent.add(apiKey);
        }
        return sent;
    }

    List<FieldError> errors() {
        List<FieldError> errors = new ArrayList<>(Metadata.errors(metadata));
        if (headers.size() > HEADERS_MAX) {
            errors.add(
                    new FieldError(
                            "/headers",
                            "too_many",
                            "Expected at most " + HEADERS_MAX + " headers."));
        }
        return errors;
    }
}

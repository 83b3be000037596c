package io.postrider.domain.models;

import io.postrider.domain.kernel.FieldError;
import io.postrider.domain.kernel.Metadata;
import io.postrider.domain.kernel.Resource;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A workspace's alias for a provider's model after a change.
 *
 * @param alias the name of the model in requests; without a slash, which proxies would change in a path
 * @param upstreamModel the provider's name of the model
 * @param contextWindow the context window in tokens; null if the workspace does not state it
 */
public record Model(
        String alias,
        String workspace,
        String connectionId,
        String upstreamModel,
        @Nullable String displayName,
        ModelDefaults defaults,
        @Nullable Integer contextWindow,
        Map<String, String> metadata,
        Instant createdAt,
        Instant updatedAt)
        implements Resource {

    @Override
    public String id() {
        return alias;
    }

    /** The built-in model of every workspace, which needs no connection; its name is reserved. */
    public static final String BUILT_IN = "echo-1";

    private static final Pattern ALIAS = Pattern.compile("[a-z0-9][a-z0-9._:-]{0,63}");

    public Model {
        metadata = Map.copyOf(metadata);
    }

    /**
     * The default parameters of requests.
     *
     * @param system the system prompt
     */
    public record ModelDefaults(
            @Nullable String system, @Nullable Double temperature, @Nullable Integer maxTokens) {

        /** Nothing. */
        public static final ModelDefaults NONE = new ModelDefaults(null, null, null);
    }

    /** A model without the values that a patch can set. */
    public static Model blank(String alias, String workspace, Instant now) {
        return new Model(
                alias, workspace, "", "", null, ModelDefaults.NONE, null, Map.of(), now, now);
    }

    /** Whether a text is a valid name of a model. */
    public static boolean isAlias(String text) {
        return ALIAS.matcher(text).matches();
    }

    /** The key of the aggregate: a name is unique in its workspace. */
    public static String keyOf(String workspace, String alias) {
        return workspace + "/" + alias;
    }

    /** The key of the aggregate. */
    @Override
    public String key() {
        return keyOf(workspace, alias);
    }

    Model touchedAt(Instant at) {
        return new Model(
                alias,
                workspace,
                connectionId,
                upstreamModel,
                displayName,
                defaults,
                contextWindow,
                metadata,
                createdAt,
                at);
    }

    List<FieldError> errors() {
        return Metadata.errors(metadata);
    }
}
